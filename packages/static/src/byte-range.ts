/** A part of a file: the first octet and the last, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Reads a `Range` header for a file of a size: one range, or one suffix.
 *
 * `undefined` where the whole file is to be sent: other units, several ranges, what does not parse.
 * Source: RFC 9110 section 14.1.2.
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = RANGE.exec(header) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    if (Number(to) === 0) return 'unsatisfiable'
    // The end of an empty file is all of it, and no range.
    return length === 0 ? undefined : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

const RANGE = /^bytes=(\d*)-(\d*)$/i
