/** The languages that a client wants, the best first, and those that it refuses by a weight of zero. */
export interface Wanted {
  readonly tags: readonly string[]
  readonly refused: readonly string[]
}

/**
 * Reads the header `Accept-Language`. Parts that are not of its grammar are ignored, and so is what stands after the
 * first 1,000 characters or after 32 languages: no browser sends so many. Source: RFC 9110 section 12.5.4.
 */
export function wantedLanguages(header: string): Wanted {
  const parts = header.slice(0, LONGEST).split(',', MOST)
  // The last part of a longer header may be half a tag.
  if (header.length > LONGEST && parts.length < MOST) parts.pop()
  const ranges = parts.flatMap((part) => {
    const [, tag, weight = '1'] = RANGE.exec(part.trim()) ?? []
    return tag === undefined ? [] : [{ tag, weight: Number(weight) }]
  })
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return {
    tags: wanted.map(({ tag }) => tag),
    refused: ranges.filter(({ weight }) => weight === 0).map(({ tag }) => tag),
  }
}

const LONGEST = 1_000
const MOST = 32
const RANGE = /^([a-z]{1,8}(?:-[a-z\d]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i
