import type { ServerResponse } from 'node:http'
import { type Chunks, isChunks } from '../response/content.ts'
import { discard } from '../response/discard.ts'
import { headerName } from '../response/header-syntax.ts'
import { LightResponse } from '../response/light-response.ts'
import type { NodeSource } from './node-source.ts'
import { Outlet, PIECE } from './outlet.ts'
import { ownHeaders, writeHead } from './response-head.ts'
import { settleBody } from './unread-body.ts'
import { writeStream } from './write-stream.ts'

/**
 * Writes a response. Text and bytes up to `PIECE`, and a response without a body, are written at once. For any other
 * body, the function returns a promise that settles when the body was sent.
 *
 * The server frames the response: it counts the content length itself. Only for streams, and for responses to HEAD
 * without a body, it uses the length that the handler has set. If the length of a stream is wrong, the connection is
 * destroyed. The function also handles the rest of an unread request body.
 */
export function writeResponse(response: Response, source: NodeSource): void | Promise<void> {
  const content = LightResponse.contentOf(response)
  if (typeof content !== 'string' && (content === undefined || isChunks(content))) {
    return writeOther(response, content, source)
  }
  const { outgoing, framing } = source
  const list = ownHeaders(outgoing, LightResponse.listOf(response as unknown as LightResponse))
  if (framing !== 'none') settleBody(outgoing)
  const length = content === null ? 0 : Buffer.byteLength(content)
  const encoding = writeHead(source, response, list, length)
  if (content === null) outgoing.end()
  else if (content.length > PIECE && outgoing.req.method !== 'HEAD') return writeLong(outgoing, content)
  // Node writes the head together with the first piece of the body: in the encoding of that piece if it is a string,
  // and in Latin-1 if it is bytes.
  else if (typeof content === 'string' && encoding === 'latin1') outgoing.end(Buffer.from(content))
  else outgoing.end(content)
}

async function writeLong(outgoing: ServerResponse, content: string | Uint8Array): Promise<void> {
  await new Outlet(outgoing).write(typeof content === 'string' ? Buffer.from(content) : content)
  outgoing.end()
}

/** Writes a response of the platform, or a `LightResponse` whose body comes in chunks or is a stream. */
function writeOther(response: Response, chunks: Chunks | undefined, source: NodeSource): void | Promise<void> {
  try {
    checkFinalStatus(response.status)
    const list = chunks ? LightResponse.listOf(response as never) : foreignLines(response.headers)
    const body = chunks ?? response.body
    if (body === null) return writeEmpty(response, source, list)
    return writeStream(response, body, source, ownHeaders(source.outgoing, list), promisedLength(list))
  } catch (error) {
    discard(response)
    throw error
  }
}

/**
 * Returns the headers of a response that this package has not made as a flat list. The names are checked and converted
 * to lower case, since headers of another class may have names in any form.
 */
function foreignLines(headers: Headers): string[] {
  return [...headers].flatMap(([name, value]) => [headerName(name), `${value}`])
}

function writeEmpty(response: Response, source: NodeSource, list: readonly string[]): void {
  const { outgoing, framing } = source
  const length = outgoing.req.method === 'HEAD' ? (promisedLength(list) ?? lengthOfNothing(list)) : 0
  const own = ownHeaders(outgoing, list)
  if (framing !== 'none') settleBody(outgoing)
  writeHead(source, response, own, length)
  outgoing.end()
}

/**
 * The length for a response to HEAD that has neither a body nor a length: 0 as for GET, unless the response has a
 * content type. It then stands for a body that HEAD does not send, such as a response that was fetched by HEAD and is
 * passed on.
 */
function lengthOfNothing(list: readonly string[]): number | undefined {
  return list.includes('content-type') ? undefined : 0
}

/**
 * Returns the content length in the headers of a stream or of a response without a body; `undefined` if they have none.
 * Throws a `TypeError` if it is not an integer, or if there are two different ones.
 */
function promisedLength(list: readonly string[]): number | undefined {
  let length: string | undefined
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] !== 'content-length') continue
    const value = list[i + 1] as string
    if (!DIGITS.test(value) || (length !== undefined && length !== value)) {
      throw new TypeError(`A response's content length is an integer, got ${JSON.stringify(value)}`)
    }
    length = value
  }
  return length === undefined ? undefined : Number(length)
}

/** Throws a `RangeError` for an informational or unknown status, which cannot end an exchange. */
function checkFinalStatus(status: number): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return
  throw new RangeError(`A response's status is an integer from 200 to 599, got ${status}`)
}

const DIGITS = /^\d{1,15}$/
