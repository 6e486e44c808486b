import type { ServerResponse } from 'node:http'
import type { NodeSource } from './node-source.ts'

/**
 * The headers of an answer without those that frame it: what a handler says of length, coding and connection is not
 * what goes out, but that the connection is to end.
 */
export function ownHead(outgoing: ServerResponse, list: readonly string[]): string[] {
  const head = withoutFraming(list)
  if (head.length < list.length && asksToClose(list)) outgoing.shouldKeepAlive = false
  return head
}

/**
 * Writes the head of an answer; throws a `TypeError` for what none can carry, and has set nothing then.
 *
 * As a list it costs least. Middleware around reads headers one by one, and wants a say when the head goes out.
 */
export function writeHead({ outgoing, server }: NodeSource, { status, statusText }: Response, head: string[]): void {
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  const list = server.isSurrounded ? setEach(outgoing, head) : head
  if (statusText) outgoing.writeHead(status, statusText, list)
  else outgoing.writeHead(status, list)
}

/** Our headers in place of those of the same name that are there, but for cookies, which all count. */
function setEach(outgoing: ServerResponse, head: readonly string[]): undefined {
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  const values = new Map<string, string[]>()
  for (let i = 0; i < head.length; i += 2) {
    const name = head[i] as string
    const value = head[i + 1] as string
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

function withoutFraming(list: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (!isFraming(name)) kept.push(name, list[i + 1] as string)
  }
  return kept
}

/** The length that a handler promises for a stream; throws a `TypeError` for one that is no number. */
export function promisedLength(list: readonly string[]): string | undefined {
  let length: string | undefined
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] !== 'content-length') continue
    const value = list[i + 1] as string
    if (!DIGITS.test(value) || (length !== undefined && length !== value)) {
      throw new TypeError(`A response's content length is a whole number, got ${JSON.stringify(value)}`)
    }
    length = value
  }
  return length
}

/** Whether a handler asks for the connection to end. */
function asksToClose(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] === 'connection' && CLOSE.test(list[i + 1] as string)) return true
  }
  return false
}

/** Whether an answer of this status says how long it is. Source: RFC 9110 section 8.6. */
export function hasLength(status: number): boolean {
  return status !== 204 && status !== 304
}

/** Throws a `RangeError` for a status that a client would wait behind, or not know. */
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
