import { discard } from '../messages/discard.ts'
import { answerTo, HttpError } from '../messages/http-error.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { reportLast } from '../pipeline/boundary.ts'
import type { NodeSource } from './node-source.ts'
import { describeRequest } from './requests-in-flight.ts'

/**
 * Gives the answer, or a 503 if it takes longer than the server's `handlerTimeout`.
 *
 * The signal of the request is then aborted with a `TimeoutError`, and a late answer is discarded.
 */
export function withinTime(answer: Promise<Response>, request: ServerRequest, ms: number): Promise<Response> {
  const source = request.source as NodeSource
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new HttpError(503, `${describeRequest(request)} was not answered within ${ms} ms`)
      reportLast(error, request, source.server.onError)
      source.abort(new DOMException(error.message, 'TimeoutError'))
      answer.then(discard, () => undefined)
      resolve(answerTo(error))
    }, ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
