import { once } from 'node:events'
import { createServer as createHttp, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { text as whole } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createServer, HttpError, json, type RequestHandler, text, toNodeHandler } from '../index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serving(handler: RequestHandler): Promise<string> {
  const server = await createServer(handler).listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => server.close({ grace: 0.1 }))
  return `http://127.0.0.1:${server.address?.port}`
}

test('a stream of strings is sent in UTF-8', async () => {
  const texts = new ReadableStream({
    start(controller) {
      for (const chunk of ['Grüße', ', ', '世界']) controller.enqueue(chunk)
      controller.close()
    },
  })
  const url = await serving(() => new Response(texts))
  expect(await (await fetch(url)).text()).toBe('Grüße, 世界')
})

test('the event loop runs other code while a stream whose chunks are always ready is sent to a fast client', async () => {
  const socket = new Writable({ write: (_chunk, _encoding, taken) => taken() }) as unknown as Socket
  const incoming = Object.assign(new IncomingMessage(socket), { method: 'GET', url: '/' })
  const outgoing = new ServerResponse(incoming)
  outgoing.assignSocket(socket)
  socket.on('drain', () => outgoing.emit('drain'))
  let chunks = 0
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1_024))
      if (++chunks === 20_000) controller.close()
    },
  })
  setImmediate(turn)
  await toNodeHandler(() => new Response(stream))(incoming, outgoing)
  isOver = true
  // The first chunks take two turns of the event loop. If all other chunks were sent in one turn, the count would stay
  // at two.
  expect(turns).toBeGreaterThan(4)
})

test('a server that was closed refuses to listen again, and its error says to make a new server', async () => {
  const server = await createServer(() => text('ok')).listen({ port: 0, host: '127.0.0.1' })
  await server.close()
  await expect(server.listen({ port: 0, host: '127.0.0.1' })).rejects.toThrow('Make a new one: createServer(…)')
})

test.each<[string, RequestHandler]>([
  ['text()', async (request) => text(await request.text())],
  ['body', (request) => new Response(request.body)],
  ['raw', async (request) => text(await request.raw.text())],
])(
  'reading a body fails with an error if middleware before it has called setEncoding(): %s',
  async (_name, handler) => {
    const reported: unknown[] = []
    const listener = toNodeHandler(
      async (request) => {
        try {
          const response = await handler(request)
          return text(await response.text())
        } catch (error) {
          reported.push((error as Error).message)
          throw new HttpError(500)
        }
      },
      { onError: () => undefined },
    )
    const server = createHttp(((incoming, outgoing) => {
      incoming.setEncoding('utf8')
      void listener(incoming, outgoing)
    }) as RequestListener).listen(0, '127.0.0.1')
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'Grüße',
      headers: { connection: 'close' },
    })
    expect(answer.status).toBe(500)
    expect(reported).toEqual([expect.stringContaining("setEncoding('utf8')")])
  },
)

test('reading a body for the first time after the response was sent fails with an error that says so', async () => {
  let read: Promise<unknown> = Promise.resolve()
  const url = await serving((request) => {
    read = sleep(20).then(() => request.text())
    read.catch(() => undefined)
    return json({})
  })
  await fetch(url, { method: 'POST', body: 'too late' })
  await expect(read).rejects.toThrow('is read after the answer was sent')
})

test.each<[string, RequestHandler, RegExp]>([
  ['an answer that is made at once', () => text('ok'), /^HTTP\/1\.1 200 .*ok$/s],
  ['no answer that is made later, as docs/deploying.md says', () => sleep(50).then(() => text('late')), /^$/],
])('a client that ends its sending side gets %s', async (_what, handler, answer) => {
  const socket = connect({ port: Number(new URL(await serving(handler)).port), allowHalfOpen: true })
  socket.end('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await whole(socket)).toMatch(answer)
})
