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
 * True if a range may be sent, by the header `If-Range`: the exact date proves that the part that the client already
 * has is of the same version of the file; a weak tag does not.
 */
export function allowsRange(headers: Headers, { lastModified }: Validators): boolean {
  return !headers.has('if-range') || lastModified === dateIn(headers, 'if-range')
}

/**
 * The date in a header in milliseconds since 1970; `NaN`, which equals nothing, if the header is missing or not in
 * HTTP's format.
 */
function dateIn(headers: Headers, name: string): number {
  const value = headers.get(name) ?? ''
  return value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
}
