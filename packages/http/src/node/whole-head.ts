import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Gives a response its head as one text, equal to the head that node's `writeHead` would write, at lower cost. If the
 * response is unusual in any way, it changes nothing and gives `false`.
 *
 * `list` has valid names in lower case and no header that frames an answer; `length` is the content length. Node keeps
 * a head in fields that it does not document. So the first call makes the head both ways. Unless all fields of both
 * responses are equal, this function then always gives `false`, and node's `writeHead` writes all heads of the process.
 */
export function writeWholeHead(
  response: ServerResponse,
  status: number,
  list: readonly string[],
  length: number,
): boolean {
  proof ??= prove()
  const outgoing = response as Fields
  if (proof === 'differs' || status === 204 || status === 304 || !isUntouched(outgoing, proof)) return false
  const lines = linesOf(list)
  if (lines === undefined) return false
  setHead(outgoing, status, proof.reasons[status] ?? 'unknown', lines, length)
  return true
}

/** Whether a response is as node made it: no header was set, and `writeHead` is node's own. */
function isUntouched(outgoing: Fields, { headers, writeHead }: Proof): boolean {
  return (
    outgoing._header === null &&
    outgoing[headers] === null &&
    outgoing.writeHead === writeHead &&
    outgoing.statusMessage === undefined &&
    outgoing.shouldKeepAlive &&
    outgoing.sendDate &&
    !outgoing._removedConnection &&
    !outgoing._expect_continue &&
    !outgoing.maxRequestsOnConnectionReached &&
    !outgoing._maxRequestsPerSocket
  )
}

/**
 * Writes the headers as lines; gives `undefined` if node would refuse one of them, act on its value, or write it in
 * another encoding.
 */
function linesOf(list: readonly string[]): string | undefined {
  let lines = ''
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    const value = list[i + 1] as string
    if (name === 'date' || name === 'expect' || !PLAIN.test(value)) return undefined
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

function setHead(outgoing: Fields, status: number, reason: string, lines: string, length: number): void {
  const first = `HTTP/1.1 ${status} ${reason}\r\n${lines}content-length: ${length}\r\n`
  outgoing.statusCode = status
  outgoing.statusMessage = reason
  outgoing._contentLength = length
  outgoing._removedContLen = false
  outgoing._header = first + (dateLine ?? readClock()) + lastLines(outgoing._keepAliveTimeout)
  outgoing._headerSent = false
}

/** The fields of node's response that `writeHead` reads and sets. */
interface Fields extends ServerResponse {
  _header: string | null
  _headerSent: boolean
  _contentLength: number | null
  _removedContLen: boolean
  readonly _removedConnection: boolean
  readonly _expect_continue: boolean
  /** The milliseconds for which an idle connection stays open, which the header `Keep-Alive` announces. */
  readonly _keepAliveTimeout: number
  readonly _maxRequestsPerSocket: number
  readonly maxRequestsOnConnectionReached: boolean
  readonly [headers: symbol]: unknown
}

/**
 * The parts of node that `writeWholeHead` needs, once a comparison has shown that node and this file set the same
 * fields to the same values.
 */
interface Proof {
  /** The key under which node keeps headers that were set one by one. */
  readonly headers: symbol
  readonly writeHead: ServerResponse['writeHead']
  readonly reasons: Readonly<Record<number, string | undefined>>
}

let proof: Proof | 'differs' | undefined

function prove(): Proof | 'differs' {
  const { ServerResponse, STATUS_CODES: reasons } = process.getBuiltinModule('node:http')
  const { writeHead } = ServerResponse.prototype as Fields
  const fresh = (method: string) => {
    const response = new ServerResponse({ method, httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage)
    return Object.assign(response, { shouldKeepAlive: true, _keepAliveTimeout: 65_000 }) as unknown as Fields
  }
  try {
    const headers = Object.getOwnPropertySymbols(fresh('GET')).find(({ description }) => description === 'kOutHeaders')
    // Other code may have replaced node's `writeHead` by a wrapper, which expects to be called: then node writes all
    // heads.
    if (headers === undefined || !String(writeHead).includes('_storeHeader')) return 'differs'
    const isSame = SAMPLES.every(({ method, status, list, length }) => {
      const nodes = fresh(method)
      nodes.writeHead(status, [...list, 'content-length', length] as string[])
      const ours = fresh(method)
      setHead(ours, status, reasons[status] ?? 'unknown', linesOf(list) as string, length)
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
 * Writes all fields of a response with their values as text, for a comparison. Leaves out the date, since two heads may
 * be made in different seconds.
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

/** The header line `Date` for the current second; `undefined` when that second is over. */
let dateLine: string | undefined

function readClock(): string {
  const now = new Date()
  dateLine = `Date: ${now.toUTCString()}\r\n`
  setTimeout(() => {
    dateLine = undefined
  }, 1_000 - now.getMilliseconds()).unref()
  return dateLine
}

/** Gives the last lines of a head, after the date, for a connection that is kept alive. */
function lastLines(timeout: number): string {
  if (timeout !== lastTimeout) {
    lastTimeout = timeout
    const hint = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1_000)}\r\n` : ''
    last = `Connection: keep-alive\r\n${hint}\r\n`
  }
  return last
}

let lastTimeout = -1
let last = ''

// Node's own `setTimeout`, kept here: a test may replace the global function later, and this timer must go on.
const { setTimeout } = globalThis
const PLAIN = /^[\t -~]*$/
