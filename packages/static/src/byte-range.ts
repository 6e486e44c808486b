/** A part of a file: the positions of its first byte and of its last byte, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Parses a `Range` header with one range, such as `bytes=0-99` or `bytes=-500`, for a file of a given size in bytes.
 *
 * Returns `undefined` if the whole file has to be sent: for other units, several ranges, malformed headers, and the
 * last bytes of an empty file. Source: RFC 9110 section 14.1.2.
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = RANGE.exec(header) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    if (Number(to) === 0) return 'unsatisfiable'
    // The last bytes of an empty file are the whole file, which is sent as a 200 without a range.
    return length === 0 ? undefined : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

const RANGE = /^bytes=(\d*)-(\d*)$/i
