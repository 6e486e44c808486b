import { describeValue } from '@app/checks'
import type { Awaitable, RequestHandler, RequestHandlerInterface } from '../request/request-handler.ts'
import { answerTo, HttpError } from '../response/http-error.ts'
import { answerCheck } from './answer-check.ts'
import { boundary, type DirectHandler } from './boundary.ts'
import type { ErrorListener } from './report.ts'

/**
 * What a server calls for each request. `servableOf` makes one of a plain handler; a framework makes one of its compiled
 * pipeline.
 */
export interface Servable {
  /** Called for each error that no middleware or handler has answered; if it is `undefined`, errors are logged. */
  readonly onError: ErrorListener | undefined
  /** Answers every request. Never throws. */
  readonly handle: RequestHandler
  /** Answers 400 to a request whose target has no canonical path, or whose headers are ambiguous. Never throws. */
  readonly refuse: RequestHandler
  /**
   * Answers a request inside of another framework. Calls `next` with a request that the servable does not answer. Throws,
   * or rejects with, errors of middleware and handlers.
   */
  readonly process: (request: Parameters<RequestHandler>[0], next: RequestHandler) => Awaitable<Response>
  /**
   * Waits for everything that a framework has to know before the first request, such as its router; `undefined` if
   * there is nothing to wait for.
   */
  ready(): Promise<void> | undefined
  /**
   * Does what `handle` does, but passes the response to a callback, so that no promise is made for the response. If
   * `direct` is `undefined`, or if the server has a `handlerTimeout`, the server calls `handle`.
   */
  readonly direct?: DirectHandler | undefined
}

/** What to write instead of several handlers, for errors. */
export const ONE_HANDLER = 'Pipe several in an Application, and give that.'

/**
 * The key of the property in which an object, such as an application, has its `Servable`. Each copy of this package has a
 * key of its own, so a server calls an application of another copy like a plain handler.
 */
export const SERVABLE: unique symbol = Symbol('servable')

/**
 * Returns the servable of an object that has one. For any other handler, creates one that also answers the errors of
 * the handler. Throws a `TypeError` for a value that is not a handler.
 */
export function servableOf(handler: RequestHandler | RequestHandlerInterface, onError?: ErrorListener): Servable {
  if (SERVABLE in handler) return handler[SERVABLE] as Servable
  const call = callOf(handler)
  const run: RequestHandler = (request) => checked(call(request))
  return {
    onError,
    handle: boundary(run, onError),
    refuse: boundary(() => answerTo(new HttpError(400)), onError),
    process: run,
    ready: () => undefined,
  }
}

function callOf(handler: RequestHandler | RequestHandlerInterface): RequestHandler {
  if (typeof handler === 'function') return handler
  if (typeof handler.handle === 'function') return (request) => handler.handle(request)
  throw new TypeError(
    `A server takes a handler (request) => response, or an object with handle(), got ${describeValue(handler)}`,
  )
}

const checked = /* @__PURE__ */ answerCheck(
  (value) => new TypeError(`A handler returns a Response or a promise of one, got ${describeValue(value)}`),
)
