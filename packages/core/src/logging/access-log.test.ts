import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { Application, createServer, HttpError, type MiddlewareLike, text } from '../index.ts'
import { type AccessEntry, type AccessLogOptions, accessLog, REQUEST_ID, requestId } from '../logging.ts'

/** Makes an application with an access log whose entries are kept. */
function logged(options: AccessLogOptions = {}) {
  const entries: AccessEntry[] = []
  const messages: string[] = []
  const logger = {
    info(entry: AccessEntry, message: string) {
      entries.push(entry)
      messages.push(message)
    },
  }
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  return { app: app.pipe(accessLog({ logger, ...options })), entries, messages }
}

function streaming(chunks: readonly string[], waitMs = 0): MiddlewareLike {
  return () => {
    const left = [...chunks]
    const body = new ReadableStream({
      async pull(controller) {
        await sleep(waitMs)
        const chunk = left.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
    })
    return new Response(body)
  }
}

async function served(app: Application, use: (port: number) => Promise<void>) {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  try {
    await use(server.address?.port as number)
  } finally {
    await server.close({ grace: 0.1 })
  }
}

function printed(print: () => Promise<unknown>) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  return print().then(() => {
    const lines = log.mock.calls.map(([line]) => line as string)
    log.mockRestore()
    return lines
  })
}

test('a request is logged as one entry, with method, path without query, route, status, duration and bytes', async () => {
  const { app, entries, messages } = logged()
  app.get('/users/{id}', () => text('héllo'), 'user.show')
  await app.request('/users/%61?token=secret')
  expect(entries).toEqual([
    { method: 'GET', path: '/users/a', route: '/users/{id}', status: 200, duration: expect.any(Number), bytes: 6 },
  ])
  expect(messages).toEqual(['GET /users/a 200'])
})

test('the query and the headers are logged only if the options query and headers say so', async () => {
  const { app, entries } = logged({ query: true, headers: ['User-Agent', 'referer'] })
  await app.request('/?a=1', { headers: { 'user-agent': 'me', authorization: 'secret' } })
  expect(entries).toMatchObject([{ query: '?a=1', headers: { 'user-agent': 'me' } }])
  expect(JSON.stringify(entries)).not.toContain('secret')
  expect(() => accessLog({ headers: ['no name'] })).toThrow(TypeError)
})

test('the logged status is the status that was sent, also for a 404, a 405 and an error', async () => {
  const { app, entries } = logged()
  app.get('/', () => {
    throw new Error('boom')
  })
  app.get('/late', async () => {
    throw new HttpError(409)
  })
  await app.request('/')
  await app.request('/late')
  await app.request('/', { method: 'POST' })
  await app.request('/none')
  expect(entries.map(({ status, route }) => [status, route])).toEqual([
    [500, '/'],
    [409, '/late'],
    [405, undefined],
    [404, undefined],
  ])
})

test.each([418, 200])(
  'if middleware further out replaces the response by one of status %s, the new response is logged',
  async (status) => {
    const { app, entries } = logged()
    app.get('/', () => text('inner'))
    const outer = new Application().pipe(async (request, handler) => {
      await handler(request)
      return text('replaced', { status })
    })
    await outer.pipe(app).request('/')
    expect(entries).toEqual([{ method: 'GET', path: '/', route: '/', status, bytes: 8, duration: expect.any(Number) }])
  },
)

test('the id of a request is logged if requestId runs before accessLog', async () => {
  const { app, entries } = logged()
  await new Application()
    .pipe(requestId({ generate: () => 'id-1' }))
    .pipe(app)
    .request('/')
  expect(entries).toMatchObject([{ requestId: 'id-1' }])
})

test('the whole path is logged, also by accessLog under a prefix', async () => {
  const { app, entries } = logged()
  await new Application().pipe('/admin', app).request('/admin/x')
  expect(entries).toMatchObject([{ path: '/admin/x' }])
})

test('a stream is logged as complete when its last byte was read, and as aborted when it is cancelled or fails', async () => {
  const { app, entries } = logged()
  app.get('/stream', streaming(['a', 'b']))
  app.get('/fails', () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('x')) })))
  const whole = await app.request('/stream')
  expect(entries).toEqual([])
  expect(await whole.text()).toBe('ab')
  await (await app.request('/stream')).body?.cancel()
  await expect((await app.request('/fails')).text()).rejects.toThrow('x')
  expect(entries.map(({ status, aborted }) => [status, aborted])).toEqual([
    [200, undefined],
    [200, true],
    [200, true],
  ])
})

test('a response to HEAD is logged with 0 bytes', async () => {
  const { app, entries } = logged()
  app.get('/', () => text('hello'))
  app.get('/stream', streaming(['a']))
  await app.request('/', { method: 'HEAD' })
  await app.request('/stream', { method: 'HEAD' })
  expect(entries.map(({ bytes }) => bytes)).toEqual([0, 0])
})

test('over a socket, each request is logged as one entry when its response was sent', async () => {
  const { app, entries } = logged()
  app.get('/', () => text('hello'))
  app.get('/stream', streaming(['a', 'b']))
  app.get('/long', () => new Response('x'.repeat(1_000_000), { headers: { 'content-length': '1000000' } }))
  app.get('/fails', () => {
    throw new Error('boom')
  })
  await served(app, async (port) => {
    for (const path of ['/', '/stream', '/long', '/fails'])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    await vi.waitFor(() => expect(entries).toHaveLength(4))
  })
  expect(entries.map(({ path, status, bytes, aborted }) => [path, status, bytes, aborted])).toEqual([
    ['/', 200, 5, undefined],
    ['/stream', 200, undefined, undefined],
    ['/long', 200, 1_000_000, undefined],
    ['/fails', 500, 21, undefined],
  ])
})

test('a client that leaves early is logged, with the status if the response had begun', async () => {
  const { app, entries } = logged()
  app.get('/waits', (request) => new Promise((_, reject) => request.signal.addEventListener('abort', reject)))
  app.get('/endless', streaming(Array(10_000).fill('x'), 1))
  await served(app, async (port) => {
    for (const path of ['/waits', '/endless']) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      if (path === '/waits') await sleep(50)
      else await once(socket, 'data')
      socket.destroy()
    }
    await vi.waitFor(() => expect(entries).toHaveLength(2))
  })
  expect(entries).toEqual([
    { method: 'GET', path: '/waits', route: '/waits', duration: expect.any(Number), aborted: true },
    { method: 'GET', path: '/endless', route: '/endless', status: 200, duration: expect.any(Number), aborted: true },
  ])
})

test('a logger of pino takes the entries unchanged', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = new Application().pipe(accessLog({ logger: pino(stream) }))
  app.pipe(() => text('x'))
  await app.request('/users')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: 'GET /users 200', method: 'GET', path: '/users', status: 200, bytes: 1 },
  ])
})

test('without a logger the log is JSON in a pipe and pretty lines on a terminal, with colours if the terminal has them', async () => {
  const request = () => new Application().pipe(accessLog()).request('/')
  vi.stubGlobal('process', { ...process, stdout: { on: () => undefined, isTTY: undefined } })
  const piped = await printed(request)
  vi.stubGlobal('process', { ...process, stdout: { on: () => undefined, isTTY: true, hasColors: () => false } })
  const plain = await printed(request)
  vi.stubGlobal('process', { ...process, stdout: { on: () => undefined, isTTY: true, hasColors: () => true } })
  const coloured = await printed(request)
  vi.unstubAllGlobals()
  expect(JSON.parse(piped[0] as string)).toMatchObject({ path: '/', status: 404 })
  expect(plain[0]).toMatch(/^\d\d:\d\d:\d\d GET \/ 404 \d+\.\d ms 9 B$/)
  expect(coloured[0]).toContain('\x1b[33m404\x1b[39m')
})

test('without a logger, the option format chooses between JSON and pretty lines', async () => {
  const jsonLines = await printed(() => new Application().pipe(accessLog({ format: 'json' })).request('/a'))
  expect(jsonLines.map((line) => JSON.parse(line))).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: 'GET',
      path: '/a',
      status: 404,
      duration: expect.any(Number),
      bytes: 9,
    },
  ])
  const pretty = await printed(() => {
    const app = new Application().pipe(requestId({ generate: () => 'id-1' }))
    return app.pipe(accessLog({ format: 'pretty', query: true, headers: ['accept'] })).request('/a?b=1')
  })
  expect(pretty.map((line) => line.replace(/\x1b\[\d+m/g, ''))).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d GET \/a\?b=1 404 \d+\.\d ms 9 B id-1$/),
  ])
})

test('no text from a client or from middleware can forge a line, or reverse the direction of its letters', async () => {
  const forged = 'a\r\nGET /forged 200\x1b[2J\u2028\u202e\x9b'
  for (const format of ['json', 'pretty'] as const) {
    const lines = await printed(() => {
      const app = new Application().pipe((request, handler) => {
        // `requestId` would refuse this id; an id that middleware sets as the attribute is not checked before it is
        // logged.
        return handler(request.withAttribute(REQUEST_ID, forged))
      })
      return app.pipe(accessLog({ format, headers: ['x-note'] })).request('/', { headers: { 'x-note': 'é\x9b' } })
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.replace(/\x1b\[(?:2|22|3\d)m/g, '')).toMatch(/^[\x20-\x7e\xa0-\xff]+$/)
    expect(lines[0]).toContain('\\u202e')
  }
})

test('a logger that throws does not change the response', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const logger = {
    info() {
      throw new Error('disk full')
    },
  }
  const response = await new Application()
    .pipe(accessLog({ logger }))
    .pipe(() => text('fine'))
    .request('/')
  expect(await response.text()).toBe('fine')
  const said = /^Error: The logger of accessLog\(\) fails: lines are dropped[\s\S]*\[cause\]: Error: disk full/
  expect(report).toHaveBeenCalledWith(expect.stringMatching(said))
  report.mockRestore()
})

test('the last route that matched is logged, with the prefixes of its applications', async () => {
  const { app, entries } = logged()
  const inner = new Application({ router: new FindMyWayRouter() })
  inner.get('/users/{id}', () => text('x'))
  inner.get('/', () => text('x'))
  app.pipe('/api', new Application({ router: new FindMyWayRouter() }).pipe('/admin', inner))
  app.get('/own', () => text('x'))
  for (const path of ['/api/admin/users/7', '/api/admin', '/own']) await app.request(path)
  expect(entries.map(({ route }) => route)).toEqual(['/api/admin/users/{id}', '/api/admin', '/own'])
})
