import { plainBody } from '#create-response'

/**
 * Releases what the body of an unused response holds, such as an open file. Call it on a response in whose place another
 * one is sent.
 *
 * Reads one chunk before it cancels: the platform reads a stream of node through an async generator, and a generator of
 * which nothing was read does not run its `finally`. Without that chunk, the stream of node would stay open.
 */
export function discard(response: Response): void {
  // A string holds no resources, so nothing has to be released.
  if (plainBody(response) !== undefined) return
  const { body } = response
  if (body === null || body.locked) return
  const reader = body.getReader()
  reader.read().catch(ignore)
  reader.cancel().catch(ignore)
}

function ignore(): void {}
