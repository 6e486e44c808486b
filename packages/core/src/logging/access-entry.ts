import { printable } from '@app/checks'
import { plainBody, type RequestEnd, type ServerRequest } from '@app/http'
import { byteLength, sourceOf } from '@app/http/internal'
import { matchedPath } from '../routing/matched-route.ts'
import { REQUEST_ID } from './request-marks.ts'

/** The entry of a request in an access log. */
export interface AccessEntry {
  readonly method: string
  /** The whole canonical path, with all prefixes; for a target without a canonical path, the path as it was sent. */
  readonly path: string
  /** The query with its question mark; present if the option `query` is set. */
  readonly query?: string
  /** The path of the route that matched, with the prefix of its application: `/admin/users/{id}`. */
  readonly route?: string
  /** The status that was sent; absent if the client left before that. */
  readonly status?: number
  /** The milliseconds from the moment when the request reached `accessLog` to the end of the response. */
  readonly duration: number
  /**
   * The length of the body that was sent, in bytes. Absent if the length is not known without reading the body, or if
   * the response was not sent whole.
   */
  readonly bytes?: number
  readonly requestId?: string
  /** Present if the client left or the response failed. */
  readonly aborted?: true
  /** The headers of the request that the option `headers` names. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The options of `accessLog` that add the query and headers to each entry. */
interface AskedParts {
  readonly query: boolean
  readonly headers: readonly string[]
}

/**
 * Makes the entry of a finished request. `sent` is the response that was about to be sent last; `undefined` if there
 * was none.
 */
export function accessEntry(
  request: ServerRequest,
  { status, isWhole }: RequestEnd,
  sent: Response | undefined,
  duration: number,
  { query, headers }: AskedParts,
): AccessEntry {
  const { method } = request
  const { fullPath, refusedTarget } = sourceOf(request)
  const path = refusedTarget?.split(/[?#]/, 1)[0] ?? fullPath
  const route = matchedPath(request)
  const requestId = request.attribute(REQUEST_ID)
  const isSent = isWhole && sent !== undefined && sent.status === status
  const bytes = isSent ? lengthOf(sent, method) : undefined
  return {
    method,
    path,
    ...(query && { query: new URL(request.url).search }),
    ...(route !== undefined && { route }),
    ...(status !== undefined && { status }),
    duration: Math.round(duration * 1000) / 1000,
    ...(bytes !== undefined && { bytes }),
    ...(requestId !== undefined && { requestId }),
    ...(!isWhole && { aborted: true }),
    ...(headers.length > 0 && { headers: pick(request.headers, headers) }),
  }
}

/**
 * Returns the number of bytes of a body if it is known: the length of a string in UTF-8, or the content length of a
 * stream, which the server enforces.
 */
function lengthOf(response: Response, method: string): number | undefined {
  if (method === 'HEAD') return 0
  const text = plainBody(response)
  if (typeof text === 'string') return byteLength(text)
  if (text === null) return 0
  const promised = response.headers.get('content-length')
  return promised !== null && /^\d+$/.test(promised) ? Number(promised) : undefined
}

function pick(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])))
}

/** Formats an entry for people: `12:34:56 GET /users/7 200 3.2 ms 12 B /users/{id}`. */
export function prettyLine(entry: AccessEntry, time: Date, hasColors: boolean): string {
  const { method, path, query = '', route, status, duration, bytes, requestId, aborted, headers = {} } = entry
  const dim = (text: string) => (hasColors ? `\x1b[2m${text}\x1b[22m` : text)
  const parts = [
    dim(time.toTimeString().slice(0, 8)),
    printable(`${method} ${path}${query}`),
    status !== undefined && (hasColors ? `\x1b[${colorOf(status)}m${status}\x1b[39m` : String(status)),
    aborted && 'aborted',
    dim(`${duration.toFixed(1)} ms`),
    bytes !== undefined && dim(`${bytes} B`),
    route !== undefined && dim(printable(route)),
    requestId !== undefined && dim(printable(requestId)),
    ...Object.entries(headers).map(([name, value]) => dim(printable(`${name}=${JSON.stringify(value)}`))),
  ]
  return parts.filter(Boolean).join(' ')
}

function colorOf(status: number): number {
  if (status >= 500) return 31
  if (status >= 400) return 33
  return status >= 300 ? 36 : 32
}
