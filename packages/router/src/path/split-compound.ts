import { mayHold } from '../token/may-hold.ts'
import { decodeSegment } from './canonical-path.ts'
import type { Compound } from './segment.ts'

/**
 * Splits the text between the prefix and the suffix of a compound segment into its values, still encoded.
 *
 * The result is `undefined` if the text does not contain the separators in their order, with at least one character
 * before and after each.
 */
export type Split = (text: string) => readonly string[] | undefined

/**
 * Makes the only split that is tried for a compound segment; its values are then tested against their tokens.
 *
 * From the left, a value whose token cannot match the text after it ends at the first place of that text. From the
 * first value for which that is uncertain, another rule holds: this and all later values take as many characters as
 * they can, earlier values first. The time is linear.
 */
export function splitOf(segment: Compound): Split {
  const known = splits.get(segment)
  if (known) return known
  const split = createSplit(segment.separators, endsAtFirst(segment))
  splits.set(segment, split)
  return split
}

/** The split of each compound segment, made once, since it depends on the tokens alone. */
const splits = new WeakMap<Compound, Split>()

/** The number of values, counted from the left, that end at the first place of the text after them. */
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
 * The last place of a separator. If `from` is below 0 there is no such place, but `lastIndexOf` would read `from` as 0.
 */
function lastPlace(text: string, separator: string, from: number): number {
  let at = from < 0 ? -1 : text.lastIndexOf(separator, from)
  while (at > 0 && isInEncoded(text, at)) at = text.lastIndexOf(separator, at - 1)
  return at
}

/** Whether a place is one of the two hex digits of an encoded octet. */
function isInEncoded(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === PERCENT || text.charCodeAt(at - 2) === PERCENT
}

const PERCENT = 37
