import { mayHold } from '../token/may-hold.ts'
import { decodeSegment } from './canonical-path.ts'
import type { Compound } from './segment.ts'

/**
 * Splits the text between the prefix and the suffix of a compound segment (one with several placeholders) into its
 * values, still encoded.
 *
 * The result is `undefined` if the text does not contain the separators in their order, with at least one character
 * before and after each.
 */
export type Split = (text: string) => readonly string[] | undefined

/**
 * Makes the function that splits the text of a compound segment. A string is split in one way only: if the tokens
 * refuse the resulting values, no other split is tried, and the route does not match.
 *
 * Values are read from the left. A value whose token cannot match the separator after it ends at the first occurrence
 * of this separator. From the first value whose token might match the separator, another rule holds: this value and all
 * later ones get as many characters as possible, earlier values first. The time is linear in the length of the text.
 */
export function splitOf(segment: Compound): Split {
  const known = splits.get(segment)
  if (known) return known
  const split = createSplit(segment.separators, endsAtFirst(segment))
  splits.set(segment, split)
  return split
}

/**
 * The functions that split compound segments, by segment. Each is made once, since it depends on the separators and the
 * tokens of its segment alone.
 */
const splits = new WeakMap<Compound, Split>()

/**
 * Counts the values, from the left, whose tokens cannot match the separator after them, up to the first value whose
 * token might.
 */
function endsAtFirst({ placeholders, separators }: Compound): number {
  const other = separators.findIndex((separator, index) => {
    const token = placeholders[index]?.token
    return token === undefined || mayHold(token, decodeSegment(separator) as string)
  })
  return other === -1 ? separators.length : other
}

function createSplit(separators: readonly string[], fromLeft: number): Split {
  return (text) => {
    const values = new Array<string>(separators.length + 1)
    let start = 0
    for (let i = 0; i < fromLeft; i++) {
      const separator = separators[i] as string
      const at = firstPlace(text, separator, start + 1)
      if (at === -1) return undefined
      values[i] = text.slice(start, at)
      start = at + separator.length
    }
    let end = text.length
    for (let i = separators.length - 1; i >= fromLeft; i--) {
      const separator = separators[i] as string
      const at = lastPlace(text, separator, end - separator.length - 1)
      if (at <= start) return undefined
      values[i + 1] = text.slice(at + separator.length, end)
      end = at
    }
    if (end <= start) return undefined
    values[fromLeft] = text.slice(start, end)
    return values
  }
}

function firstPlace(text: string, separator: string, from: number): number {
  let at = text.indexOf(separator, from)
  while (at !== -1 && isInEncoded(text, at)) at = text.indexOf(separator, at + 1)
  return at
}

/**
 * Finds the last index of a separator up to `from`; returns -1 if the text has no separator there. A negative `from` is
 * handled separately, since `lastIndexOf` would read it as 0.
 */
function lastPlace(text: string, separator: string, from: number): number {
  let at = from < 0 ? -1 : text.lastIndexOf(separator, from)
  while (at > 0 && isInEncoded(text, at)) at = text.lastIndexOf(separator, at - 1)
  return at
}

/** True if one of the two hex digits of an encoded byte stands at an index. */
function isInEncoded(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === PERCENT || text.charCodeAt(at - 2) === PERCENT
}

const PERCENT = 37
