import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, expect, test } from 'vitest'
import {
  Application,
  createServer,
  json,
  Pipeline,
  type Server,
  type ServerOptions,
  text,
  toNodeHandler,
} from '../index.ts'

const running: Server[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})

async function start(handler: Parameters<typeof createServer>[0], options?: ServerOptions): Promise<string> {
  const server = await createServer(handler, options).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  return `http://127.0.0.1:${server.address?.port}`
}

function application(errors: unknown[] = []): Application {
  return new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
}

/** Sends bytes unchanged, and returns the bytes that come back until the server closes the connection. */
function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(2_000, () => socket.destroy(new Error(`no end after: ${answer}`)))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('4.4: the server serves a pipeline, an application and a function', async () => {
  const handler = () => text('hello')
  for (const served of [new Pipeline().pipe(handler), application().pipe(handler), handler, { handle: handler }]) {
    const response = await fetch(await start(served))
    expect([response.status, await response.text(), response.headers.get('content-length')]).toEqual([
      200,
      'hello',
      '5',
    ])
  }
})

test('a body is read as text, JSON, form or bytes', async () => {
  const app = application()
  app.post('/text', async (request) => text(await request.text()))
  app.post('/json', async (request) => json((await request.json()) as object))
  app.post('/form', async (request) => text(String((await request.formData()).get('a'))))
  app.post('/bytes', async (request) => text(String((await request.bytes()).length)))
  const url = await start(app)
  const post = async (path: string, body: NonNullable<RequestInit['body']>) =>
    (await fetch(url + path, { method: 'POST', body })).text()
  expect(await post('/text', 'größe')).toBe('größe')
  expect(await post('/json', '{"a":[1]}')).toBe('{"a":[1]}')
  expect(await post('/form', new URLSearchParams({ a: 'x y' }))).toBe('x y')
  const form = new FormData()
  form.set('a', 'multi')
  expect(await post('/form', form)).toBe('multi')
  expect(await post('/bytes', new Uint8Array(70_000))).toBe('70000')
  const { status } = await fetch(`${url}/json`, { method: 'POST', body: '{"a":' })
  expect(status).toBe(400)
})

test('a body that was read as a stream cannot be read again, and the error names the earlier reader', async () => {
  const app = application()
  app.post('/', async (request) => {
    const first = await request.raw.text()
    return text(`${first} ${request.bodyUsed} ${await request.text().catch((error: Error) => error.message)}`)
  })
  const answer = await fetch(await start(app), { method: 'POST', body: 'x' })
  expect(await answer.text()).toMatch(/^x true The request's body was already read, as a stream: through body or raw/)
})

test('a body over the limit is answered with 413, whether its length is announced or not', async () => {
  const app = application()
  app.post('/', async (request) => text(await request.text()))
  const url = await start(app, { bodyLimit: 10 })
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(10) })).status).toBe(200)
  expect((await fetch(url, { method: 'POST', body: 'x'.repeat(11) })).status).toBe(413)
  const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n'
  expect(await raw(url, chunked)).toMatch(/^HTTP\/1\.1 413 .*\r\n[\s\S]*connection: close/i)
})

test('createServer() refuses an invalid bodyLimit', () => {
  for (const bodyLimit of ['abc', Number.NaN, -1, '', null, Number.POSITIVE_INFINITY]) {
    expect(() => createServer(() => text(''), { bodyLimit: bodyLimit as number })).toThrow('"bodyLimit"')
  }
})

test('a client gets a 100 Continue only when the body is read', async () => {
  const app = application()
  app.post('/read', async (request) => text(await request.text()))
  app.post('/refuse', () => text('no', { status: 401 }))
  const url = await start(app)
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`
  expect(await raw(url, `${head('/read')}ok`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  expect(await raw(url, `${head('/refuse')}ok`)).toMatch(/^HTTP\/1\.1 401 /)
})

test('responses to HEAD and of status 204 have no body, and the next response on the connection is intact', async () => {
  const app = application()
  app.get('/', () => text('hello'))
  app.get('/none', () => new Response(null, { status: 204 }))
  const url = await start(app)
  const answers = await raw(
    url,
    'HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /none HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 204', 'HTTP/1.1 200'])
  expect(answers.match(/hello/g)).toHaveLength(1)
})

test('the server computes the content length itself, and writes one header line per cookie', async () => {
  const app = application()
  app.get('/', () => {
    const response = text('größe', { headers: { 'content-length': '3', 'transfer-encoding': 'chunked' } })
    response.headers.append('set-cookie', 'a=1')
    response.headers.append('set-cookie', 'b=2')
    return response
  })
  const answer = await raw(await start(app), 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(answer.match(/content-length: .*/gi)).toEqual(['content-length: 7'])
  expect(answer).not.toMatch(/transfer-encoding/i)
  expect(answer.match(/set-cookie: .*/gi)).toHaveLength(2)
})

test('a stream is sent whole, and an endless stream is cancelled when the client leaves', async () => {
  let cancelled = false
  const app = application()
  app.get('/', () => new Response(ReadableStream.from(['a', 'b'].map((chunk) => new TextEncoder().encode(chunk)))))
  app.get('/endless', () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        cancelled = true
      },
    })
    return new Response(body)
  })
  const url = await start(app)
  expect(await (await fetch(url)).text()).toBe('ab')
  const abort = new AbortController()
  const response = await fetch(`${url}/endless`, { signal: abort.signal })
  await response.body?.getReader().read()
  abort.abort()
  await expect.poll(() => cancelled).toBe(true)
})

test('the head of an event stream is sent before the first event', async () => {
  const app = application()
  app.get('/', () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }))
  const response = await fetch(await start(app))
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await response.body?.cancel()
})

test('a stream that fails before its first byte is answered with 500; if it fails later, the connection is cut; both are reported once', async () => {
  const errors: unknown[] = []
  const failing = (chunks: number) => {
    let sent = 0
    return new ReadableStream({
      pull: (controller) => {
        if (sent++ === chunks) controller.error(new Error('stream'))
        else controller.enqueue(new TextEncoder().encode('part'))
      },
    })
  }
  const app = application()
  app.get('/early', () => new Response(failing(0)))
  app.get('/late', () => new Response(failing(1)))
  const url = await start(app, { onError: (error) => errors.push(error) })
  expect((await fetch(`${url}/early`)).status).toBe(500)
  await expect(fetch(`${url}/late`).then((response) => response.text())).rejects.toThrow()
  expect(errors).toHaveLength(2)
})

test('request.signal aborts when the client leaves early, and does not abort after a response', async () => {
  const reasons: unknown[] = []
  let entered = (): void => undefined
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const app = application()
  app.get('/never', (request) => {
    request.signal.addEventListener('abort', () => reasons.push((request.signal.reason as Error).name))
    entered()
    return new Promise(() => undefined)
  })
  app.get('/ok', (request) => {
    request.signal.addEventListener('abort', () => reasons.push('wrong'))
    return text('ok')
  })
  const url = await start(app)
  await (await fetch(`${url}/ok`)).text()
  const abort = new AbortController()
  const gone = fetch(`${url}/never`, { signal: abort.signal }).catch(() => undefined)
  await inside
  abort.abort()
  await gone
  await expect.poll(() => reasons).toEqual(['AbortError'])
})

test('reading the body rejects if the client cuts the upload off', async () => {
  const outcome = Promise.withResolvers<string>()
  const app = application()
  app.post('/', async (request) => {
    await request.text().then(
      () => outcome.resolve('read'),
      (error: Error) => outcome.resolve(error.name),
    )
    return text('late')
  })
  const url = await start(app)
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc', () =>
      setTimeout(() => socket.destroy(), 20),
    )
  })
  expect(await outcome.promise).toBe('AbortError')
})

test('a response from fetch is passed on, and its headers can be set', async () => {
  const upstream = await start(() => text('from upstream', { headers: { 'x-up': '1' } }))
  const app = new Pipeline().pipe(async (_request, _handler) => fetch(upstream))
  const outer = new Pipeline()
    .pipe(async (request, handler) => {
      const response = await handler(request)
      response.headers.set('x-out', '2')
      return response
    })
    .pipe(app)
  const response = await fetch(await start(outer))
  expect([await response.text(), response.headers.get('x-up'), response.headers.get('x-out')]).toEqual([
    'from upstream',
    '1',
    '2',
  ])
})

test('4.4: listening on a port in use rejects with an error that says what to do', async () => {
  const url = await start(() => text('first'))
  const port = Number(new URL(url).port)
  const second = createServer(() => text('second'))
  await expect(second.listen({ port, host: '127.0.0.1' })).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: the port is in use. Stop the other program, or choose another port`,
  )
})

test('toNodeHandler() answers requests of node, and passes unanswered requests and errors to the function next', async () => {
  const app = application()
  app.get('/a', (request) => text(`${request.basePath}|${request.path}`))
  app.get('/boom', () => {
    throw new Error('boom')
  })
  const handler = toNodeHandler(app)
  const host = createHttpServer((request, response) => {
    if (request.url?.startsWith('/plain')) {
      request.url = request.url.slice('/plain'.length)
      void handler(request, response)
      return
    }
    // Express removes the prefix of mounted middleware from the URL in this way.
    request.url = request.url?.slice('/new'.length) || '/'
    Object.assign(request, { baseUrl: '/new' })
    void handler(request, response, (error) => {
      response.statusCode = 299
      response.end(error instanceof Error ? error.message : 'passed on')
    })
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as { port: number }
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  expect(await get('/plain/a')).toBe('|/a')
  expect(await get('/plain/nope')).toBe('Not Found')
  expect(await get('/new/a')).toBe('/new|/a')
  expect(await get('/new/nope')).toBe('passed on')
  expect(await get('/new/boom')).toBe('boom')
  host.close()
})

test('a request whose handler takes too long is answered with 503; the signal of the handler is aborted, and the timeout is reported once', async () => {
  const errors: unknown[] = []
  const reasons: string[] = []
  const app = application(errors)
  app.get('/users/{id}', ({ signal }) => {
    signal.addEventListener('abort', () => reasons.push((signal.reason as Error).name))
    return new Promise(() => undefined)
  })
  app.get('/fast', async () => text('fast'))
  const url = await start(app, { handlerTimeout: 0.05 })
  expect((await fetch(`${url}/users/7`)).status).toBe(503)
  expect(await (await fetch(`${url}/fast`)).text()).toBe('fast')
  expect(reasons).toEqual(['TimeoutError'])
  expect(errors.map(String)).toEqual(['HttpError: GET /users/{id} was not answered within 0.05 s'])
})

test('when a handler throws after its time limit, only the timeout is reported', async () => {
  const errors: unknown[] = []
  const thrown: unknown[] = [new Error('late'), null]
  let late = 0
  const app = application(errors)
  app.pipe(async (request, handler) => {
    try {
      return await handler(request)
    } finally {
      late++
    }
  })
  app.get('/aborted', ({ signal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  app.get('/late', async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    throw thrown.pop()
  })
  const url = await start(app, { handlerTimeout: 0.05 })
  for (const path of ['/aborted', '/late', '/late']) expect((await fetch(url + path)).status).toBe(503)
  await expect.poll(() => late).toBe(3)
  expect(errors.map(String)).toEqual([
    'HttpError: GET /aborted was not answered within 0.05 s',
    'HttpError: GET /late was not answered within 0.05 s',
    'HttpError: GET /late was not answered within 0.05 s',
  ])
})

test('a client that reads nothing of its response is cut off, and a client that reads slowly is not', async () => {
  const app = application()
  const left: string[] = []
  app.get('/{name}', (request) => {
    request.signal.addEventListener('abort', () => left.push(request.params.name))
    return text('x'.repeat(12_000_000))
  })
  const url = await start(app, { writeTimeout: 0.6 })
  const get = (name: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    return socket
  }
  const stalled = get('stalled').pause()
  const slow = get('slow')
  let size = 0
  slow.on('data', (data) => {
    size += data.length
    slow.pause()
    setTimeout(() => slow.resume(), 2)
  })
  await new Promise((resolve) => slow.once('close', resolve))
  expect(size).toBeGreaterThan(12_000_000)
  await expect.poll(() => left).toEqual(['stalled'])
  stalled.destroy()
})

test('a client that reads nothing of its response is not cut off if writeTimeout is 0', async () => {
  const app = application()
  const left: string[] = []
  app.get('/', (request) => {
    request.signal.addEventListener('abort', () => left.push('cut'))
    return text('x'.repeat(12_000_000))
  })
  const url = await start(app, { writeTimeout: 0 })
  const stalled = connect(Number(new URL(url).port), '127.0.0.1').pause()
  stalled.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  // Waits so long that the server has checked its connections several times.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(left).toEqual([])
  stalled.destroy()
})

test.each([1.005, 0.0004])(
  'a time limit of %s s is valid, although it is not an integer of milliseconds',
  async (seconds) => {
    const app = application()
    app.get('/', () => text('hello'))
    const url = await start(app, { headersTimeout: seconds, requestTimeout: seconds, keepAliveTimeout: seconds })
    expect(url).toMatch(/^http:/)
  },
)

test('a response without a body ends after its head, whatever headers the handler sets', async () => {
  const app = application()
  app.get('/null', () => new Response(null, { headers: { 'content-length': '5', connection: 'upgrade' } }))
  app.get('/304', () => new Response(null, { status: 304, headers: { 'content-length': '5' } }))
  app.get('/205', () => new Response(null, { status: 205 }))
  app.get('/close', () => text('close', { headers: { connection: 'close' } }))
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const bytes = get('/null') + get('/304') + get('/205') + get('/close') + get('/null')
  const answers = await raw(await start(app), bytes)
  expect(answers.match(/^HTTP\/1\.1 \d+|^content-length: .*|^connection: (?!keep).*/gim)).toEqual([
    'HTTP/1.1 200',
    'content-length: 0',
    'HTTP/1.1 304',
    'HTTP/1.1 205',
    'content-length: 0',
    'HTTP/1.1 200',
    'content-length: 5',
    'connection: close',
  ])
})

test('the response to HEAD keeps the content length that its handler sets, and cancels the stream of the body', async () => {
  let cancelled = false
  const app = application()
  app.get('/', () => {
    const cancel = () => {
      cancelled = true
    }
    return new Response(new ReadableStream({ cancel }), { headers: { 'content-length': '1000' } })
  })
  const url = await start(app)
  const response = await fetch(url, { method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe('1000')
  await expect.poll(() => cancelled).toBe(true)
})

test('a request with an unknown transfer coding is answered with 400, and the connection ends', async () => {
  const url = await start(() => text('never'))
  for (const coding of ['xchunked', 'gzip, chunked', 'identity']) {
    const answer = await raw(url, `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/i)
  }
})

test('a response to HTTP/1.0 has no chunks, and the connection ends unless the client keeps it', async () => {
  const app = application()
  app.get('/text', () => text('text'))
  app.get('/stream', () => new Response(new Blob(['stream']).stream()))
  const url = await start(app)
  expect(await raw(url, 'GET /text HTTP/1.0\r\n\r\n')).toMatch(/connection: close[\s\S]*\r\n\r\ntext$/i)
  const streamed = await raw(url, 'GET /stream HTTP/1.0\r\n\r\n')
  expect(streamed).not.toMatch(/transfer-encoding/i)
  expect(streamed).toMatch(/\r\n\r\nstream$/)
  const kept = await raw(url, 'GET /text HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /text HTTP/1.0\r\n\r\n')
  expect(kept.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})

test('a request for an upgrade to h2c is answered like any other request, and CONNECT reaches no route', async () => {
  const app = application()
  app.any('/', () => text('route'))
  const url = await start(app)
  const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n'
  expect(await raw(url, upgrade)).toMatch(/^HTTP\/1\.1 200 [\s\S]*route$/)
  expect(await raw(url, 'CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('')
})

test('a request for an upgrade that no handler accepts is answered by its route, and the connection ends', async () => {
  const app = application()
  app.get('/chat', () => text('route'))
  app.post('/chat', async (request) => text(await request.text()))
  const url = await start(app)
  const asksFor = (protocol: string) => `Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n`
  const handshake = `${asksFor('websocket')}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`
  const requests = [
    `GET /chat HTTP/1.1\r\n${handshake}\r\n`,
    `GET /nope HTTP/1.1\r\n${handshake}\r\n`,
    `POST /chat HTTP/1.1\r\n${asksFor('h2c')}Content-Length: 4\r\n\r\nbody`,
    'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]
  const answers = await Promise.all(requests.map((request) => raw(url, request)))
  expect(answers.map((answer) => answer.replace(/\r\n[\s\S]*\r\n\r\n/, ' '))).toEqual([
    'HTTP/1.1 200 OK route',
    'HTTP/1.1 404 Not Found Not Found',
    'HTTP/1.1 200 OK body',
    'HTTP/1.1 200 OK route',
  ])
  for (const answer of answers) expect(answer).toMatch(/^connection: close\r$/im)
})

test('a WebSocket client is refused at once by a handler that answers without an upgrade', async () => {
  const socket = new WebSocket((await start(() => text('no'))).replace('http', 'ws'))
  expect(await new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))).toBe(1006)
})

test('errors that are thrown outside of middleware, as by a stream, go to the listener of the application if the server has none', async () => {
  const errors: unknown[] = []
  const app = application(errors)
  app.get('/', () => {
    const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error('stream'))
    return new Response(new ReadableStream({ pull }))
  })
  expect((await fetch(await start(app))).status).toBe(500)
  expect(errors.map(String)).toEqual(['Error: stream'])
})

test('bytes after an HTTP/1.0 request with a transfer coding, or after a request for an upgrade that no handler accepts, are not read as a request', async () => {
  const paths: string[] = []
  const url = await start(async (request) => {
    paths.push(request.path)
    return text(await request.text())
  })
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const coded =
    'POST /coded HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'
  const upgrade =
    'POST /upgrade HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: other\r\nContent-Length: 2\r\n\r\nok'
  const bare = 'GET /bare HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
  for (const [request, answer] of [
    [coded, /ok$/],
    [upgrade, /ok$/],
    [bare, /\r\n\r\n$/],
  ] as const) {
    const bytes = await raw(url, request + smuggled)
    expect(bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
    expect(bytes).toMatch(answer)
  }
  expect(paths).toEqual(['/coded', '/upgrade', '/bare'])
})
