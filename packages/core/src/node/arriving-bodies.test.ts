import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Application, createServer, type Server, text } from '../index.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close({ grace: 0 })
})

/**
 * Starts a server that answers with the body of each request. It records node's `IncomingMessage` objects in the order
 * of their arrival.
 */
async function echo(bodyLimit = 1_000) {
  const app = new Application()
  app.pipe(async (request) => text(await request.text()))
  const server = await createServer(app, { bodyLimit }).listen({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  const seen: IncomingMessage[] = []
  server.node.on('request', (message) => seen.push(message))
  const url = `http://127.0.0.1:${server.address?.port}/`
  const send = async (body: string | ReadableStream<Uint8Array>) =>
    (
      await fetch(url, { method: 'POST', body, ...(body instanceof ReadableStream && { duplex: 'half' }) } as never)
    ).text()
  return { send, seen, server, port: server.address?.port as number }
}

test('a body that arrives in pieces is read as a whole', async () => {
  const { send } = await echo()
  const pieces = ['one ', 'two ', 'three'].map((piece) => new TextEncoder().encode(piece))
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })

  expect(await send(body)).toBe('one two three')
})

test('a body above the limit is refused, and the server answers the next request', async () => {
  const { send, port } = await echo(10)
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  await once(socket, 'connect')
  socket.write('20\r\n01234567890123456789012345678901\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()

  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  expect(await send('after it')).toBe('after it')
})

test('an "end" listener that is added to an IncomingMessage after the response is still called', async () => {
  const { send, seen } = await echo()
  await send('heard')
  const message = seen.at(-1) as IncomingMessage
  if (!message.readableEnded) await once(message, 'end')

  expect(message.complete).toBe(true)
})

test('the body of an IncomingMessage that a test has made by hand is read', async () => {
  const { server } = await echo()
  const message = new IncomingMessage(new Socket())
  Object.assign(message, { method: 'POST', url: '/', rawHeaders: ['Host', 'x', 'Content-Length', '4'] })
  message._read = () => {
    message.push('made')
    message.push(null)
    message.complete = true
  }
  const response = new ServerResponse(message)
  const ended = new Promise((resolve) => Object.assign(response, { end: resolve }))
  server.node.emit('request', message, response)

  expect(String(await ended)).toBe('made')
})
