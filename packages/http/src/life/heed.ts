import { bindContext, printError } from '#primitives'
import type { ServerRequest } from '../request/server-request.ts'
import { reportError } from './report.ts'

/**
 * Wraps a function that is called when nobody can answer its errors any more, such as at the end of a request: an error
 * that it throws, or that its promise rejects with, is reported as an error of the request, and the program goes on.
 *
 * The function runs in the asynchronous context in which it was registered, so that an `AsyncLocalStorage` has its
 * value.
 */
export function heeded<A extends unknown[]>(
  request: ServerRequest,
  call: (...args: A) => unknown,
): (...args: A) => void {
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
export function printing<A extends unknown[]>(call: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      const result = call(...args)
      if (result instanceof Promise) result.catch((error: unknown) => printError(error))
    } catch (error) {
      printError(error)
    }
  }
}
