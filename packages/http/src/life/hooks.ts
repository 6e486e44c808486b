import { bindContext, printError } from '#primitives'
import type { EndListener } from '../request/request-end.ts'
import type { OutcomeListener, RequestErrorListener, RequestSource, ResponseChange } from '../request/request-source.ts'
import type { ServerRequest } from '../request/server-request.ts'
import { reportError } from './report.ts'

/**
 * Calls a listener once when a request ends: when the last byte of the response was sent, or when the client left.
 *
 * For logs and metrics in middleware. The listener runs in the asynchronous context in which `onEnd` was called. An
 * error that it throws or rejects with is reported as an error of the request. A server watches the end of a request
 * only if there is such a listener, or if code uses a signal of the request.
 *
 * @example
 * app.pipe((request, handler) => {
 *   onEnd(request, () => console.log(`${request.path} is done`))
 *   return handler(request)
 * })
 */
export function onEnd(request: ServerRequest, listener: EndListener): void {
  request.source.whenOver(heeded(request, listener))
}

/**
 * Calls a listener with each error that an `ErrorHandler` of `@app/core`, or the outermost handler, catches for a
 * request. The listener gets the error as it was thrown, before it is answered.
 *
 * For tracing in middleware that runs before error handlers. An error that the listener throws or rejects with is
 * printed.
 */
export function onError(request: ServerRequest, listener: RequestErrorListener): void {
  request.source.errorListeners ??= []
  request.source.errorListeners.push(printing(listener))
}

/** Calls, with an error that was caught, the listeners that `onError` has added to the request. */
export function announceError(error: unknown, source: RequestSource): void {
  if (source.errorListeners === undefined) return
  for (const listener of source.errorListeners) listener(error)
}

/**
 * Calls a function with the response that is about to be sent, even if an error handler before the calling middleware
 * made the response.
 *
 * For middleware whose headers belong on every response, such as cookies. Each function is called once, in the order of
 * registration, and can change the headers of the response. If the function throws, the error is answered instead. The
 * function is not called if `toNodeHandler` passes the request, or its error, to the `next` of another framework.
 *
 * @example
 * const handler = (request: ServerRequest) => {
 *   beforeSending(request, (response) => response.headers.set('x-served-by', 'a'))
 *   return text('Hello!')
 * }
 */
export function beforeSending(request: ServerRequest, change: ResponseChange): void {
  const { source } = request
  // A list that is made with its item takes less memory than an empty list to which the item is added.
  if (source.changes === undefined) source.changes = [change]
  else source.changes.push(change)
}

/**
 * Calls a function once it is decided how a request is answered, also by an error handler before the calling
 * middleware, and waits for its promise before the response is sent.
 *
 * For middleware that keeps or drops data by the status of the response: an error that is thrown after it does not tell
 * how it is answered. The functions run in the order of registration, before those of `beforeSending`, which they may
 * still call. If one throws, its error is answered instead. A function that such a function registers runs after all
 * others, when nothing else can change how the request is answered. A function that is registered later, as by
 * middleware that still waits when a time limit has answered, runs at once; its errors are reported.
 *
 * @example
 * app.pipe(async (request, handler) => {
 *   const transaction = await begin()
 *   onOutcome(request, ({ status }) => (status < 400 ? transaction.commit() : transaction.rollback()))
 *   return handler(request)
 * })
 */
export function onOutcome(request: ServerRequest, decide: OutcomeListener): void {
  const { source } = request
  if (source.outcome !== undefined) heeded(request, decide)(source.outcome)
  else if (source.decisions === undefined) source.decisions = [decide]
  else source.decisions.push(decide)
}

/**
 * Wraps a function that is called when nobody can answer its errors any more, such as at the end of a request: an error
 * that it throws, or that its promise rejects with, is reported as an error of the request, and the program goes on.
 *
 * The function runs in the asynchronous context in which it was registered, so that an `AsyncLocalStorage` has its
 * value.
 */
function heeded<A extends unknown[]>(request: ServerRequest, call: (...args: A) => unknown): (...args: A) => void {
  const fail = (error: unknown) => reportError(request, error)
  return bindContext((...args: A) => {
    try {
      const result = call(...args)
      if (result instanceof Promise) result.catch(fail)
    } catch (error) {
      fail(error)
    }
  })
}

/**
 * Wraps a function that is called because of an error, and must not cause another: an error that it throws, or that its
 * promise rejects with, is printed.
 */
function printing<A extends unknown[]>(call: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      const result = call(...args)
      if (result instanceof Promise) result.catch((error: unknown) => printError(error))
    } catch (error) {
      printError(error)
    }
  }
}
