import type { ServerResponse } from 'node:http'
import type { NodeSource } from './node-source.ts'

/** Names and values of headers in turn, as node takes them. */
export type HeadList = (string | number)[]

/**
 * The headers of an answer with its content length, and without those that frame it, since the server sets length,
 * coding and connection. It honors `Connection: close`.
 */
export function ownHead(outgoing: ServerResponse, list: readonly string[], length: string | undefined): string[] {
  const head = withoutFraming(list) ?? list
  if (head.length < list.length && asksToClose(list)) outgoing.shouldKeepAlive = false
  if (length === undefined) return [...head]
  // A list of exactly this length, for the usual head, takes a third of the memory of one that grows.
  if (head.length === 2) return [head[0] as string, head[1] as string, 'content-length', length]
  return [...head, 'content-length', length]
}

/**
 * Writes the head of an answer. Throws a `TypeError` for invalid headers, and has set none of them then.
 *
 * A list is the cheapest form. If other middleware stands around, headers are set one by one, so that it can read and
 * change them.
 */
export function writeHead({ outgoing, server }: NodeSource, { status, statusText }: Response, head: HeadList): void {
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  const list = server.isSurrounded ? setEach(outgoing, head) : head
  if (statusText) outgoing.writeHead(status, statusText, list)
  else outgoing.writeHead(status, list)
}

/** Sets headers one by one. They replace existing ones of the same name, except cookies, which are added. */
function setEach(outgoing: ServerResponse, head: Readonly<HeadList>): undefined {
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

/** The list without the headers that frame an answer; `undefined` if it has none of them. */
function withoutFraming(list: readonly string[]): readonly string[] | undefined {
  if (!hasFraming(list)) return undefined
  const kept: string[] = []
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (!isFraming(name)) kept.push(name, list[i + 1] as string)
  }
  return kept
}

function hasFraming(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) if (isFraming(list[i] as string)) return true
  return false
}

/** The content length that a handler has set for a stream. Throws a `TypeError` if it is not a number. */
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

/** Whether a handler has set `Connection: close`. */
function asksToClose(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] === 'connection' && CLOSE.test(list[i + 1] as string)) return true
  }
  return false
}

/** Whether an answer of this status has a content length. Source: RFC 9110 section 8.6. */
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
