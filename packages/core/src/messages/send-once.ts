import { isLight, markSent } from '#create-response'
import { ResponseUsedError } from './response-used-error.ts'

const sent = new WeakSet<Response>()

/**
 * Marks a response as handed to the platform, and throws `ResponseUsedError` if it was before, or was read.
 *
 * One response for two requests would carry the cookies of the first to the second.
 */
export function sendOnce(response: Response): Response {
  if (isLight(response)) {
    markSent(response)
    return response
  }
  if (sent.has(response)) throw new ResponseUsedError('sent')
  if (response.bodyUsed || response.body?.locked) throw new ResponseUsedError('read')
  sent.add(response)
  return response
}
