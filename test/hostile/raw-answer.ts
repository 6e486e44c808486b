/**
 * One response, split into its parts. The body is a string in Latin-1, with its chunks joined, and still compressed if
 * it was sent so.
 */
export interface RawAnswer {
  readonly status: number
  /** The lines of the head in their order, with names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /**
   * True if the response is complete, by its `content-length` or its last chunk; true for a response that has neither.
   */
  readonly isWhole: boolean
  /** True if the response has neither a length nor chunks, and so lasts until the end of the connection. */
  readonly endsWithConnection: boolean
}

/**
 * The responses that the received bytes contain: `all` of them, and the `final` ones, which have no status of 1xx
 * except
 * 101. `rest` has the remaining bytes, which form no response.
 */
export interface RawAnswers {
  readonly all: readonly RawAnswer[]
  readonly final: readonly RawAnswer[]
  readonly rest: string
}

/** Splits bytes into answers by the methods of the requests: a response to HEAD has no body. */
export function parseAnswers(bytes: string, methods: readonly string[]): RawAnswers {
  const all: RawAnswer[] = []
  const final: RawAnswer[] = []
  let at = 0
  while (at < bytes.length) {
    const line = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n/.exec(bytes.slice(at, at + 400))
    if (!line) return { all, final, rest: bytes.slice(at) }
    const status = Number(line[1])
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) {
      all.push({ status, headers: [], body: '', isWhole: false, endsWithConnection: false })
      break
    }
    const headers = parseHeaders(bytes.slice(at + line[0].length, end + 2))
    const isInterim = status < 200 && status !== 101
    const hasBody = !isInterim && status !== 204 && status !== 304 && methods[final.length] !== 'HEAD'
    const { body, isWhole, next, endsWithConnection } = hasBody ? readBody(bytes, end + 4, headers) : none(end + 4)
    const answer = { status, headers, body, isWhole, endsWithConnection }
    all.push(answer)
    if (!isInterim) final.push(answer)
    at = next
  }
  return { all, final, rest: '' }
}

/** The values of a header, one per line. */
export function valuesOf(answer: RawAnswer | undefined, name: string): readonly string[] {
  return (answer?.headers ?? []).filter(([key]) => key === name).map(([, value]) => value)
}

function parseHeaders(lines: string): (readonly [string, string])[] {
  return lines
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    })
}

interface Body {
  readonly body: string
  readonly isWhole: boolean
  readonly next: number
  readonly endsWithConnection: boolean
}

function none(next: number): Body {
  return { body: '', isWhole: true, next, endsWithConnection: false }
}

function readBody(bytes: string, start: number, headers: readonly (readonly [string, string])[]): Body {
  const value = (name: string) => headers.find(([key]) => key === name)?.[1]
  if (value('transfer-encoding') === 'chunked') return readChunks(bytes, start)
  const length = value('content-length')
  if (length === undefined) {
    return { body: bytes.slice(start), isWhole: true, next: bytes.length, endsWithConnection: true }
  }
  const body = bytes.slice(start, start + Number(length))
  return { body, isWhole: body.length === Number(length), next: start + Number(length), endsWithConnection: false }
}

function readChunks(bytes: string, start: number): Body {
  let body = ''
  let at = start
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const size = end === -1 ? Number.NaN : Number.parseInt(bytes.slice(at, end), 16)
    if (Number.isNaN(size) || end + 2 + size > bytes.length) {
      return { body, isWhole: false, next: bytes.length, endsWithConnection: false }
    }
    body += bytes.slice(end + 2, end + 2 + size)
    at = end + 4 + size
    if (size === 0) return { body, isWhole: true, next: at, endsWithConnection: false }
  }
}
