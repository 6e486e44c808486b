import type { Stats } from 'node:fs'

/** The headers that identify the version of a file. */
export interface Validators {
  /**
   * The value of `ETag`: a weak tag, made of size and times, not of the content. `ctime` also tells versions apart that
   * a tool has given one size and one time, as packages and images have them.
   */
  readonly etag: string
  /** The time of the last change in milliseconds since 1970, rounded down to a full second, and never in the future. */
  readonly lastModified: number
}

export function validatorsOf({ size, mtimeMs, ctimeMs }: Stats): Validators {
  const seconds = Math.floor(Math.min(mtimeMs, Date.now()) / 1000)
  return {
    etag: `W/"${[size, mtimeMs, ctimeMs].map((part) => Math.trunc(part).toString(16)).join('-')}"`,
    lastModified: seconds * 1000,
  }
}

/**
 * Returns the status of a conditional request: 200 for the whole response, 304, or 412.
 *
 * `If-None-Match` overrules `If-Modified-Since`, and `If-Match` overrules `If-Unmodified-Since`. A header whose date is
 * not in HTTP's format is ignored. Source: RFC 9110 section 13.2.2.
 */
export function evaluate(headers: Headers, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const match = headers.get('if-match')
  // `If-Match` needs strong comparison, in which a weak tag matches nothing.
  if (match !== null ? match.trim() !== '*' : lastModified > dateIn(headers, 'if-unmodified-since')) return 412
  const noneMatch = headers.get('if-none-match')
  if (noneMatch !== null) return lists(noneMatch, etag) ? 304 : 200
  return lastModified <= dateIn(headers, 'if-modified-since') ? 304 : 200
}

/**
 * True if a range may be sent, by the header `If-Range`: the exact date proves that the part that the client already
 * has is of the same version of the file; a weak tag does not.
 */
export function allowsRange(headers: Headers, { lastModified }: Validators): boolean {
  return !headers.has('if-range') || lastModified === dateIn(headers, 'if-range')
}

/** True if a list of entity tags contains a tag, by weak comparison, which ignores `W/`. */
function lists(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.match(ENTITY_TAG)?.some((tag) => `W/${tag}` === etag) === true
}

/**
 * The date in a header in milliseconds since 1970; `NaN`, which equals nothing, if the header is missing or not in
 * HTTP's format.
 */
function dateIn(headers: Headers, name: string): number {
  const value = headers.get(name) ?? ''
  return value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
}

const ENTITY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g
