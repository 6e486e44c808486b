import { type RequestHandler, type ServerRequest, text } from '@app/core'
import { RuntimeException } from './error-kinds.ts'
import { NotApplicable } from './not-applicable.ts'
import { seen } from './seen-request.ts'
import type { Trace } from './trace.ts'

/** A JavaScript class that takes the place of a PHP class in a recorded case. */
export type NamedClass = new (...args: never[]) => unknown

/**
 * The JavaScript classes in place of the PHP classes that recorded cases name. Most of them add an entry to the trace
 * when an instance is constructed or called.
 */
export class NamedClasses {
  readonly #classes: ReadonlyMap<string, NamedClass>

  constructor(trace: Trace) {
    this.#classes = new Map(Object.entries(classesFor(trace)))
  }

  get(name: string): NamedClass {
    const found = this.#classes.get(name)
    if (!found) throw new NotApplicable(`In PHP an instance of ${name} is callable; in JavaScript no instance is.`)
    return found
  }

  /**
   * The name under which a recorded case registers the given class as a service; `undefined` if `asked` is none of the
   * classes in place of PHP classes.
   */
  serviceName(asked: unknown): string | undefined {
    for (const [name, known] of this.#classes) if (known === asked) return `T\\${name}`
    return undefined
  }
}

function classesFor(trace: Trace): Readonly<Record<string, NamedClass>> {
  class Traced {
    constructor() {
      trace.add({ new: new.target.name })
    }
  }
  class Respond extends Traced {
    async process(request: ServerRequest): Promise<Response> {
      trace.add({ in: 'Respond', ...(await seen(request, undefined)) })
      return text('Respond')
    }
  }
  class Pass extends Traced {
    async process(request: ServerRequest, handler: RequestHandler): Promise<Response> {
      trace.add({ in: 'Pass', ...(await seen(request, undefined)) })
      return handler(request)
    }
  }
  class Handler extends Traced {
    async handle(request: ServerRequest): Promise<Response> {
      trace.add({ in: 'Handler', ...(await seen(request, undefined)) })
      return text('Handler')
    }
  }
  class Plain extends Traced {}
  class NeedsArg {
    readonly argument: unknown
    constructor(argument: unknown) {
      this.argument = argument
    }
    process(): Response {
      return text('NeedsArg')
    }
  }
  class CtorThrows {
    constructor() {
      throw new RuntimeException('ctor failed')
    }
    process(): Response {
      return text('CtorThrows')
    }
  }
  return { Respond, Pass, Handler, Plain, NeedsArg, CtorThrows }
}
