import type { ServerResponse } from 'node:http'
import { discard } from '../messages/discard.ts'
import type { NodeSource } from './node-source.ts'
import { Outlet } from './outlet.ts'
import { hasLength, writeHead } from './response-head.ts'
import { settleBody } from './unread-body.ts'

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

/**
 * Writes a response whose body is a stream, no faster than its client takes it; rejects when the stream fails.
 *
 * A body of one chunk, as texts and buffers of the platform are, goes out with its length. An answer whose first chunk is
 * long in coming, such as an event stream, shows its head meanwhile. What a HEAD request does not get is let go.
 */
export async function writeStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  source: NodeSource,
  head: string[],
  promised: string | undefined,
): Promise<void> {
  const { outgoing, framing } = source
  if (outgoing.destroyed) return discard(response)
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(ignore)
  outgoing.once('close', cancel)
  try {
    const first = reader.read()
    const begun = await withinTurn(first)
    let second: Promise<Chunk> | undefined
    let length = promised
    if (begun?.done) length ??= '0'
    else if (begun !== undefined && promised === undefined) {
      second = reader.read()
      if (await isLast(second)) length = String(octetsOf(begun).length)
    }
    if (length !== undefined && hasLength(response.status)) head.push('content-length', length)
    const isHead = outgoing.req.method === 'HEAD'
    if (isHead && framing !== 'none') settleBody(outgoing)
    outgoing.strictContentLength = !isHead
    writeHead(source, response, head)
    if (isHead) {
      cancel()
      outgoing.end()
      return
    }
    if (begun === undefined) outgoing.flushHeaders()
    if (length === undefined) endless.set(outgoing, isEventStream(head))
    const outlet = new Outlet(outgoing)
    let next: Promise<Chunk> | undefined = second
    for (let chunk = begun ?? (await first); !chunk.done && outlet.isOpen; next = undefined) {
      const full = outlet.write(octetsOf(chunk))
      if (full) await full
      chunk = await (next ?? reader.read())
    }
    if (!outlet.isOpen) return cancel()
    // Until here the request's own body may have been what is written.
    if (framing !== 'none') settleBody(outgoing)
    outgoing.end()
  } catch (error) {
    cancel()
    // Of an answer that was ended from outside nobody waits for more.
    if (!outgoing.writableEnded) throw error
  } finally {
    outgoing.off('close', cancel)
  }
}

/**
 * Called when the server stops: tells whoever makes a stream without a known end, by the signal of its request.
 *
 * Event streams are at their end then: their clients ask again, and somebody else answers.
 */
export function endOpenStream(source: NodeSource): void {
  const isEvents = endless.get(source.outgoing)
  if (isEvents === undefined) return
  endless.delete(source.outgoing)
  if (isEvents) source.outgoing.end()
  source.abort(new DOMException('The server stops', 'AbortError'))
}

/** Answers that stream until somebody ends them, and whether they are event streams. */
const endless = new WeakMap<ServerResponse, boolean>()

function isEventStream(head: readonly string[]): boolean {
  const at = head.indexOf('content-type')
  return at !== -1 && /^text\/event-stream\b/i.test(head[at + 1] as string)
}

function octetsOf({ value }: Chunk): Uint8Array {
  const octets: unknown = value
  if (octets instanceof Uint8Array) return octets
  throw new TypeError(`A response's stream gives octets, got ${typeof octets}`)
}

/** What a promise gives before the event loop turns, as all that is in memory does; `undefined` for what takes longer. */
function withinTurn<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const turn = setImmediate(resolve, undefined)
    promise.then(resolve, reject).finally(() => clearImmediate(turn))
  })
}

/** Whether nothing follows, as far as that is known by now; a failure shows when it is waited for. */
async function isLast(next: Promise<Chunk>): Promise<boolean> {
  const chunk = await withinTurn(next).catch(() => undefined)
  return chunk?.done === true
}

function ignore(): void {}
