/** A parsed content type, such as `application/json; charset=utf-8`. */
export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  readonly essence: string
  /** The parameters by name in lower case; a map without a prototype. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Parses a `Content-Type`. Returns `undefined` if the header is missing or any part of it is malformed.
 *
 * Source: RFC 9110 sections 5.6.6 and 8.3.1. A repeated parameter counts as malformed.
 */
export function parseMediaType(header: string | null): MediaType | undefined {
  const head = header === null ? null : TYPE.exec(header)
  if (!head || header === null) return undefined
  const parameters: Record<string, string> = Object.create(null)
  PARAMETER.lastIndex = head[0].length
  while (PARAMETER.lastIndex < header.length) {
    const found = PARAMETER.exec(header)
    if (!found) return undefined
    const [, name, token, quoted] = found
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (key in parameters) return undefined
    parameters[key] = token ?? (quoted ?? '').replace(/\\(.)/g, '$1')
  }
  return { essence: (head[1] ?? '').toLowerCase(), parameters }
}

const TYPE = /^([!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+)/
const PARAMETER =
  /[\t ]*;[\t ]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[\t\x20!\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*)"))?[\t ]*/y

/**
 * True if an `Accept` header prefers JSON to text; `true` without the header.
 *
 * JSON is `application/json` and every `application/…+json`; text is `text/plain` and `text/html`. If both have the
 * same quality above 0, JSON is preferred. Source: RFC 9110 section 12.5.1.
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

/**
 * Returns the quality (`q`) of a type: of the ranges of an `Accept` header that cover the type, the most specific one
 * decides. Returns 0 if no range covers it.
 */
function quality(ranges: readonly MediaRange[], covers: (name: string) => boolean, family: string): number {
  const candidates = [covers, (name: string) => name === family, (name: string) => name === '*/*']
  for (const candidate of candidates) {
    const found = ranges.filter(({ name }) => candidate(name)).map((range) => range.quality)
    if (found.length > 0) return Math.max(...found)
  }
  return 0
}
