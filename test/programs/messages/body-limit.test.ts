import { createServer as createHttpServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { readBody } from '@app/body-parser'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  BODY_LIMIT,
  configProvider,
  createServer,
  HttpError,
  type Middleware,
  type Server,
  type ServerRequest,
  text,
  toNodeHandler,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { runs, sampled } from '../sampled.ts'

const MIB = 1_048_576
const running: Server[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})

type Reader = (request: ServerRequest) => Promise<number>

/** Ways to read a body. Each gives the number of bytes that it has read. */
const readers: Readonly<Record<string, Reader>> = {
  'text()': async (request) => (await request.text()).length,
  'json()': async (request) => JSON.stringify(await request.json()).length,
  'bytes()': async (request) => (await request.bytes()).length,
  'arrayBuffer()': async (request) => (await request.arrayBuffer()).byteLength,
  'blob()': async (request) => (await request.blob()).size,
  'readBody()': async (request) => (await readBody(request)).length,
  body: async (request) => {
    let size = 0
    for await (const chunk of request.body ?? []) size += chunk.length
    return size
  },
  'body, into buffers of the reader': async ({ body }) => {
    const reader = body?.getReader({ mode: 'byob' })
    let size = 0
    for (let chunk = await reader?.read(new Uint8Array(50_000)); chunk && !chunk.done; ) {
      size += chunk.value.length
      chunk = await reader?.read(new Uint8Array(50_000))
    }
    return size
  },
  'a response made of body': async (request) => (await new Response(request.body).text()).length,
  'raw.text()': async (request) => (await request.raw.text()).length,
  'raw.arrayBuffer()': async (request) => (await request.raw.arrayBuffer()).byteLength,
  'raw.clone()': async (request) => (await request.raw.clone().text()).length,
  'a request made of raw': async (request) => (await new Request('http://example.org/', request.raw).text()).length,
  'text(), after raw was made': async (request) => (request.raw.bodyUsed ? -1 : (await request.text()).length),
}

const app = (errors: unknown[] = []) =>
  new Application({ onError: (error) => errors.push(error) }).pipe(async (request) => {
    const read = readers[decodeURIComponent(request.path.slice(1))] as Reader
    return text(String(await read(request).catch(rethrown)))
  })

/** Rethrows an `HttpError`. Throws another error if a library has replaced the `HttpError` with an error of its own. */
function rethrown(error: unknown): never {
  if (error instanceof HttpError) throw error
  throw new Error('not an HttpError', { cause: error })
}

/** Makes a stream of bytes, which is sent in chunks, without a content length. */
function streamed(size: number): ReadableStream<Uint8Array> {
  let left = size
  return new ReadableStream({
    pull(controller) {
      const length = Math.min(left, 65_536)
      left -= length
      controller.enqueue(new Uint8Array(length).fill(0x31))
      if (left === 0) controller.close()
    },
  })
}

async function start(options?: Parameters<typeof createServer>[1]): Promise<string> {
  const server = await createServer(app(), options).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  return `http://127.0.0.1:${server.address?.port}`
}

const bodies: Readonly<Record<string, (size: number) => RequestInit>> = {
  'with a Content-Length': (size) => ({ body: '1'.repeat(size) }),
  'in chunks': (size) => ({ body: streamed(size), duplex: 'half' }) as RequestInit,
}

describe.each(Object.keys(readers))('a body that is read by %s may be as long as the limit, and no longer', (name) => {
  const path = `/${encodeURIComponent(name)}`
  const isJson = name === 'json()'

  test.each(Object.keys(bodies))(
    'over a socket, a body %s is read up to the limit, and answered with 413 above it',
    async (how) => {
      const url = await start({ bodyLimit: 300_000 })
      const ask = (size: number) => fetch(url + path, { method: 'POST', ...bodies[how]?.(size) })
      const within = await ask(isJson ? 15 : 300_000)
      expect([within.status, await within.text()]).toEqual([200, isJson ? '15' : '300000'])
      expect((await ask(300_001)).status).toBe(413)
    },
  )

  test.each(Object.keys(bodies))(
    'from a platform, a body %s is read up to the limit, and answered with 413 above it',
    async (how) => {
      const ask = (size: number) => app().request(path, { method: 'POST', ...bodies[how]?.(size) })
      expect((await ask(isJson ? 15 : MIB)).status).toBe(200)
      expect((await ask(MIB + 1)).status).toBe(413)
    },
  )
})

test('a limit that is given to readBody() overrides the limit of the server', async () => {
  const limits = new Application({ onError: () => undefined }).pipe(async (request) => {
    const limit = Number(request.query.get('limit'))
    if (request.query.has('looked')) void request.body
    const bytes = await readBody(request, { limit })
    return text(`${bytes.length} ${(await request.text()).length}`)
  })
  const server = await createServer(limits, { bodyLimit: 100 }).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  const roads = [
    (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init),
    async (path: string, init: RequestInit) => limits.request(path, init),
  ]
  for (const ask of roads) {
    for (const how of Object.keys(bodies)) {
      for (const looked of ['', '&looked']) {
        const post = (size: number, limit: number) =>
          ask(`/?limit=${limit}${looked}`, { method: 'POST', ...bodies[how]?.(size) })
        expect(await (await post(2_000_000, 3_000_000)).text()).toBe('2000000 2000000')
        expect((await post(50, 10)).status).toBe(413)
      }
    }
  }
})

test('each read of a body has its own limit, which also applies to bytes that an earlier read has stored', async () => {
  const handler = new Application({ onError: () => undefined }).pipe(async (request) => {
    await request.text()
    return text(String((await readBody(request, { limit: 5 })).length))
  })
  expect((await handler.request('/', { method: 'POST', body: '12345' })).status).toBe(200)
  expect((await handler.request('/', { method: 'POST', body: '123456' })).status).toBe(413)
})

test.each(['abc', Number.NaN, -1, null, 1.5])('readBody() refuses %s as a limit', async (limit) => {
  const handler = new Application({ onError: () => undefined }).pipe(async (request) => {
    const error = await readBody(request, { limit: limit as number }).catch((thrown: unknown) => thrown)
    return text(String(error instanceof TypeError))
  })
  expect(await (await handler.request('/', { method: 'POST', body: 'x' })).text()).toBe('true')
})

/**
 * Clients of two kinds: some send the whole body before they look for a response, others read the response as it comes.
 */
const clients: Readonly<Record<string, (url: URL, size: number) => Promise<number | string>>> = {
  'fetch()': async (url, size) =>
    (await fetch(url, { method: 'POST', body: streamed(size), duplex: 'half' } as RequestInit)).status,
  'a client of node:http': (url, size) =>
    new Promise((resolve) => {
      const sending = httpRequest(url, { method: 'POST' }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode as number))
      })
      sending.on('error', (error) => resolve(error.message))
      const chunk = Buffer.alloc(65_536, 0x31)
      let left = size
      const send = () => {
        while (left > 0) {
          left -= chunk.length
          if (!sending.write(chunk)) return sending.once('drain', send)
        }
        sending.end()
      }
      send()
    }),
  'a client that reads when it has sent all': (url, size) =>
    new Promise((resolve) => {
      let answer = ''
      const socket = connect(Number(url.port), url.hostname)
      socket.pause()
      socket.on('error', (error) => resolve(error.message))
      socket.on('data', (data) => {
        answer += data.toString('latin1')
      })
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])))
      socket.write(`POST ${url.pathname} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const chunk = Buffer.from(`10000\r\n${'1'.repeat(65_536)}\r\n`)
      let left = size
      const send = (): unknown => {
        for (; left > 0; left -= 65_536) {
          if (!socket.write(chunk)) {
            left -= 65_536
            return socket.once('drain', send)
          }
        }
        return socket.write('0\r\n\r\n', () => socket.resume())
      }
      send()
    }),
}

describe.each(Object.keys(clients))('%s sends 20 MB in chunks and gets the response', (client) => {
  test.each([
    ['a 413 if the handler reads text()', 'text()', 413],
    ['a 413 if the handler reads the stream body', 'body', 413],
    ['a 200 if the handler reads nothing', 'none', 200],
  ])('the client gets %s', async (_, path, status) => {
    const unread = new Application().pipe('/none', () => text('not read')).pipe(app())
    const server = await createServer(unread).listen({ port: 0, host: '127.0.0.1' })
    running.push(server)
    const url = new URL(`http://127.0.0.1:${server.address?.port}/${path}`)
    for (let round = 0; round < runs(3); round++) expect(await clients[client]?.(url, 20_000_000)).toBe(status)
  })
})

test('the server closes the connection of a client that stops sending after a 413', async () => {
  const server = createHttpServer(toNodeHandler(app(), { bodyLimit: 10 }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write('POST /text() HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n12345678901234567890\r\n')
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  socket.destroy()
  server.close()
})

describe.each(sampled(Object.keys(readers), () => 'all', 4))(
  'a route has a limit of its own for a body that is read by %s',
  (name) => {
    const router = () => new FindMyWayRouter()
    const read: Middleware = async (request) => text(String(await (readers[name] as Reader)(request).catch(rethrown)))
    const post = (size: number): RequestInit => ({
      method: 'POST',
      body: name === 'json()' ? `"${'1'.repeat(size - 2)}"` : '1'.repeat(size),
    })

    test('a route with the metadata BODY_LIMIT, set in code, has that limit', async () => {
      const app = new Application({ router: router(), onError: () => undefined })
      app.post('/large', read).set(BODY_LIMIT, 2 * MIB)
      app.post('/small', read).set(BODY_LIMIT, 10)
      app.post('/usual', read)
      const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
      running.push(server)
      const roads = [
        (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init),
        async (path: string, init: RequestInit) => app.request(path, init),
      ]
      for (const ask of roads) {
        expect((await ask('/large', post(2 * MIB))).status).toBe(200)
        expect((await ask('/large', post(2 * MIB + 1))).status).toBe(413)
        expect((await ask('/usual', post(MIB + 1))).status).toBe(413)
        expect((await ask('/small', post(10))).status).toBe(200)
        expect((await ask('/small', post(11))).status).toBe(413)
      }
    })
  },
)

test('the limit of a route may be set as metadata in the configuration, which refuses an invalid limit', async () => {
  const configured = async (limit: unknown) => {
    const read = async (request: ServerRequest) => text(String((await request.text()).length))
    const routes = [{ path: '/', middleware: read, metadata: { '@app/core/body-limit': limit } }]
    const invokables = { '@app/router/RouterInterface': FindMyWayRouter }
    const config = await resolveConfig(defineConfig([configProvider, { routes, dependencies: { invokables } }]))
    return createContainer(config).get(Application.SERVICE)
  }
  const app = await configured(2 * MIB)
  expect(await (await app.request('/', { method: 'POST', body: 'x'.repeat(2 * MIB) })).text()).toBe(String(2 * MIB))
  for (const limit of ['50mb', -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(configured(limit)).rejects.toThrow('the limit is an integer of at least 0')
    expect(() =>
      new Application({ router: new FindMyWayRouter() }).post('/', () => text('')).set(BODY_LIMIT, limit as number),
    ).toThrow('the limit is an integer of at least 0')
  }
})

test('stopping the server does not wait for a client that goes on sending after the server has answered it', async () => {
  const server = await createServer(app(), { bodyLimit: 10 }).listen({ port: 0, host: '127.0.0.1' })
  const socket = connect({ port: server.address?.port as number, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.write('POST /text() HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n12345678901234567890\r\n')
  const sending = setInterval(() => socket.write('1\r\nx\r\n'), 100)
  await new Promise((resolve) => socket.once('data', resolve))
  let isStopped = false
  const stopped = server.close({ grace: 600 }).then((isWhole) => {
    isStopped = true
    return isWhole
  })
  await expect.poll(() => isStopped).toBe(true)
  expect(await stopped).toBe(true)
  clearInterval(sending)
  socket.destroy()
})

test.each<[string, Middleware]>([
  ['that is too large, read as bytes', async (request) => text(String((await request.bytes()).length))],
  [
    'that is too large, read as a stream',
    async (request) => text(String((await new Response(request.body).bytes()).length)),
  ],
  [
    'of which only the first chunk is read',
    async (request) => {
      const reader = request.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      return text('', { status: 413 })
    },
  ],
  [
    'that nobody reads',
    async (request) => {
      await request.body?.cancel()
      return text('', { status: 413 })
    },
  ],
])('a form %s causes no unhandled rejection', async (_what, handler) => {
  const rejections: unknown[] = []
  const hear = (error: unknown) => rejections.push(error)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const form = new FormData()
  for (const name of ['a', 'b', 'c']) form.append(name, new File([new Uint8Array(2 * MIB)], name))
  const response = await new Application().pipe(handler).request('/', { method: 'POST', body: form })
  expect(response.status).toBe(413)
  // Waits, since the stream of a form in memory may still give chunks, and a late one could cause a rejection.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(rejections).toEqual([])
})
