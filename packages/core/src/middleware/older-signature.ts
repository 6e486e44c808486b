import { warn } from '#platform/primitives'

/** Warns of a function that waits for more arguments than middleware gets, as `(request, response, next)` does. */
export function warnOfOlderSignature({ length }: { readonly length: number }, place: string): void {
  if (length < 3) return
  const adapter = length === 3 ? 'doublePass' : 'doublePassError'
  warn(
    `${place} takes ${length} arguments, and middleware gets two: (request, handler). ` +
      `Return a response or handler(request), or pipe ${adapter}(…) for the older signature.`,
  )
}
