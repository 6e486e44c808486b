import { isLight } from '#create-response'
import { withOpenHeaders } from '../messages/open-headers.ts'
import type { Answer } from '../messages/request-handler.ts'
import { InvalidResponseError } from './invalid-middleware-error.ts'

/**
 * Gives the answer of middleware, with headers that can be changed. Throws `InvalidResponseError`, which names the
 * middleware, for any value but a response or a promise of one.
 */
export function checkAnswer(answer: unknown, place: string): Answer {
  if (typeof answer === 'object' && answer !== null) {
    if (isLight(answer)) return answer as Response
    if (answer instanceof Response) return withOpenHeaders(answer)
    if (isThenable(answer)) return Promise.resolve(answer).then((value) => checkResponse(value, place))
  }
  return checkResponse(answer, place)
}

function checkResponse(value: unknown, place: string): Response {
  if (typeof value === 'object' && value !== null) {
    if (isLight(value)) return value as Response
    // The string tag also identifies a response of another realm.
    if (Object.prototype.toString.call(value) === '[object Response]') return withOpenHeaders(value as Response)
  }
  throw new InvalidResponseError(place, value)
}

function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === 'function'
}
