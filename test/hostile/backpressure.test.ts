import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type RequestHandler, text } from '@app/core'
import { expect, test } from 'vitest'
import { readSlowly } from './slow-reader.ts'

const CHUNK = new Uint8Array(65_536)
const WHOLE = 256 * 1_048_576

/** The most bytes that the buffers of the server, the client and the operating system hold together. */
const ON_THE_WAY = 24 * 1_048_576

test.concurrent('a stream is produced no faster than its client reads', async () => {
  let made = 0
  let taken = 0
  let furthest = 0
  let isCancelled = false
  const pull = (controller: ReadableStreamDefaultController) => {
    made += CHUNK.length
    furthest = Math.max(furthest, made - taken)
    if (made < WHOLE) controller.enqueue(CHUNK)
    else controller.close()
  }
  const cancel = () => {
    isCancelled = true
  }
  const server = createServer(() => new Response(new ReadableStream({ pull, cancel })))
  await server.listen({ port: 0, host: '127.0.0.1' })
  await readSlowly(server.address?.port as number, '/', 3_000, (bytes) => {
    taken = bytes
  })
  expect(taken).toBeGreaterThan(1_000_000)
  expect(furthest).toBeLessThan(ON_THE_WAY)
  await expect.poll(() => isCancelled).toBe(true)
  await server.close({ grace: 0.1 })
})

test.concurrent('an upload is received no faster than its handler reads it', async () => {
  let sent = 0
  let read = 0
  let furthest = 0
  const handler: RequestHandler = async (request) => {
    for await (const chunk of request.body as ReadableStream<Uint8Array>) {
      read += chunk.length
      await sleep(20)
    }
    return text('whole')
  }
  const server = createServer(handler, { bodyLimit: WHOLE })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect({ port: server.address?.port as number, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${WHOLE}\r\n\r\n`)
  const upload = () => {
    for (let hasRoom = true; hasRoom && sent < WHOLE; ) {
      sent += CHUNK.length
      furthest = Math.max(furthest, sent - read)
      hasRoom = socket.write(CHUNK)
    }
  }
  socket.on('drain', upload)
  upload()
  await sleep(3_000)
  socket.destroy()
  expect(read).toBeGreaterThan(1_000_000)
  expect(furthest).toBeLessThan(ON_THE_WAY)
  await server.close({ grace: 0.1 })
})
