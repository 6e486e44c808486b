import { isOwn } from '#create-response'
import type { Awaitable } from '../request/request-handler.ts'
import { withOpenHeaders } from '../response/open-headers.ts'

/**
 * Makes a function that checks a handler's result. The function returns the response, with headers that can be changed.
 *
 * For any value except a response or a promise of a response, it throws, or rejects with, the error that `refusal`
 * makes. One such function serves all requests of a handler, so that no function has to be made for each promise.
 */
export function answerCheck(refusal: (value: unknown) => Error): (answer: unknown) => Awaitable<Response> {
  const checkResponse = (value: unknown): Response => {
    if (typeof value === 'object' && value !== null) {
      if (isOwn(value)) return value as Response
      // A response of another realm, such as a context of `node:vm`, is not an instance of this `Response`. It is
      // recognized by its string tag.
      if (Object.prototype.toString.call(value) === '[object Response]') return withOpenHeaders(value as Response)
    }
    throw refusal(value)
  }
  const checkedLater = (answer: Promise<unknown>) => {
    lastChecked = answer.then(checkResponse)
    return lastChecked
  }
  return (answer) => {
    if (answer instanceof Promise) return answer === lastChecked ? lastChecked : checkedLater(answer)
    if (typeof answer === 'object' && answer !== null) {
      if (isOwn(answer)) return answer as Response
      if (isThenable(answer)) return checkedLater(Promise.resolve(answer))
    }
    return checkResponse(answer)
  }
}

/**
 * The promise that was checked last. Middleware that passes a response on unchanged returns this promise, which then
 * needs neither a second check nor a second promise. Only the last promise is kept.
 */
let lastChecked: Promise<Response> | undefined

function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === 'function'
}
