import { ERROR_RESPONDER, refuse } from '../messages/refuse.ts'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { NOWHERE, type PreparedMiddleware } from '../middleware/prepared-middleware.ts'
import { channelsHeard } from '../tracing/channels.ts'
import { boundary, type ErrorListener, tracedBoundary } from './boundary.ts'
import { notFoundHandler } from './not-found.ts'

/** Under which a pipeline or an application of this copy of the package offers its runner. */
export const RUNNER: unique symbol = Symbol('runner')

/**
 * Runs what a pipeline or an application consists of.
 *
 * It is compiled before the first request that reaches it, and again after a change, or after a tracing channel got its
 * first subscriber or lost its last.
 */
export class Runner {
  /** Hears of errors that no middleware answered. */
  readonly onError: ErrorListener | undefined
  readonly #content: PreparedMiddleware
  readonly #compiled = new WeakMap<RequestHandler, Compiled>()
  #entry: RequestHandler | undefined
  #entryVersion = -1
  #entryHeard = 0
  #version = 0

  constructor(content: PreparedMiddleware, onError: ErrorListener | undefined) {
    this.#content = content
    this.onError = onError
  }

  /** Has whatever was compiled be compiled anew before the next request. */
  readonly changed = (): void => {
    this.#version++
  }

  /** Runs as middleware: what nothing inside answers goes on to `handler`, and errors are the caller's. */
  readonly process = (request: ServerRequest, handler: RequestHandler): Answer => {
    let compiled = this.#compiled.get(handler)
    const heard = channelsHeard()
    if (compiled?.version !== this.#version || compiled.heard !== heard) {
      const { handle } = this.#content.compile({ handle: handler }, NOWHERE)
      compiled = { version: this.#version, heard, handle }
      this.#compiled.set(handler, compiled)
    }
    return compiled.handle(request)
  }

  /** Runs as an entry: always an answer, 404 where nothing has one, and errors inside the boundary. */
  readonly handle = (request: ServerRequest): Answer => {
    if (this.#entry !== undefined && this.#entryVersion === this.#version && this.#entryHeard === channelsHeard()) {
      return this.#entry(request)
    }
    const pending = this.ready()
    return pending ? pending.then(() => this.compile()(request)) : this.compile()(request)
  }

  /**
   * Answers a request that no middleware is to see, since its target has no canonical path: 400, as the first error
   * handler in front of every request shows it.
   */
  readonly refuseTarget = (request: ServerRequest): Answer => {
    const responder = this.#content.responder?.(NOWHERE)
    const marked = responder ? request.withAttribute(ERROR_RESPONDER, responder) : request
    return boundary((refused) => refuse(refused, 400), this.onError)(marked)
  }

  /** Waits for what must be known before the first request; nothing to wait for is `undefined`. */
  ready(): Promise<void> | undefined {
    return this.#content.ready(NOWHERE)
  }

  /** Compiles the entry; throws for what cannot work. */
  compile(): RequestHandler {
    const version = this.#version
    this.#entryHeard = channelsHeard()
    this.#entry = tracedBoundary(this.#content.compile({ handle: notFoundHandler }, NOWHERE).handle, this.onError)
    this.#entryVersion = version
    return this.#entry
  }

  /** The content as it is nested in another pipeline, compiled anew where it changes later. */
  nested(): PreparedMiddleware {
    const content = this.#content
    return {
      compile: (next, surroundings) => {
        let version = this.#version
        let { handle, fail } = content.compile(next, surroundings)
        return {
          ...(fail && { fail }),
          handle: (request) => {
            if (version !== this.#version) {
              version = this.#version
              handle = content.compile(next, surroundings).handle
            }
            return handle(request)
          },
        }
      },
      check: (surroundings, report) => content.check(surroundings, report),
      ready: (surroundings) => content.ready(surroundings),
      responder: (surroundings) => content.responder?.(surroundings),
      describe: () => content.describe(),
    }
  }
}

interface Compiled {
  readonly version: number
  /** The tracing channels that it publishes on. */
  readonly heard: number
  readonly handle: RequestHandler
}
