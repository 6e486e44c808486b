import { ERROR_RESPONDER, type ErrorResponder, refuse } from '../messages/refuse.ts'
import type { Answer, RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { description, type PipelineDescription } from '../middleware/middleware-description.ts'
import { allReady, compileSequence, firstResponder } from '../middleware/nested-pipeline.ts'
import { canonicalPrefix, underPrefix } from '../middleware/path-prefix.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import {
  type Continuation,
  NOWHERE,
  type PreparedMiddleware,
  type Surroundings,
} from '../middleware/prepared-middleware.ts'
import { PREPARE } from '../middleware/prepares-itself.ts'
import { channelsHeard } from '../tracing/tracing-channels.ts'
import { boundary, type ErrorListener } from './boundary.ts'
import { notFoundHandler } from './not-found.ts'
import { tracedBoundary } from './traced-boundary.ts'

/** A path that is no pattern: what may stand before middleware as a prefix. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/**
 * A queue of middleware that is itself middleware (contract 1.6, 4.4).
 *
 * It is compiled before the first request that reaches it, and again after something was piped, or after a
 * tracing channel got its first subscriber or lost its last.
 */
export class Pipeline implements MiddlewareInterface, RequestHandlerInterface {
  readonly #items: PreparedMiddleware[] = []
  readonly #onError: ErrorListener | undefined
  readonly #compiled = new WeakMap<RequestHandler, Compiled>()
  #entry: RequestHandler | undefined
  #entryVersion = -1
  #entryHeard = 0
  #version = 0

  constructor(options: { readonly onError?: ErrorListener } = {}) {
    this.#onError = options.onError
  }

  /**
   * Adds middleware at the end, for every request or for those under a literal path prefix (contract 4.2).
   *
   * Throws `InvalidMiddlewareError` for what is none, `PathPrefixError` for a prefix that is no literal path.
   */
  pipe(middleware: MiddlewareLike): this
  pipe<const P extends string>(path: LiteralPath<P>, middleware: MiddlewareLike): this
  pipe(...args: [MiddlewareLike] | [string, MiddlewareLike]): this {
    const place = `pipe ${this.#items.length + 1}`
    const prefix = args.length === 1 ? '' : canonicalPrefix(args[0])
    const item = prepareMiddleware(args.at(-1), prefix ? `${place} at "${prefix}"` : place)
    this.#items.push(prefix ? underPrefix(prefix, item) : item)
    this.changed()
    return this
  }

  /** Runs as middleware: what nothing here answers goes on to `handler`, and errors are the caller's. */
  readonly process = (request: ServerRequest, handler: RequestHandler): Answer => {
    let compiled = this.#compiled.get(handler)
    const heard = channelsHeard()
    if (compiled?.version !== this.#version || compiled.heard !== heard) {
      compiled = { version: this.#version, heard, handle: this.compile({ handle: handler }, NOWHERE).handle }
      this.#compiled.set(handler, compiled)
    }
    return compiled.handle(request)
  }

  /** Runs as an entry: always an answer, 404 where nothing has one, and errors inside the boundary. */
  readonly handle = (request: ServerRequest): Answer => {
    if (this.#entry !== undefined && this.#entryVersion === this.#version && this.#entryHeard === channelsHeard()) {
      return this.#entry(request)
    }
    const pending = this.prepare()
    return pending ? pending.then(() => this.open()(request)) : this.open()(request)
  }

  /**
   * @internal Answers a request that no middleware is to see, since its target has no canonical path: 400, as the first
   * error handler in front of every request shows it.
   */
  readonly refuseTarget = (request: ServerRequest): Answer => {
    const responder = this.responder(NOWHERE)
    const marked = responder ? request.withAttribute(ERROR_RESPONDER, responder) : request
    return boundary((refused) => refuse(refused, 400), this.#onError)(marked)
  }

  /** What was piped, in its order, as plain frozen data for tools; nothing is made for it. */
  describe(): PipelineDescription {
    return Object.freeze({ items: Object.freeze(this.#items.map((item) => item.describe())) })
  }

  /** @internal Who hears of errors that no middleware answered. */
  get errorListener(): ErrorListener | undefined {
    return this.#onError
  }

  /** @internal Waits for what must be known before the first request; nothing to wait for is `undefined`. */
  prepare(): Promise<void> | undefined {
    return this.ready(NOWHERE)
  }

  /** @internal Compiles the entry; throws for what cannot work. */
  protected open(): RequestHandler {
    const version = this.#version
    this.#entryHeard = channelsHeard()
    this.#entry = tracedBoundary(this.compile({ handle: notFoundHandler }, NOWHERE).handle, this.#onError)
    this.#entryVersion = version
    return this.#entry
  }

  /** @internal */
  [PREPARE](): PreparedMiddleware {
    return {
      compile: (next, surroundings) => {
        let version = this.#version
        let { handle, fail } = this.compile(next, surroundings)
        return {
          ...(fail && { fail }),
          handle: (request) => {
            if (version !== this.#version) {
              version = this.#version
              handle = this.compile(next, surroundings).handle
            }
            return handle(request)
          },
        }
      },
      check: (surroundings, report) => this.checkItems(surroundings, report),
      ready: (surroundings) => this.ready(surroundings),
      responder: (surroundings) => this.responder(surroundings),
      describe: () => {
        const described = this.describe()
        const kind = 'routes' in described ? 'application' : 'pipeline'
        return description({ kind, name: this.constructor.name, ...described })
      },
    }
  }

  /** @internal */
  protected compile(
    next: Continuation,
    surroundings: Surroundings,
    ending: readonly PreparedMiddleware[] = [],
  ): Continuation {
    return compileSequence([...this.#items, ...ending], next, surroundings)
  }

  /** @internal */
  protected ready(surroundings: Surroundings): Promise<void> | undefined {
    return allReady(this.#items, surroundings)
  }

  /** @internal */
  protected responder(surroundings: Surroundings): ErrorResponder | undefined {
    return firstResponder(this.#items, surroundings)
  }

  /** @internal */
  protected async checkItems(surroundings: Surroundings, report: (error: unknown) => void): Promise<void> {
    for (const item of this.#items) await item.check(surroundings, report)
  }

  /** @internal Whatever was compiled is compiled anew before the next request. */
  protected changed(): void {
    this.#version++
  }
}

interface Compiled {
  readonly version: number
  /** The tracing channels that it publishes on. */
  readonly heard: number
  readonly handle: RequestHandler
}
