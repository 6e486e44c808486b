import { nearest } from '@app/core/extending'

/** A test asks a visitor for something that the page does not have. The message says what it has. */
export class VisitorError extends Error {
  override readonly name = 'VisitorError'
}

/** Returns the end of a message: the similar name, or all names. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `Did you mean ${JSON.stringify(near)}?`
  return known.length === 0 ? 'There is none.' : `There is ${known.map((each) => JSON.stringify(each)).join(', ')}.`
}
