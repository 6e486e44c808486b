/** What identifies a version of a resource. */
export interface Validators {
  /** The entity tag with its quotes: `"7"`, or `W/"7"` for a weak one. */
  readonly etag?: string | undefined
  /** The time of the last change, in milliseconds since 1970. */
  readonly lastModified?: number | undefined
}

/** The parts of a request by which its conditions are evaluated. */
export interface ConditionalRequest {
  readonly method: string
  readonly headers: Headers
}

/**
 * Returns the status of a conditional request: 200 if it may be carried out, 304, or 412.
 *
 * Without `current` there is no such resource. `If-None-Match` overrules `If-Modified-Since`, and `If-Match` overrules
 * `If-Unmodified-Since`. A header whose date is not in HTTP's format is ignored. Source: RFC 9110 section 13.2.2.
 *
 * For packages that answer conditional requests; a handler calls `conditional()`.
 */
export function evaluateConditions(request: ConditionalRequest, current: Validators | undefined): 200 | 304 | 412 {
  const { headers } = request
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const changed = current?.lastModified === undefined ? undefined : Math.floor(current.lastModified / 1_000) * 1_000
  const match = headers.get('if-match')
  if (
    match !== null ? !matches(match, current, isStrong) : changed && changed > dateIn(headers, 'if-unmodified-since')
  ) {
    return 412
  }
  const noneMatch = headers.get('if-none-match')
  if (noneMatch !== null) return matches(noneMatch, current, isWeak) ? (isRead ? 304 : 412) : 200
  return isRead && changed !== undefined && changed <= dateIn(headers, 'if-modified-since') ? 304 : 200
}

/** True if a value is an entity tag. Source: RFC 9110 section 8.8.3. */
export function isEntityTag(value: string): boolean {
  return /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(value)
}

type Comparison = (given: string, own: string) => boolean

/** Strong comparison, in which a weak tag equals nothing. */
const isStrong: Comparison = (given, own) => given === own && !own.startsWith('W/')

/** Weak comparison, which ignores `W/`. */
const isWeak: Comparison = (given, own) => withoutWeakness(given) === withoutWeakness(own)

function matches(list: string, current: Validators | undefined, isSame: Comparison): boolean {
  if (list.trim() === '*') return current !== undefined
  const etag = current?.etag
  return etag !== undefined && (list.match(ENTITY_TAGS)?.some((given) => isSame(given, etag)) ?? false)
}

function withoutWeakness(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}

/**
 * The date in a header in milliseconds since 1970; `NaN`, which equals nothing, if the header is missing or not in
 * HTTP's format.
 */
export function dateIn(headers: Headers, name: string): number {
  const value = headers.get(name) ?? ''
  return value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
}

const ENTITY_TAGS = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
