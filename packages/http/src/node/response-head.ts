import type { ServerResponse } from 'node:http'
import type { NodeSource } from './node-source.ts'
import { writeWholeHead } from './whole-head.ts'

/**
 * Leaves out the headers that frame an answer, such as `Content-Length` and `Transfer-Encoding`: the server sets
 * length, coding and connection itself. A `Connection: close` of the handler is obeyed.
 */
export function ownHeaders(outgoing: ServerResponse, list: readonly string[]): readonly string[] {
  const own = withoutFraming(list)
  if (own === undefined) return list
  if (asksToClose(list)) outgoing.shouldKeepAlive = false
  return own
}

/**
 * Writes the head of an answer: `list` has names and values in turn, and no header that frames the answer. If a header
 * is invalid, the function throws a `TypeError` and sets no header.
 */
export function writeHead(source: NodeSource, response: Response, list: readonly string[], length?: number): void {
  const { outgoing, server } = source
  const { status, statusText } = response
  if (server.isSurrounded) {
    // The headers are set one by one, so that surrounding middleware can read and change them.
    setEach(outgoing, headOf(outgoing, status, list, length))
    if (statusText) outgoing.writeHead(status, statusText)
    else outgoing.writeHead(status)
  } else if (statusText) outgoing.writeHead(status, statusText, headOf(outgoing, status, list, length))
  else if (length === undefined || !writeWholeHead(outgoing, status, list, length)) {
    outgoing.writeHead(status, headOf(outgoing, status, list, length))
  }
}

/** Adds the headers that frame the answer, and gives the list in the form that node takes. */
function headOf(
  outgoing: ServerResponse,
  status: number,
  list: readonly string[],
  length: number | undefined,
): (string | number)[] {
  const head: (string | number)[] = [...list]
  // The length stays a number: node 20.16 compares it with the count of written octets, and would cut off an answer
  // whose length is the text "6".
  if (length !== undefined && hasLength(status)) head.push('content-length', length)
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  return head
}

/** Sets headers one by one. They replace existing ones of the same name, except cookies, which are added. */
function setEach(outgoing: ServerResponse, head: readonly (string | number)[]): void {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  const values = new Map<string, string[]>()
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i] as string
    const value = String(head[i + 1])
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  for (const [name, own] of values) {
    if (name === 'set-cookie') outgoing.appendHeader(name, own)
    else outgoing.setHeader(name, own.length === 1 ? (own[0] as string) : own)
  }
}

/** Gives the list without the headers that frame an answer; `undefined` if the list has none of them. */
function withoutFraming(list: readonly string[]): readonly string[] | undefined {
  let kept: string[] | undefined
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (isFraming(name)) kept ??= list.slice(0, i)
    else kept?.push(name, list[i + 1] as string)
  }
  return kept
}

/** Gives the content length that a handler has set for a stream. Throws a `TypeError` if it is not a number. */
export function promisedLength(list: readonly string[]): number | undefined {
  let length: string | undefined
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] !== 'content-length') continue
    const value = list[i + 1] as string
    if (!DIGITS.test(value) || (length !== undefined && length !== value)) {
      throw new TypeError(`A response's content length is a whole number, got ${JSON.stringify(value)}`)
    }
    length = value
  }
  return length === undefined ? undefined : Number(length)
}

/** Whether a handler has set `Connection: close`. */
function asksToClose(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] === 'connection' && CLOSE.test(list[i + 1] as string)) return true
  }
  return false
}

/** Whether an answer of this status may have a content length. Source: RFC 9110 section 8.6. */
export function hasLength(status: number): boolean {
  return status !== 204 && status !== 304
}

/** Throws a `RangeError` for an informational or unknown status, which cannot end an exchange. */
export function checkFinalStatus(status: number): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return
  throw new RangeError(`A response's status is a whole number from 200 to 599, got ${status}`)
}

function isFraming(name: string): boolean {
  switch (name.length) {
    case 7:
      return name === 'upgrade' || name === 'trailer'
    case 10:
      return name === 'connection' || name === 'keep-alive'
    case 14:
      return name === 'content-length'
    case 16:
      return name === 'proxy-connection'
    case 17:
      return name === 'transfer-encoding'
    default:
      return false
  }
}

const DIGITS = /^\d{1,15}$/
const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i
