import type { ServerResponse } from 'node:http'
import { LightResponse } from '../messages/light-response.ts'
import { asksToClose, checkFinalStatus, hasLength, promisedLength, withoutFraming } from './framing.ts'
import { type BodyFraming, settleBody } from './unread-body.ts'
import { drained, PIECE, writeOctets } from './write-octets.ts'

/**
 * Writes a response to node's own, in one go where its body is text; otherwise gives a promise for the end of it.
 *
 * Framing is the server's: a content length is counted, never believed, but for streams, where one that turns out
 * wrong destroys the connection. `framing` tells of the request, whose unread octets are seen to.
 */
export function writeResponse(
  outgoing: ServerResponse,
  response: Response,
  framing: BodyFraming,
): void | Promise<void> {
  if (!LightResponse.isLight(response)) return writeOther(outgoing, response, framing)
  const text = LightResponse.textOf(response)
  if (text === undefined) return writeOther(outgoing, response, framing)
  const list = LightResponse.listOf(response)
  if (framing !== 'none') settleBody(outgoing)
  const head = ownHead(outgoing, list)
  if (hasLength(response.status)) head.push('content-length', text === null ? '0' : String(Buffer.byteLength(text)))
  writeHead(outgoing, response, head)
  if (text === null) outgoing.end()
  else if (text.length <= PIECE || outgoing.req.method === 'HEAD') outgoing.end(text)
  else return writeLong(outgoing, text)
}

async function writeLong(outgoing: ServerResponse, text: string): Promise<void> {
  await writeOctets(outgoing, Buffer.from(text))
  outgoing.end()
}

/** Writes a response of the platform, or a light one that has become a stream. */
async function writeOther(outgoing: ServerResponse, response: Response, framing: BodyFraming): Promise<void> {
  const { status, body } = response
  checkFinalStatus(status)
  const list = [...response.headers].flat()
  const head = ownHead(outgoing, list)
  const isHead = outgoing.req.method === 'HEAD'
  const length = body === null && !isHead ? '0' : promisedLength(list)
  if (length !== undefined && hasLength(status)) head.push('content-length', length)
  const start = () => writeHead(outgoing, response, head)
  if (body !== null && !isHead) return writeStream(outgoing, body, framing, start)
  body?.cancel().catch(ignore)
  if (framing !== 'none') settleBody(outgoing)
  start()
  outgoing.end()
}

async function writeStream(
  outgoing: ServerResponse,
  body: ReadableStream<Uint8Array>,
  framing: BodyFraming,
  start: () => void,
): Promise<void> {
  outgoing.strictContentLength = true
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(ignore)
  outgoing.once('close', cancel)
  try {
    const first = reader.read()
    // An answer whose first chunk is long in coming, such as an event stream, shows its head meanwhile.
    const waiting = setImmediate(() => {
      if (outgoing.headersSent) return
      try {
        start()
        outgoing.flushHeaders()
      } catch {
        // What cannot be written is refused again below, where somebody hears of it.
      }
    })
    let chunk: { done: boolean; value?: Uint8Array | undefined }
    try {
      chunk = await first
    } finally {
      clearImmediate(waiting)
    }
    if (!outgoing.headersSent) start()
    while (!chunk.done && !outgoing.destroyed) {
      const octets: unknown = chunk.value
      if (!(octets instanceof Uint8Array)) throw new TypeError(`A response's stream gives octets, got ${typeof octets}`)
      if (octets.length > PIECE) await writeOctets(outgoing, octets)
      else if (!outgoing.write(octets)) await drained(outgoing)
      chunk = await reader.read()
    }
    if (outgoing.destroyed) return cancel()
    // Until here the request's own body may have been what is written.
    if (framing !== 'none') settleBody(outgoing)
    outgoing.end()
  } catch (error) {
    cancel()
    throw error
  } finally {
    outgoing.off('close', cancel)
  }
}

/** What a handler says in its headers, without what frames the answer; there it is heard whether the connection ends. */
function ownHead(outgoing: ServerResponse, list: readonly string[]): string[] {
  const head = withoutFraming(list)
  if (head.length < list.length && asksToClose(list)) outgoing.shouldKeepAlive = false
  return head
}

function writeHead(outgoing: ServerResponse, response: Response, head: string[]): void {
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  if (response.statusText) outgoing.writeHead(response.status, response.statusText, head)
  else outgoing.writeHead(response.status, head)
}

function ignore(): void {}
