import type { ServerResponse } from 'node:http'
import { LightHeaders } from '../messages/light-headers.ts'
import { LightResponse } from '../messages/light-response.ts'

/**
 * Writes a response to node's own, in one go where its body is text; otherwise gives a promise for the end of it.
 *
 * Framing is the server's: a content length is counted, never believed, but for streams, where one that turns out
 * wrong destroys the connection.
 */
export function writeResponse(outgoing: ServerResponse, response: Response): void | Promise<void> {
  const text = LightResponse.isLight(response) ? LightResponse.textOf(response) : undefined
  if (text === undefined) return writeStream(outgoing, response)
  const { headers } = response
  const list = LightHeaders.isLight(headers) ? LightHeaders.listOf(headers) : [...headers].flat()
  const head = withoutFraming(list)
  if (hasLength(response.status)) head.push('content-length', text === null ? '0' : String(Buffer.byteLength(text)))
  writeHead(outgoing, response, head)
  if (text === null) outgoing.end()
  else outgoing.end(text)
}

async function writeStream(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = response.body
  const list = [...response.headers].flat()
  const head = list.filter((_, i) => list[i - (i % 2)] !== 'transfer-encoding')
  if (body === null || outgoing.req.method === 'HEAD') {
    body?.cancel().catch(ignore)
    writeHead(outgoing, response, head)
    outgoing.end()
    return
  }
  outgoing.strictContentLength = true
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(ignore)
  outgoing.once('close', cancel)
  try {
    const first = reader.read()
    // An answer whose first chunk is long in coming, such as an event stream, shows its head meanwhile.
    const waiting = setImmediate(() => {
      if (outgoing.headersSent) return
      writeHead(outgoing, response, head)
      outgoing.flushHeaders()
    })
    let chunk: { done: boolean; value?: Uint8Array | undefined }
    try {
      chunk = await first
    } finally {
      clearImmediate(waiting)
    }
    if (!outgoing.headersSent) writeHead(outgoing, response, head)
    while (!chunk.done && !outgoing.destroyed) {
      if (!outgoing.write(chunk.value)) await drained(outgoing)
      chunk = await reader.read()
    }
    outgoing.end()
  } catch (error) {
    cancel()
    throw error
  } finally {
    outgoing.off('close', cancel)
  }
}

function writeHead(outgoing: ServerResponse, response: Response, head: string[]): void {
  if (outgoing.shouldKeepAlive === false) head.push('connection', 'close')
  if (response.statusText) outgoing.writeHead(response.status, response.statusText, head)
  else outgoing.writeHead(response.status, head)
}

function withoutFraming(list: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if (name !== 'content-length' && name !== 'transfer-encoding') kept.push(name, list[i + 1] as string)
  }
  return kept
}

function hasLength(status: number): boolean {
  return status !== 204 && status !== 304
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
    if (outgoing.destroyed) done()
  })
}

function ignore(): void {}
