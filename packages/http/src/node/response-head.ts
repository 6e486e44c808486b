import type { ServerResponse } from 'node:http'
import { checkLine } from '../response/header-syntax.ts'
import { checkStatusText } from '../response/response-options.ts'
import { type Fields, type Proof, proveHead } from './head-proof.ts'
import type { NodeSource } from './node-source.ts'

/**
 * Leaves out the headers that frame a response, such as `Content-Length` and `Transfer-Encoding`: the server sets
 * length, coding and connection itself. A `Connection: close` of the handler is obeyed.
 */
export function ownHeaders(outgoing: ServerResponse, list: readonly string[]): readonly string[] {
  let own: string[] | undefined
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (FRAMING.has(name)) {
      own ??= list.slice(0, i)
      if (name === 'connection' && CLOSE.test(list[i + 1] as string)) outgoing.shouldKeepAlive = false
    } else own?.push(name, list[i + 1] as string)
  }
  return own ?? list
}

/**
 * Writes the head of a response: `list` has names and values in turn, and no header that frames the response. If a
 * header or the status text is invalid, the function throws a `TypeError` and sets no header.
 *
 * Returns the encoding that the head needs: `latin1` if a value or the reason phrase has a character beyond ASCII,
 * which would have two bytes in UTF-8.
 */
export function writeHead(
  source: NodeSource,
  response: Response,
  list: readonly string[],
  length?: number,
): 'ascii' | 'latin1' {
  const { outgoing, server } = source
  const { status } = response
  const statusText = checkStatusText(response.statusText)
  const isUsual = !server.isSurrounded && statusText === '' && length !== undefined
  if (isUsual && writeWholeHead(outgoing, status, list, length)) return 'ascii'
  for (let i = 0; i < list.length; i += 2) checkLine(list[i] as string, list[i + 1] as string)
  if (server.isSurrounded) {
    // The headers are set one by one, so that surrounding middleware can read and change them.
    setEach(outgoing, headOf(outgoing, status, list, length))
    if (statusText) outgoing.writeHead(status, statusText)
    else outgoing.writeHead(status)
  } else if (statusText) outgoing.writeHead(status, statusText, headOf(outgoing, status, list, length))
  else outgoing.writeHead(status, headOf(outgoing, status, list, length))
  return NOT_ASCII.test(statusText) || list.some((text) => NOT_ASCII.test(text)) ? 'latin1' : 'ascii'
}

/**
 * Sets the head of a response as one string, equal to the head that node's `writeHead` would write, at lower cost. It
 * changes nothing and returns `false` if other code has touched the response, such as by a header or another
 * `writeHead`, or if the response closes its connection.
 *
 * `list` has valid names in lower case and no header that frames a response; `length` is the content length. Node keeps
 * a head in fields that it does not document. So the first call makes a few sample heads by node's `writeHead` and by
 * `setHead`. If any field of the responses differs, this function always returns `false`, and node's `writeHead` writes
 * all heads of the process.
 */
function writeWholeHead(response: ServerResponse, status: number, list: readonly string[], length: number): boolean {
  proof ??= proveHead((fields, code, reason, sample, bytes) =>
    setHead(fields, code, reason, linesOf(sample) as string, bytes),
  )
  if (proof === 'differs' || status === 204 || status === 304) return false
  const outgoing = response as Fields
  const isUntouched =
    outgoing._header === null &&
    outgoing[proof.headers] === null &&
    outgoing.writeHead === proof.writeHead &&
    outgoing.statusMessage === undefined &&
    outgoing.shouldKeepAlive &&
    outgoing.sendDate &&
    !outgoing._removedConnection &&
    !outgoing._expect_continue &&
    !outgoing.maxRequestsOnConnectionReached &&
    !outgoing._maxRequestsPerSocket
  if (!isUntouched) return false
  const lines = linesOf(list)
  if (lines === undefined) return false
  setHead(outgoing, status, proof.reasons[status] ?? 'unknown', lines, length)
  return true
}

let proof: Proof | 'differs' | undefined

/**
 * Writes the headers as lines; returns `undefined` if a value has characters other than printable ASCII and tabs, or if
 * node would act on a header (`Date`, `Expect`).
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
  const timeout = outgoing._keepAliveTimeout
  if (timeout !== lastTimeout) {
    lastTimeout = timeout
    const hint = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1_000)}\r\n` : ''
    lastLines = `Connection: keep-alive\r\n${hint}\r\n`
  }
  outgoing.statusCode = status
  outgoing.statusMessage = reason
  outgoing._contentLength = length
  outgoing._removedContLen = false
  outgoing._header = first + (dateLine ?? readClock()) + lastLines
  outgoing._headerSent = false
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

/** The lines of a head after the date, for a connection that is kept alive as long as `lastTimeout` says. */
let lastLines = ''
let lastTimeout = -1

/** Adds the headers that frame the response, and returns the list in the form that node takes. */
function headOf(
  outgoing: ServerResponse,
  status: number,
  list: readonly string[],
  length: number | undefined,
): (string | number)[] {
  const head: (string | number)[] = [...list]
  // The length stays a number: node 20.19 and 22.3 compare it with the count of written bytes, and cut off a response
  // whose length is the text "6".
  if (length !== undefined && hasLength(status)) head.push('content-length', length)
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  return head
}

/** Sets headers one by one. They replace existing ones of the same name, except cookies, which are added. */
function setEach(outgoing: ServerResponse, head: readonly (string | number)[]): void {
  const values = new Map<string, (string | number)[]>()
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i] as string
    const value = head[i + 1] as string | number
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  for (const [name, own] of values) {
    if (name === 'set-cookie') outgoing.appendHeader(name, own as string[])
    else outgoing.setHeader(name, own.length === 1 ? (own[0] as string | number) : (own as string[]))
  }
}

/**
 * True if responses of this status are sent with a content length. A 204 must have none, and a 304 gets none, since its
 * length would be that of another response. Source: RFC 9110 section 8.6.
 */
export function hasLength(status: number): boolean {
  return status !== 204 && status !== 304
}

/** The headers that frame a response. */
const FRAMING = /* @__PURE__ */ new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i
// Node's own `setTimeout`, kept here: a test may replace the global function later, and this timer must go on.
const { setTimeout } = globalThis
const PLAIN = /^[\t -~]*$/
const NOT_ASCII = /[^\x00-\x7f]/
