import { isOwn, markSent } from '#create-response'
import { ResponseUsedError } from './response-options.ts'

const sent = new WeakSet<Response>()

/**
 * Marks a response as sent. Throws `ResponseUsedError` if it was sent or read before.
 *
 * Sending one response to two clients would give the cookies of the first client to the second.
 */
export function sendOnce(response: Response): Response {
  if (isOwn(response)) {
    markSent(response)
    return response
  }
  if (sent.has(response)) throw new ResponseUsedError('sent')
  if (response.bodyUsed || response.body?.locked) throw new ResponseUsedError('read')
  sent.add(response)
  return response
}
