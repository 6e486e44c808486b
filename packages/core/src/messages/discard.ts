import { LightResponse } from './light-response.ts'

/**
 * Has the body of a response that nobody takes let go of what it holds, such as an open file.
 *
 * It is asked for its first chunk before it is told: an async generator that was never entered runs no `finally`, and a
 * stream of node, which the platform reads by one, stays open.
 */
export function discard(response: Response): void {
  // A text holds nothing.
  if (LightResponse.isLight(response) && LightResponse.textOf(response) !== undefined) return
  const { body } = response
  if (body === null || body.locked) return
  const reader = body.getReader()
  reader.read().catch(ignore)
  reader.cancel().catch(ignore)
}

function ignore(): void {}
