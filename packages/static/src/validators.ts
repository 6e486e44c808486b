import type { Stats } from 'node:fs'

/** What tells one version of a file from another. */
export interface Validators {
  /** Weak: from size and time, not from the content. */
  readonly etag: string
  /** In milliseconds since 1970, but to the second, and never in the future. */
  readonly lastModified: number
}

export function validatorsOf({ size, mtimeMs }: Stats): Validators {
  const seconds = Math.floor(Math.min(mtimeMs, Date.now()) / 1000)
  return {
    etag: `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`,
    lastModified: seconds * 1000,
  }
}

/**
 * What a conditional request gets: the whole answer, 304, or 412.
 *
 * `If-None-Match` and `If-Match` each overrule their date. A date that is not in the form of HTTP counts as absent.
 * Source: RFC 9110 section 13.2.2.
 */
export function evaluate(headers: Headers, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const match = headers.get('if-match')
  // Compared strongly, so a weak tag matches nothing.
  if (match !== null ? match.trim() !== '*' : lastModified > dateIn(headers, 'if-unmodified-since')) return 412
  const noneMatch = headers.get('if-none-match')
  if (noneMatch !== null) return lists(noneMatch, etag) ? 304 : 200
  return lastModified <= dateIn(headers, 'if-modified-since') ? 304 : 200
}

/** Whether a range may be answered: a weak tag cannot promise that the parts fit, the exact date can. */
export function allowsRange(headers: Headers, { lastModified }: Validators): boolean {
  return !headers.has('if-range') || lastModified === dateIn(headers, 'if-range')
}

/** Whether a list of entity tags holds this one, compared weakly. */
function lists(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.match(ENTITY_TAG)?.some((tag) => `W/${tag}` === etag) === true
}

/** Not a number, which compares to nothing, where there is no such header. */
function dateIn(headers: Headers, name: string): number {
  const value = headers.get(name) ?? ''
  return value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
}

const ENTITY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g
