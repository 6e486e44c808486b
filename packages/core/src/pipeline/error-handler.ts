import { answerTo } from '../messages/http-error.ts'
import { ERROR_RESPONDER, type ErrorResponder, RESPOND } from '../messages/refuse.ts'
import type { Answer, RequestHandler } from '../messages/request-handler.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import type { MiddlewareInterface } from '../middleware/middleware.ts'
import { type ErrorListener, logError, report } from './boundary.ts'

/** What an error of somebody else comes to: an `HttpError`, an answer, or `undefined` for an error it does not know. */
export type ErrorTranslator = (error: unknown) => Error | Response | undefined

/** What an `ErrorHandler` does with an error. */
export interface ErrorHandlerOptions {
  /** Left out: plain text that says what the status is called, and nothing of the error. */
  readonly respond?: ErrorResponder
  /**
   * Hear of each error before it is answered; what they throw is logged and changes nothing. Left out, errors of status
   * 500 and above are logged.
   */
  readonly listeners?: readonly ErrorListener[]
  /**
   * Gives errors of other libraries a status, such as `httpErrors` of `@app/core/errors`; left out, they are 500. An
   * answer that it gives is sent as it is, and no listener hears of it.
   */
  readonly translate?: ErrorTranslator
  /** Has the listeners hear also of requests that nothing answers, 404 and 405; no unless told otherwise. */
  readonly misses?: boolean
}

/**
 * Middleware that answers whatever is thrown behind it, and says how the answers 404 and 405 look that nobody throws.
 *
 * Only an `HttpError` gives its status, 400 to 599; anything else is 500. What `respond` throws goes on outwards.
 */
export class ErrorHandler implements MiddlewareInterface {
  readonly #respond: ErrorResponder
  readonly #listeners: ErrorListener[]
  readonly #translate: ErrorTranslator | undefined
  readonly #hearsMisses: boolean
  readonly #respondToMiss: ErrorResponder = (error, request) => this[RESPOND](error, request)

  constructor({ respond = answerTo, listeners = [logError], translate, misses = false }: ErrorHandlerOptions = {}) {
    this.#respond = respond
    this.#hearsMisses = misses
    this.#listeners = [...listeners]
    this.#translate = translate
  }

  /** Adds a listener behind those there are. */
  addListener(listener: ErrorListener): this {
    this.#listeners.push(listener)
    return this
  }

  readonly process = (request: ServerRequest, handler: RequestHandler): Answer => {
    try {
      const answer = handler(request.withAttribute(ERROR_RESPONDER, this.#respondToMiss))
      return answer instanceof Promise ? answer.catch((error: unknown) => this.#answer(error, request)) : answer
    } catch (error) {
      return this.#answer(error, request)
    }
  };

  /** @internal Says how a mistake looks that nobody throws. */
  [RESPOND](error: unknown, request: ServerRequest): Answer {
    return this.#hearsMisses ? this.#tell(error, request) : this.#respond(error, request)
  }

  #answer(error: unknown, request: ServerRequest): Answer {
    const translated = this.#translate?.(error)
    return translated instanceof Response ? translated : this.#tell(translated ?? error, request)
  }

  #tell(error: unknown, request: ServerRequest): Answer {
    for (const listener of this.#listeners) report(error, request, listener)
    return this.#respond(error, request)
  }
}
