import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Application, ErrorHandler, HttpError, json, type Middleware, text } from '@app/core'
import { expect, test } from 'vitest'
import { type CompressionOptions, compression } from './index.ts'

/**
 * Cases from the tests of `hono/compress` and `@fastify/compress`. The test names call these two "other libraries".
 * docs/other-packages.md lists the intended differences, with reasons.
 */
const LONG = 'a'.repeat(1_024)

async function ask(handler: Middleware, accept: string | null = 'gzip', options: CompressionOptions = {}) {
  const app = new Application({ onError: () => undefined }).pipe(compression(options)).pipe(handler)
  return app.request('/', { headers: accept === null ? {} : { 'accept-encoding': accept } })
}

const plain = (headers: Record<string, string> = {}) =>
  new Response(LONG, { headers: { 'content-type': 'text/plain', ...headers } })
const codingOf = (response: Response) => response.headers.get('content-encoding')

test.each<[string, Middleware]>([
  ['a text as long as the threshold', () => text(LONG)],
  ['JSON', () => json({ long: LONG })],
  ['bytes', () => new Response(new TextEncoder().encode(LONG), { headers: { 'content-type': 'text/plain' } })],
  ['a Response of Fetch', () => plain()],
  ['a stream of the web', () => new Response(new Blob([LONG]).stream(), { headers: { 'content-type': 'text/html' } })],
  [
    'a stream of node',
    () =>
      new Response(Readable.toWeb(Readable.from([LONG])) as ReadableStream, {
        headers: { 'content-type': 'text/css' },
      }),
  ],
  ['a 404 of the handler', () => text(LONG, { status: 404 })],
])(
  'like other libraries, compression() compresses %s, and the response has no Content-Length of the original',
  async (_what, handler) => {
    const answer = await ask(handler)
    const sent = Buffer.from(await answer.arrayBuffer())
    expect(codingOf(answer)).toBe('gzip')
    expect([null, String(sent.length)]).toContain(answer.headers.get('content-length'))
    expect(gunzipSync(sent).toString()).toContain(LONG)
  },
)

test('like other libraries, compression() keeps status, headers and the reason phrase of the response', async () => {
  const answer = await ask(
    () =>
      new Response(LONG, { status: 203, statusText: 'Own', headers: { 'content-type': 'text/plain', 'x-own': 'yes' } }),
  )
  expect([answer.status, answer.statusText, answer.headers.get('x-own')]).toEqual([203, 'Own', 'yes'])
})

test.each<[string, Middleware]>([
  ['a short text', () => text('small')],
  ['short JSON', () => json({ small: true })],
  ['a picture', () => plain({ 'content-type': 'image/jpeg' })],
  ['an invalid media type', () => plain({ 'content-type': 'something/invalid/really' })],
  ['an unknown media type', () => plain({ 'content-type': 'application/octet-stream' })],
  ['a response with a coding', () => plain({ 'content-encoding': 'deflate' })],
  ['a response with no-transform', () => plain({ 'cache-control': 'private, No-Transform , max-age=1' })],
  ['a range', () => plain({ 'content-range': 'bytes 0-9/10' })],
  ['a response without a body', () => new Response(null, { status: 204 })],
])('like other libraries, compression() does not change the headers of %s', async (_what, handler) => {
  const [asked, unasked] = [await ask(handler), await ask(handler, null)]
  expect([...asked.headers]).toEqual([...unasked.headers])
  expect(asked.headers.get('vary')).toBeNull()
})

test.each([
  ['a strong ETag becomes weak', '"a"', 'W/"a"'],
  ['a weak ETag stays', 'W/"a"', 'W/"a"'],
])('like other libraries, %s: %j is sent as %j', async (_what, etag, expected) => {
  expect((await ask(() => plain({ etag }))).headers.get('etag')).toBe(expected)
  expect((await ask(() => plain({ etag }), null)).headers.get('etag')).toBe(etag)
  expect((await ask(() => plain())).headers.has('etag')).toBe(false)
})

test.each([
  [undefined, 'Accept-Encoding'],
  ['Accept', 'Accept, Accept-Encoding'],
  ['accept-encoding', 'accept-encoding'],
  ['Accept, ACCEPT-ENCODING', 'Accept, ACCEPT-ENCODING'],
  ['*', '*'],
])(
  'like other libraries, if the handler sets Vary to %s, the response has Vary: %s, whether the client accepts a coding or not',
  async (vary, expected) => {
    const handler = () => plain(vary === undefined ? {} : { vary })
    const answers = [await ask(handler), await ask(handler, null), await ask(handler, 'unknown')]
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual([expected, expected, expected])
  },
)

test.each([
  ['gzip', 'gzip'],
  [' gzip , br ', 'br'],
  ['gZiP', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['gzip;q=0, br', 'br'],
  ['identity', null],
  ['hello,world', null],
  ['hello;q=0.9, world;q=0.8', null],
  ['gzip;q=0', null],
])('like other libraries, compression() chooses for Accept-Encoding %j the coding %s', async (accept, expected) => {
  expect(codingOf(await ask(() => text(LONG), accept))).toBe(expected)
})

test('like other libraries, compression() uses only the codings that its option lists, and prefers the first of them', async () => {
  const codings = ['gzip', 'br'] as const
  expect(codingOf(await ask(() => text(LONG), 'br, gzip', { codings }))).toBe('gzip')
  expect(codingOf(await ask(() => text(LONG), 'br', { codings: ['gzip'] }))).toBeNull()
})

test('like other libraries, if the stream of the handler fails, reading the response fails', async () => {
  const failing = () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  }
  await expect((await ask(failing)).text()).rejects.toThrow()
})

test.each<[string, Middleware, string | null, string | null]>([
  ['event streams are compressed, and flushed', () => plain({ 'content-type': 'text/event-stream' }), 'gzip', 'gzip'],
  ['x-gzip is gzip', () => text(LONG), 'x-gzip', 'gzip'],
  ['deflate is not used', () => text(LONG), 'deflate', null],
  ['an asterisk means the best coding, not gzip', () => text(LONG), '*', 'zstd'],
  ['if the client names gzip and br with equal weight, the server takes br', () => text(LONG), 'gzip, br', 'br'],
  ['without Accept-Encoding, a response is sent as the handler made it', () => text(LONG), null, null],
  [
    'a header Transfer-Encoding of the handler does not prevent compression',
    () => plain({ 'transfer-encoding': 'chunked' }),
    'gzip',
    'gzip',
  ],
])('unlike other libraries, %s', async (_what, handler, accept, expected) => {
  expect(codingOf(await ask(handler, accept))).toBe(expected)
})

test('unlike other libraries, the response to HEAD has the Content-Encoding of the response to GET', async () => {
  const app = new Application().pipe(compression()).pipe(() => text(LONG))
  const head = await app.request('/', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  const got = await app.request('/', { headers: { 'accept-encoding': 'br' } })
  expect([codingOf(head), codingOf(got)]).toEqual(['br', 'br'])
  expect(brotliDecompressSync(Buffer.from(await got.arrayBuffer())).toString()).toBe(LONG)
})

test('unlike other libraries, a client cannot switch compression off by a special header, and a client that accepts no coding gets no error', async () => {
  const app = new Application().pipe(compression()).pipe(() => text(LONG))
  const headers = { 'accept-encoding': 'gzip', 'x-no-compression': 'true' }
  expect(codingOf(await app.request('/', { headers }))).toBe('gzip')
  const refused = await app.request('/', { headers: { 'accept-encoding': 'identity;q=0, unknown' } })
  expect([refused.status, codingOf(refused)]).toEqual([200, null])
  expect(codingOf(await ask(() => text(LONG), 'gzip', { codings: [] }))).toBeNull()
})

test('unlike other libraries, the response to an error is compressed only if an error handler after compression() makes it', async () => {
  const failing = () => Promise.reject(new HttpError(409, LONG, { expose: true }))
  const inner = new Application().pipe(new ErrorHandler()).pipe(failing)
  const codings = [codingOf(await ask(failing)), codingOf(await ask((request, next) => inner.process(request, next)))]
  expect(codings).toEqual([null, 'gzip'])
})
