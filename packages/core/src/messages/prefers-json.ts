/**
 * Whether an `Accept` header prefers JSON to text; true without the header.
 *
 * JSON is `application/json` and every `+json` type. It wins if both have the same quality. Source: RFC 9110 section
 * 12.5.1.
 */
export function prefersJson(accept: string | null): boolean {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return true
  const json = quality(ranges, (range) => JSON_RANGE.test(range), 'application/*')
  return json > 0 && json >= quality(ranges, (range) => TEXT_RANGE.test(range), 'text/*')
}

interface MediaRange {
  readonly name: string
  readonly quality: number
}

const JSON_RANGE = /^application\/(?:[^;\s]+\+)?json$/
const TEXT_RANGE = /^text\/(?:plain|html)$/

function parseAccept(accept: string): readonly MediaRange[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { name, quality: weight >= 0 && weight <= 1 ? weight : 0 }
    })
}

/** The quality of the most specific range that covers a type. */
function quality(ranges: readonly MediaRange[], covers: (name: string) => boolean, family: string): number {
  const candidates = [covers, (name: string) => name === family, (name: string) => name === '*/*']
  for (const candidate of candidates) {
    const found = ranges.filter(({ name }) => candidate(name)).map((range) => range.quality)
    if (found.length > 0) return Math.max(...found)
  }
  return 0
}
