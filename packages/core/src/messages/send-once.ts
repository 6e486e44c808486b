import { LightResponse } from './light-response.ts'

/** A response was handed to a server that was sent or read before. */
export class ResponseUsedError extends Error {
  override readonly name = 'ResponseUsedError'

  constructor(how: 'sent' | 'read') {
    super(`This response was ${how} before. Make one for each request, or answer with response.clone().`)
  }
}

const sent = new WeakSet<Response>()

/**
 * Marks a response as handed to the platform, and throws `ResponseUsedError` if it was before, or was read.
 *
 * One response for two requests would carry the cookies of the first to the second.
 */
export function sendOnce(response: Response): Response {
  if (LightResponse.isLight(response)) {
    LightResponse.markSent(response)
    return response
  }
  if (sent.has(response)) throw new ResponseUsedError('sent')
  if (response.bodyUsed || response.body?.locked) throw new ResponseUsedError('read')
  sent.add(response)
  return response
}
