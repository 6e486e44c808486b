import {
  type AttributeKey,
  type Awaitable,
  attributeKey,
  type ErrorListener,
  type RequestHandler,
  type ServerRequest,
} from '@app/http'
import { boundary, type DirectHandler, directBoundary, type Servable } from '@app/http/internal'
import { isRequestHeard, tracedRequest } from '#watching'
import { notFoundHandler, refuse as refuseWith } from '../middleware/refuse.ts'
import { isRequest, withoutRequest } from '../middleware/refusing-handler.ts'
import { aroundRefusal } from '../plan/around-refusal.ts'
import { compile, compileAll, outermostScope } from '../plan/compile.ts'
import { freeze } from '../plan/freeze.ts'
import { ready } from '../plan/ready.ts'
import { PLAN, type Plan } from '../plan/walk.ts'

/** The handler to which a pipeline that runs as middleware passes the requests that it does not answer. */
interface Onward {
  readonly handler: RequestHandler
  /** The value that was set before, if the pipeline runs inside of itself. */
  readonly earlier: Onward | undefined
}

/**
 * Compiles the plan of a pipeline or an application, once, and runs it for all ways in: as the outermost handler, and as
 * middleware with any handler.
 */
export class Runner implements Servable {
  /** Called for errors that no middleware has answered. */
  readonly onError: ErrorListener | undefined
  /** @internal The plan, for functions that ask about it. */
  readonly [PLAN]: Plan
  readonly #onward: AttributeKey<Onward | undefined> = attributeKey<Onward | undefined>('onward', {
    default: undefined,
  })
  #chain: RequestHandler | undefined
  #outermost: RequestHandler | undefined
  #direct: DirectHandler | undefined

  constructor(plan: Plan, onError: ErrorListener | undefined) {
    this[PLAN] = plan
    this.onError = onError
  }

  /**
   * Runs the plan as middleware: requests that it does not answer go on to `handler`, and errors are thrown. The chain
   * is the same for every handler: at its end it asks the request for the handler to go on with.
   */
  readonly process = (request: ServerRequest, handler: RequestHandler): Awaitable<Response> => {
    const chain = this.#chain ?? this.#compile('its first request')
    if (!isRequest(request)) throw withoutRequest('process() was called', request, 'process(request, handler)')
    return chain(request.withAttribute(this.#onward, { handler, earlier: request.attribute(this.#onward) }))
  }

  /**
   * Runs the plan as the outermost handler, which answers every request: with 404 if nothing else answers, and with the
   * status of the error if an error is thrown. Throws only if the plan cannot be compiled.
   */
  readonly handle = (request: ServerRequest): Awaitable<Response> => {
    if (!isRequest(request)) throw withoutRequest('handle() was called', request, HANDLE)
    const outermost = this.#outermost
    if (!outermost) {
      const pending = this.ready()
      if (pending) return pending.then(() => this.#handleFirst(request))
      return this.#handleFirst(request)
    }
    // Middleware of this very pipeline may call it as a handler.
    const own = request.attribute(this.#onward) ? request.withAttribute(this.#onward, undefined) : request
    if (!isRequestHeard()) return outermost(own)
    return tracedRequest(own, (onError) => boundary(this.#chain as RequestHandler, onError), this.onError)
  }

  #handleFirst(request: ServerRequest): Awaitable<Response> {
    this.compile('its first request')
    return this.handle(request)
  }

  /**
   * The compiled handler in the form that a server calls; `undefined` until it is compiled, and while the channel
   * `@app/core:request` has a subscriber.
   */
  get direct(): DirectHandler | undefined {
    return isRequestHeard() ? undefined : this.#direct
  }

  /**
   * Answers 400 to a request whose target has no canonical path. Only middleware that is marked for every response
   * runs, such as error handlers and access logs.
   */
  readonly refuse = async (request: ServerRequest): Promise<Response> => {
    const { handle } = compileAll(await aroundRefusal(this[PLAN]), { handle: refused }, outermostScope())
    return boundary(handle, this.onError)(request)
  }

  /** Resolves when all is known that the first request needs, such as a router; `undefined` if nothing is missing. */
  ready(): Promise<void> | undefined {
    return ready(this[PLAN])
  }

  /**
   * Compiles the plan, after which nothing more can be registered. `by` says in an error what has compiled it. Throws if
   * the plan cannot work.
   */
  compile(by: string): void {
    if (!this.#chain) this.#compile(by)
  }

  #compile(by: string): RequestHandler {
    const { handle } = compile(this[PLAN], { handle: this.#end }, outermostScope())
    freeze(this[PLAN], by)
    this.#chain = handle
    this.#outermost = boundary(handle, this.onError)
    this.#direct = directBoundary(handle, this.onError)
    return handle
  }

  /** The end of the chain. */
  readonly #end: RequestHandler = (request) => {
    const onward = request.attribute(this.#onward)
    return onward ? onward.handler(request.withAttribute(this.#onward, onward.earlier)) : notFoundHandler(request)
  }
}

const HANDLE = 'handle(request), or for a Request of the platform, app.fetch(request)'

const refused: RequestHandler = (request) => refuseWith(request, 400)
