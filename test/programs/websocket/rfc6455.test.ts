import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Application, createServer } from '@app/core'
import { webSocket } from '@app/websocket'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { exchangeFrames, frame, TEXT } from './frames.ts'
import { CASES } from './rfc6455-cases.ts'

// The cases follow those of the Autobahn testsuite. The testsuite itself is not run, since it needs an old version of
// Python. The cases are named by the sections of RFC 6455.

const errors: unknown[] = []
const app = new Application({ onError: (error) => errors.push(error) })
app.pipe(webSocket({ message: (peer, message) => peer.send(message.rawData) }))
const server = createServer(app)
/** A server with the library ws alone, which has to give the same answers as ours. */
const library = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 1_048_576 })
library.on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
let ours = 0

beforeAll(async () => {
  if (library.address() === null) await once(library, 'listening')
  await server.listen({ port: 0, host: '127.0.0.1' })
  ours = server.address?.port ?? 0
})
afterAll(async () => {
  library.close()
  await server.close({ grace: 0 })
  // Invalid frames of a client are not reported as errors of the program.
  expect(errors).toEqual([])
})

test.each(CASES)('our server answers as RFC 6455 requires: $name', async ({ sends, gets }) => {
  expect(await exchangeFrames(ours, sends)).toEqual(gets)
})

test.each(CASES)('the library ws alone gives the same response as our server: $name', async ({ sends, gets }) => {
  expect(await exchangeFrames((library.address() as AddressInfo).port, sends)).toEqual(gets)
})

test('our server agrees to no extension of WebSocket (RFC 6455, 9.1), and so refuses a compressed message', async () => {
  const offered = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n'
  expect(await exchangeFrames(ours, [frame(TEXT, 'a', { reserved: 4 })], offered)).toEqual(['close 1002'])
})
