import { answerTo } from '../messages/http-error.ts'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { type ErrorListener, logError, report } from './boundary.ts'

/** Makes the answer to an error. */
export type ErrorResponder = (error: unknown, request: ServerRequest) => Answer

/** What an `ErrorHandler` does with an error. */
export interface ErrorHandlerOptions {
  /** Left out: plain text that says what the status is called, and nothing of the error. */
  readonly respond?: ErrorResponder
  /**
   * Hear of each error before it is answered; what they throw is logged and changes nothing. Left out, errors of status
   * 500 and above are logged.
   */
  readonly listeners?: readonly ErrorListener[]
}

/**
 * Middleware that answers whatever is thrown behind it.
 *
 * Only an `HttpError` gives its status, 400 to 599; anything else is 500. What `respond` throws goes on outwards.
 */
export class ErrorHandler implements MiddlewareInterface {
  readonly #respond: ErrorResponder
  readonly #listeners: ErrorListener[]

  constructor({ respond = answerTo, listeners = [logError] }: ErrorHandlerOptions = {}) {
    this.#respond = respond
    this.#listeners = [...listeners]
  }

  /** Adds a listener behind those there are. */
  addListener(listener: ErrorListener): this {
    this.#listeners.push(listener)
    return this
  }

  readonly process = (request: ServerRequest, handler: RequestHandler): Answer => {
    try {
      const answer = handler(request)
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#answer(error, request)) : answer
    } catch (error) {
      return this.#answer(error, request)
    }
  }

  #answer(error: unknown, request: ServerRequest): Answer {
    for (const listener of this.#listeners) report(error, request, listener)
    return this.#respond(error, request)
  }
}
