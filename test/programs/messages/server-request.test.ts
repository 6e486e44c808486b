import { Application, createServer, json, type Server } from '@app/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../packages/http/src/response/outcome.test-kit.ts'
import { sampled } from '../sampled.ts'

/** The members that our `ServerRequest` and the platform's `Request` have in common. */
type Shared = Pick<
  Request,
  | 'text'
  | 'json'
  | 'bytes'
  | 'arrayBuffer'
  | 'blob'
  | 'formData'
  | 'body'
  | 'bodyUsed'
  | 'headers'
  | 'method'
  | 'signal'
> & { readonly url: string }

const FORM = [
  '--b',
  'Content-Disposition: form-data; name="a"',
  '',
  'ü',
  '--b',
  'Content-Disposition: form-data; name="f"; filename="f.txt"',
  'Content-Type: text/plain',
  '',
  'file',
  '--b--',
  '',
].join('\r\n')

/** The options of a request, made anew for our request and for the platform's, since a stream can be read only once. */
const sent: readonly (readonly [name: string, init: () => RequestInit])[] = [
  ['GET', () => ({ headers: { 'x-a': '1', 'X-B': ' two ' } })],
  ['DELETE without a body', () => ({ method: 'DELETE' })],
  ['POST without a body', () => ({ method: 'POST' })],
  ['text', () => typed('text/plain;charset=UTF-8', 'grün')],
  ['a PUT of text', () => ({ ...typed('Text/Plain; Charset="utf-8"', 'x'), method: 'PUT' })],
  ['text without a type', () => ({ method: 'PATCH', body: new Uint8Array([0x78]) })],
  ['JSON', () => typed('application/json', '{"a":[1,"ü"]}')],
  ['JSON behind a byte order mark', () => typed('application/json', '\ufeff{"a":1}')],
  ['JSON that is cut', () => typed('application/json', '{"a":')],
  ['JSON that names a prototype', () => typed('application/json', '{"__proto__":{"a":1}}')],
  ['bytes that are not UTF-8', () => typed('application/octet-stream', new Uint8Array([0x61, 0xff, 0xfe, 0x62]))],
  ['a form', () => typed('application/x-www-form-urlencoded', 'a=1&b=x%20y&a=2&c')],
  ['a multipart form', () => typed('multipart/form-data; boundary=b', FORM)],
  ['a multipart form without its boundary', () => typed('multipart/form-data', FORM)],
  ['a multipart form that is cut', () => typed('multipart/form-data; boundary=b', FORM.slice(0, 40))],
  ['many bytes', () => typed('text/plain', 'x'.repeat(100_000))],
  ['a stream', () => ({ ...typed('text/plain', new Blob(['grün']).stream()), duplex: 'half' })],
]

const cases: readonly (readonly [sentence: string, operation: (request: Shared) => unknown])[] = [
  ['text()', (request) => request.text()],
  ['json()', (request) => request.json()],
  ['bytes()', (request) => request.bytes()],
  ['the length of the buffer of bytes()', async (request) => (await request.bytes()).buffer.byteLength],
  ['arrayBuffer()', (request) => request.arrayBuffer()],
  ['blob()', (request) => request.blob()],
  ['formData()', (request) => request.formData()],
  ['whether there is a body', (request) => request.body === null],
  ['body is the same each time', (request) => Object.is(request.body, request.body)],
  ['body reads as bytes', (request) => bytes(request)],
  ['body reads into a buffer of the reader', (request) => intoBuffer(request)],
  ['the last read of body into a buffer of the reader', (request) => lastIntoBuffer(request)],
  ['body piped through', (request) => new Response(request.body?.pipeThrough(new TransformStream()) ?? null).text()],
  ['bodyUsed', (request) => request.bodyUsed],
  ['bodyUsed at once after text()', (request) => [void request.text(), request.bodyUsed]],
  ['bodyUsed at once after blob()', (request) => [void request.blob(), request.bodyUsed]],
  ['bodyUsed at once after body and text()', (request) => [!request.body, void request.text(), request.bodyUsed]],
  ['bodyUsed after body was looked at', (request) => [request.body === undefined, request.bodyUsed]],
  ['bodyUsed after a reader was taken', (request) => [request.body?.getReader() === undefined, request.bodyUsed]],
  ['bodyUsed after a read through body', async (request) => [await bytes(request), request.bodyUsed]],
  ['bodyUsed after body was cancelled', async (request) => [await request.body?.cancel(), request.bodyUsed]],
  ['text() while a reader is taken', (request) => [request.body?.getReader(), request.text()].at(-1)],
  [
    'text() after the reader was released',
    (request) => [request.body?.getReader().releaseLock(), request.text()].at(-1),
  ],
  ['text() after a read through body', async (request) => [await bytes(request), await request.text()]],
  ['text() after body was cancelled', async (request) => [await request.body?.cancel(), await request.text()]],
  ['text() after body was looked at', (request) => [request.body, request.text()].at(-1)],
  ['a second reader', (request) => [request.body?.getReader(), request.body?.getReader()].length],
  ['a body teed by hand', (request) => request.body?.tee().map((branch) => new Response(branch).text())],
  ['a response that is made of the body', (request) => new Response(request.body).text()],
  ['get() of headers', (request) => ['x-a', 'X-b', 'nope', 'CONTENT-TYPE'].map((name) => request.headers.get(name))],
  ['get() of a header that came twice', (request) => [request.headers.get('x-twice'), request.headers.get('cookie')]],
  ['has() of headers', (request) => ['X-A', 'nope'].map((name) => request.headers.has(name))],
  ['headers in order', (request) => [...request.headers].filter(([name]) => name.startsWith('x-'))],
  ['forEach() of headers', (request) => forEach(request.headers)],
  ['getSetCookie() of headers', (request) => request.headers.getSetCookie()],
  ['get() of an invalid header name', (request) => request.headers.get('a b')],
  ['headers are Headers', (request) => [request.headers instanceof Headers, String(request.headers)]],
  ['headers are the same each time', (request) => Object.is(request.headers, request.headers)],
  ['new Headers() of the headers', (request) => new Headers(request.headers).get('x-a')],
  ['method', (request) => request.method],
  ['url', ({ url }) => [new URL(url).pathname, new URL(url).search, new URL(url).hash]],
  ['signal', ({ signal }) => [signal instanceof AbortSignal, signal.aborted, signal.reason === undefined]],
  ['signal is the same each time', (request) => Object.is(request.signal, request.signal)],
]

type Read = (request: Shared) => unknown

/**
 * Two reads of one body: Fetch refuses the second read, and our request gives the result that Fetch gives for a clone.
 */
const repeated: readonly (readonly [sentence: string, first: Read, second: Read])[] = [
  ['text() twice', (request) => request.text(), (request) => request.text()],
  ['json() after text()', (request) => request.text(), (request) => request.json()],
  ['text() after json()', (request) => request.json(), (request) => request.text()],
  ['blob() after bytes()', (request) => request.bytes(), (request) => request.blob()],
  ['bytes() twice', (request) => request.bytes(), (request) => request.bytes()],
  ['formData() after arrayBuffer()', (request) => request.arrayBuffer(), (request) => request.formData()],
  ['text() after formData()', (request) => request.formData(), (request) => request.text()],
  ['body after text()', (request) => request.text(), (request) => bytes(request)],
  ['body after formData()', (request) => request.formData(), (request) => bytes(request)],
  ['body, into a buffer of the reader, after bytes()', (request) => request.bytes(), lastIntoBuffer],
  ['cancel() after text()', (request) => request.text(), (request) => request.body?.cancel()],
  ['a response with the body after json()', (request) => request.json(), (request) => new Response(request.body)],
]

/** Answers with the result of an operation on the request itself or on its `raw`. */
const application = new Application().pipe(async (request) => {
  const subject = request.query.has('raw') ? request.raw : (request as Shared)
  const again = repeated[Number(request.query.get('repeated') ?? -1)]
  if (again) return json(await twice(again, subject, subject, request.query.has('at-once')))
  const [, operation] = cases[Number(request.query.get('case'))] as (typeof cases)[number]
  return json((await outcomeOf(() => operation(subject))) ?? null)
})

async function twice(
  [, first, second]: (typeof repeated)[number],
  request: Shared,
  later: Shared,
  isAtOnce: boolean,
): Promise<readonly unknown[]> {
  const earlier = outcomeOf(() => first(request))
  if (!isAtOnce) await earlier
  return Promise.all([earlier, outcomeOf(() => second(later))])
}

let server: Server
beforeAll(async () => {
  server = await createServer(application).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
})

const overSocket = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init)
const fromPlatform = async (path: string, init: RequestInit) =>
  application.fetch(new Request(`http://localhost${path}`, init))

const roads: readonly (readonly [name: string, view: string, ask: typeof overSocket])[] = [
  ['over a socket', '', overSocket],
  ['over a socket, as raw', '&raw', overSocket],
  ['from a platform', '', fromPlatform],
]

const pairs = sent.flatMap(([what, init]) =>
  cases.map(([sentence, operation], index) => ({ what, init, sentence, operation, index })),
)

describe.each(roads)('a request %s behaves like a Request of the platform:', (_, view, ask) => {
  test.each(sampled(pairs, ({ sentence }) => sentence, 3))(
    '$sentence, with $what',
    async ({ init, operation, index }) => {
      const path = `/a/b%20c?case=${index}${view}`
      const theirs = await outcomeOf(() => operation(new Request(`http://localhost${path}`, init())))
      const answer = await ask(path, init())

      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(theirs ?? null)))
    },
  )
})

const rereads = sent.flatMap(([what, init]) => repeated.map((reads, index) => ({ what, init, reads, index })))

describe.each([
  ['over a socket', overSocket],
  ['from a platform', fromPlatform],
] as const)('a body that was read whole can be read again, unlike in Fetch, %s:', (_, ask) => {
  test.each(sampled(rereads, ({ index }) => index, 5))('$reads.0, with $what', async ({ init, reads, index }) => {
    for (const query of ['', '&at-once']) {
      const theirs = new Request('http://localhost/', init())
      const expected = await twice(reads, theirs.clone(), theirs, true)
      const answer = await ask(`/?repeated=${index}${query}`, init())

      expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(expected)))
    }
  })
})

function typed(type: string, body: NonNullable<RequestInit['body']>): RequestInit {
  const headers: [string, string][] = [
    ['content-type', type],
    ['x-twice', '1'],
    ['X-Twice', '2'],
    ['cookie', 'a=1; b=2'],
    ['X-A', 'ü'],
  ]
  return { method: 'POST', headers, body }
}

async function bytes(request: Shared): Promise<number> {
  let sum = 0
  if (request.body) for await (const chunk of request.body) for (const byte of chunk) sum += byte
  return sum
}

async function intoBuffer({ body }: Shared): Promise<unknown> {
  const chunk = await body?.getReader({ mode: 'byob' }).read(new Uint8Array(1))
  return [chunk?.done, chunk?.value]
}

async function lastIntoBuffer({ body }: Shared): Promise<unknown> {
  const reader = body?.getReader({ mode: 'byob' })
  for (;;) {
    const chunk = await reader?.read(new Uint8Array(4096))
    if (!chunk || chunk.done) return [chunk?.done, chunk?.value?.length]
  }
}

function forEach(headers: Headers): unknown {
  const seen: unknown[] = []
  headers.forEach((value, name, all) => {
    if (name.startsWith('x-')) seen.push([name, value, all === headers])
  })
  return seen
}

test('the request that middleware gets cannot be changed, neither in TypeScript nor in JavaScript', async () => {
  const thrown: unknown[] = []
  const app = new Application().pipe((request) => {
    for (const name of ['method', 'path', 'basePath', 'params', 'headers', 'url', 'query', 'body', 'raw']) {
      try {
        Object.assign(request, { [name]: 'changed' })
      } catch (error) {
        thrown.push(error)
      }
    }
    return json([request.method, request.path, request.basePath])
  })
  expect(await (await app.request('/a')).json()).toEqual(['GET', '/a', ''])
  expect(thrown.map((error) => error instanceof TypeError)).toEqual(new Array(9).fill(true))
})
