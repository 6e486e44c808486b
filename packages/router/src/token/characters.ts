/** A set of characters, as sorted, disjoint, inclusive ranges of code points. */
export type Characters = readonly (readonly [first: number, last: number])[]

/** True if two sets have a character in common. */
export function overlap(left: Characters, right: Characters): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const [first, last] = left[i]!
    const [otherFirst, otherLast] = right[j]!
    if (first <= otherLast && otherFirst <= last) return true
    if (last < otherLast) i++
    else j++
  }
  return false
}

const LAST_CODE_POINT = 0x10ffff

/** Returns the set of one character. */
export function single(codePoint: number): Characters {
  return [[codePoint, codePoint]]
}

/** Returns the set of the characters in some ranges, which may overlap and be in any order. */
export function normalize(ranges: readonly (readonly [number, number])[]): Characters {
  const merged: [number, number][] = []
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else merged.push([first, last])
  }
  return merged
}

/** Returns the set of all characters that another set does not have. */
export function invert(characters: Characters): Characters {
  const gaps: [number, number][] = []
  let from = 0
  for (const [first, last] of characters) {
    if (from < first) gaps.push([from, first - 1])
    from = last + 1
  }
  if (from <= LAST_CODE_POINT) gaps.push([from, LAST_CODE_POINT])
  return gaps
}

/**
 * Approximates the set of characters that an expression for one character matches. The set is exact for ASCII. It
 * always has all characters beyond ASCII, matched or not, since testing each of them would take a million tests.
 */
export function approximate(source: string): Characters {
  const expression = new RegExp(source, 'u')
  const ranges: [number, number][] = [[0x80, LAST_CODE_POINT]]
  for (let code = 0; code < 0x80; code++) {
    if (expression.test(String.fromCharCode(code))) ranges.push([code, code])
  }
  return normalize(ranges)
}

/** The sets of `\d`, `\w` and `\s`, by their letters. */
export const SHORTHANDS: ReadonlyMap<string, Characters> = new Map([
  ['d', spans('09')],
  ['w', spans('09AZ__az')],
  ['s', spans('\t\r  \xa0\xa0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff')],
])

/** The set of characters that the dot matches. */
export const ANY_BUT_LINE_END: Characters = invert(spans('\n\n\r\r\u2028\u2029'))

/** Reads ranges from a string: each two characters are the first and the last of a range. */
function spans(characters: string): Characters {
  return Array.from({ length: characters.length / 2 }, (_, i) => [
    characters.charCodeAt(2 * i),
    characters.charCodeAt(2 * i + 1),
  ])
}
