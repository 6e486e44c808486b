import type { IncomingMessage, ServerResponse } from 'node:http'

/** The fields of node's `ServerResponse` that hold the head (status line and headers) of a response. */
export interface Fields extends ServerResponse {
  _header: string | null
  _headerSent: boolean
  _contentLength: number | null
  _removedContLen: boolean
  readonly _removedConnection: boolean
  readonly _expect_continue: boolean
  /** The milliseconds for which an idle connection stays open; the header `Keep-Alive` announces them in seconds. */
  readonly _keepAliveTimeout: number
  readonly _maxRequestsPerSocket: number
  readonly maxRequestsOnConnectionReached: boolean
  readonly [headers: symbol]: unknown
}

/**
 * The parts of node that a `SetHead` function needs to set the head of a response as one string. An object of this type
 * is made only after a comparison has shown that node and that function set the same fields to the same values.
 */
export interface Proof {
  /** The key under which node keeps headers that were set one by one. */
  readonly headers: symbol
  readonly writeHead: ServerResponse['writeHead']
  readonly reasons: Readonly<Record<number, string | undefined>>
}

/** Sets the fields of a response that hold its head. */
export type SetHead = (
  outgoing: Fields,
  status: number,
  reason: string,
  list: readonly string[],
  length: number,
) => void

/**
 * Makes heads by node's `writeHead` and by `setHead`, and compares all fields of both responses. Returns the parts of
 * node that `setHead` needs. Returns `differs` if a field differs, if node's `writeHead` was replaced, or if node lacks
 * one of the parts.
 */
export function proveHead(setHead: SetHead): Proof | 'differs' {
  const { ServerResponse, STATUS_CODES: reasons } = process.getBuiltinModule('node:http')
  const { writeHead } = ServerResponse.prototype as Fields
  const fresh = (method: string) => {
    const response = new ServerResponse({ method, httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage)
    return Object.assign(response, { shouldKeepAlive: true, _keepAliveTimeout: 65_000 }) as unknown as Fields
  }
  try {
    const headers = Object.getOwnPropertySymbols(fresh('GET')).find(({ description }) => description === 'kOutHeaders')
    // Other code may have replaced node's `writeHead` by a wrapper, which has to be called for every head.
    if (headers === undefined || !String(writeHead).includes('_storeHeader')) return 'differs'
    const isSame = SAMPLES.every(({ method, status, list, length }) => {
      const nodes = fresh(method)
      nodes.writeHead(status, [...list, 'content-length', length] as string[])
      const ours = fresh(method)
      setHead(ours, status, reasons[status] ?? 'unknown', list, length)
      return textOf(nodes) === textOf(ours)
    })
    return isSame ? { headers, writeHead, reasons } : 'differs'
  } catch {
    return 'differs'
  }
}

const SAMPLES = [
  { method: 'GET', status: 200, list: ['content-type', 'text/plain;charset=UTF-8'], length: 5 },
  { method: 'HEAD', status: 404, list: ['x-one', '1', 'set-cookie', 'a=1', 'set-cookie', 'b=2'], length: 0 },
  { method: 'POST', status: 599, list: [], length: 1_048_576 },
]

/**
 * Writes all fields of a response as text, for a comparison: each with its value, or with the word `object` if the
 * value is an object. Leaves out the date, since two heads may be made in different seconds.
 */
function textOf(response: ServerResponse): string {
  const fields = Reflect.ownKeys(response).map((key) => {
    const value = Reflect.get(response, key) as unknown
    return `${String(key)}=${typeof value === 'object' && value !== null ? 'object' : String(value)}`
  })
  return fields
    .sort()
    .join('\n')
    .replace(/^Date: .*$/m, 'Date')
}
