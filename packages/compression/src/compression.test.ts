import { get, type ServerResponse } from 'node:http'
import { brotliDecompressSync, createGunzip, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Application, bytes as bytesOf, createServer, empty, json, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../connect/src/index.ts'
import { COMPRESSION, type CompressionOptions, compression } from './index.ts'

const LONG = 'Compressed, and not lost: ä€😀. '.repeat(200)

interface Asked {
  readonly accept?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly options?: CompressionOptions
}

async function ask(
  handler: Middleware,
  { accept, method = 'GET', headers = {}, options }: Asked = {},
): Promise<Response> {
  const app = new Application().pipe(compression(options)).pipe(handler)
  return app.request('/', {
    method,
    headers: { ...(accept !== undefined && { 'accept-encoding': accept }), ...headers },
  })
}

const coding = (response: Response) => response.headers.get('content-encoding')
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
] as const)('a response compressed with %s is decompressed to the original response', async (name, decompress) => {
  const answer = await ask(() => text(LONG), { accept: name })
  const sent = await bytes(answer)
  expect([coding(answer), answer.headers.get('vary'), answer.headers.get('content-length')]).toEqual([
    name,
    'Accept-Encoding',
    String(sent.length),
  ])
  expect(sent.length).toBeLessThan(LONG.length / 2)
  expect(decompress(sent).toString()).toBe(LONG)
})

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', null],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *', 'zstd'],
  ['*;q=0', null],
  ['zstd;q=0, br; q=0 ,gzip', 'gzip'],
  ['gzip;q=0.2, identity', null],
  ['gzip;q=x', null],
] as const)('for Accept-Encoding %j compression() chooses %s', async (accept, expected) => {
  const answer = await ask(() => text(LONG), accept === undefined ? {} : { accept })
  expect([coding(answer), answer.headers.get('vary')]).toEqual([expected, 'Accept-Encoding'])
  if (expected === null) expect(await answer.text()).toBe(LONG)
})

const withHeaders = (headers: Record<string, string>) => () => new Response(LONG, { headers })

test.each<[string, Middleware, Asked?]>([
  ['a response that is compressed already', withHeaders({ 'content-type': 'text/plain', 'content-encoding': 'br' })],
  ['pictures', withHeaders({ 'content-type': 'image/png' })],
  ['archives', withHeaders({ 'content-type': 'application/zip' })],
  ['a response without a media type', () => new Response(new Blob([LONG]).stream())],
  ['a text with no-transform', withHeaders({ 'content-type': 'text/plain', 'cache-control': 'public, no-transform' })],
  ['a partial response', () => new Response(LONG, { status: 206, headers: { 'content-type': 'text/plain' } })],
  ['a response to a request with Range', () => text(LONG), { headers: { range: 'bytes=0-9' } }],
  ['a response with a digest', withHeaders({ 'content-type': 'text/plain', 'repr-digest': 'sha-256=:x:' })],
  ['a response that is too small', () => text('x'.repeat(1_023))],
  ['a stream with a small Content-Length', withHeaders({ 'content-type': 'text/plain', 'content-length': '9' })],
  ['an empty answer', () => empty()],
])('compression() does not compress %s', async (_what, handler, asked = {}) => {
  const plain = await ask(handler, { ...asked })
  const answer = await ask(handler, { accept: 'gzip', ...asked })
  expect([...answer.headers]).toEqual([...plain.headers])
  expect(await bytes(answer)).toEqual(await bytes(plain))
  expect(coding(answer)).not.toBe('gzip')
})

const TYPED = { headers: { 'content-type': 'text/plain' } }

/** Ways to answer with a string whose length no header says. */
const untold: Readonly<Record<string, (body: string) => Middleware>> = {
  'a helper': (body) => () => text(body),
  'bytes()': (body) => () => bytesOf(new TextEncoder().encode(body), TYPED),
  'new Response()': (body) => () => new Response(body, TYPED),
  'new Response() of bytes': (body) => () => new Response(new TextEncoder().encode(body), TYPED),
  'new Response() of a Blob': (body) => () => new Response(new Blob([body]), TYPED),
  'Response.json()': (body) => () => Response.json(body),
  'connect() with end()': (body) =>
    connect(((_req: unknown, res: ServerResponse) => res.setHeader('content-type', 'text/plain').end(body)) as never),
  'connect() with write() and end()': (body) =>
    connect(((_req: unknown, res: ServerResponse) => {
      res.setHeader('content-type', 'text/plain').write(body)
      res.end()
    }) as never),
}

test.each(
  Object.entries(untold).flatMap(([way, handler]) =>
    (['gzip', 'br', 'zstd'] as const).flatMap((name) =>
      [0, 5, 1_000, 1_100, 100_000].map((size) => [way, size, name, handler] as const),
    ),
  ),
)(
  'a response by %s of %i characters is compressed by %s if it reaches the threshold',
  async (way, size, name, handler) => {
    // After connect(), a response to HEAD has no body, and nothing tells the length that the body of GET would have.
    for (const method of way.startsWith('connect') ? ['GET'] : ['GET', 'HEAD']) {
      const plain = await ask(handler('x'.repeat(size)), { method })
      const answer = await ask(handler('x'.repeat(size)), { accept: name, method })
      // Node reads a Blob in turns of its own: on a busy machine a small one counts as a stream.
      if (way.endsWith('Blob') && size < 1_024 && coding(answer) !== null) continue
      expect([method, coding(answer)]).toEqual([method, size < 1_024 ? null : name])
      const sent = await bytes(answer)
      if (size < 1_024) expect(sent).toEqual(await bytes(plain))
      else expect(sent.length).toBeLessThan(1_024)
    }
  },
)

test.each(['gzip', 'br', 'zstd'])('a stream of small chunks is compressed by %s to less than a third', async (name) => {
  const lines = Array.from({ length: 300 }, (_, id) => `{"id":${id},"name":"a name","tags":["one","two"]}\n`)
  const chunks = lines.map((line) => new TextEncoder().encode(line))
  const body = new ReadableStream({
    pull: (controller) => {
      const chunk = chunks.shift()
      chunk ? controller.enqueue(chunk) : controller.close()
    },
  })
  const answer = await ask(() => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }), {
    accept: name,
  })
  expect((await bytes(answer)).length).toBeLessThan(lines.join('').length / 3)
})

test('a stream that has produced one chunk is sent before its second chunk, and its error breaks it off', async () => {
  let fail: (error: Error) => void = () => undefined
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('first'))
      fail = (error) => controller.error(error)
    },
  })
  const answer = await ask(() => new Response(body, TYPED), { accept: 'gzip' })
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  expect((await reader.read()).value?.length).toBeGreaterThan(0)
  fail(new Error('broken'))
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow('broken')
})

test.each([
  ...['text/html; charset=utf-8', 'application/json', 'application/problem+json', 'image/svg+xml', 'application/xml'],
  ...['text/javascript', 'application/manifest+json', 'font/ttf', 'application/wasm'],
])('compression() compresses a response of the media type %s', async (type) => {
  expect(coding(await ask(withHeaders({ 'content-type': type }), { accept: 'gzip' }))).toBe('gzip')
})

test('a strong ETag becomes weak, since the bytes differ by coding, and a 304 has Vary', async () => {
  const tagged = (tag: string) => () => text(LONG, { headers: { etag: tag } })
  const tagOf = async (tag: string, accept: string) => (await ask(tagged(tag), { accept })).headers.get('etag')
  expect([await tagOf('"a"', 'gzip'), await tagOf('W/"a"', 'gzip'), await tagOf('"a"', '')]).toEqual([
    'W/"a"',
    'W/"a"',
    '"a"',
  ])
  const unchanged = await ask(() => new Response(null, { status: 304, headers: { etag: '"a"' } }), { accept: 'gzip' })
  expect([unchanged.status, unchanged.headers.get('vary'), coding(unchanged)]).toEqual([304, 'Accept-Encoding', null])
})

/** Makes a handler that answers HEAD without a body, like a file server that does not open the file. */
function file(body: string, headers: Record<string, string>): Middleware {
  return ({ method }) => {
    const length = String(Buffer.byteLength(body))
    return new Response(method === 'HEAD' ? null : new Blob([body]).stream(), {
      headers: { 'content-type': 'text/css', 'content-length': length, etag: '"a"', ...headers },
    })
  }
}

test.each<[string, Middleware]>([
  ['a helper', () => json([LONG])],
  ['a short text', () => text('x')],
  ['a file', file(LONG, {})],
  ['a short file', file('x', {})],
  ['a picture', file(LONG, { 'content-type': 'image/png' })],
  ['a file with no-transform', file(LONG, { 'cache-control': 'no-transform' })],
])('the response to HEAD for %s has the headers of the response to GET', async (_what, handler) => {
  const app = new Application().pipe(compression()).pipe(handler)
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  for (const accept of ['br', 'gzip', 'identity']) {
    const told = async (method: string) => {
      const headers = { 'accept-encoding': accept, connection: 'close' }
      const answer = await fetch(`http://127.0.0.1:${server.address?.port}/`, { method, headers })
      await answer.arrayBuffer()
      // The header transfer-encoding is not compared, since it has no meaning in a response to HEAD, which has no body.
      return [...answer.headers].filter(([name]) => name !== 'date' && name !== 'transfer-encoding')
    }
    expect(await told('HEAD'), accept).toEqual(await told('GET'))
  }
})

test('the metadata COMPRESSION with the value false switches compression off for a route', async () => {
  const app = new Application({ router: new FindMyWayRouter() }).pipe(compression())
  app.get('/form', () => text(LONG)).set(COMPRESSION, false)
  expect(coding(await app.request('/form', { headers: { 'accept-encoding': 'gzip' } }))).toBeNull()
})

test('each chunk of a stream reaches the client before the handler makes the next chunk', async () => {
  let send: (chunk: string | undefined) => void = () => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (chunk) => (chunk === undefined ? controller.close() : controller.enqueue(new TextEncoder().encode(chunk)))
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const answer = await ask(() => new Response(stream, { headers }), { accept: 'gzip' })
  expect(coding(answer)).toBe('gzip')
  const gunzip = createGunzip()
  const parts: string[] = []
  gunzip.on('data', (part: Buffer) => parts.push(part.toString()))
  const all = (async () => {
    for await (const part of answer.body as ReadableStream<Uint8Array>) gunzip.write(part)
  })()
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    send(event)
    await expect.poll(() => parts.at(-1)).toBe(event)
  }
  send(undefined)
  await all
})

test('the stream of the handler is cancelled when the client closes the connection', async () => {
  let isCancelled = false
  let chunks = 0
  const stream = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        chunks++
        await new Promise((resolve) => setImmediate(resolve))
        controller.enqueue(crypto.getRandomValues(new Uint8Array(10_000)))
      },
      cancel() {
        isCancelled = true
      },
    })
  const app = new Application().pipe(compression())
  app.pipe(() => new Response(stream(), { headers: { 'content-type': 'text/plain' } }))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  const headers = { 'accept-encoding': 'zstd' }
  const request = get({ host: '127.0.0.1', port: server.address?.port, path: '/', headers }, (response) => {
    response.once('data', () => request.destroy())
  })
  request.on('error', () => undefined)
  await expect.poll(() => isCancelled).toBe(true)
  const made = chunks
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(chunks).toBe(made)
})

test("if the handler's stream fails, reading the compressed response fails with the same error", async () => {
  const failing = () => new ReadableStream({ pull: () => Promise.reject(new Error('the disk is gone')) })
  const answer = await ask(() => new Response(failing(), { headers: { 'content-type': 'text/plain' } }), {
    accept: 'br',
  })
  await expect(answer.text()).rejects.toThrow('the disk is gone')
})

test.each([
  [{ threshold: -1 }, 'compression(): "threshold" must be an integer from 0'],
  [{ codings: ['deflate'] }, 'compression(): "codings" must be a list'],
  [{ level: 9 }, 'compression(): unknown option "level"'],
])('compression() refuses the options %o', (options, message) => {
  expect(() => compression(options as CompressionOptions)).toThrow(message)
})
