import { connect } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { Application, BODY_LIMIT, createServer, json, type Middleware, type Server, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, expect, expectTypeOf, test } from 'vitest'
import {
  type BodyParserOptions,
  bodyParser,
  formBody,
  jsonBody,
  multipartBody,
  PARSED_BODY,
  textBody,
} from './index.ts'

const running: Server[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})

/** Makes an application that answers with the parsed body; tests call it without a socket. */
function parsing(options?: BodyParserOptions, handler: Middleware = show): Application {
  return new Application({ onError: () => undefined }).pipe(bodyParser(options)).pipe(handler)
}

const show: Middleware = (request) => json({ body: request.attribute(PARSED_BODY) ?? null })

async function post(body: NonNullable<RequestInit['body']>, type?: string, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers: { ...(type && { 'content-type': type }), ...headers } }
  const response = await parsing({ strategies: [jsonBody, formBody, textBody, multipartBody] }).request('/', init)
  return response.status === 200 ? ((await response.json()) as { body: unknown }).body : response.status
}

async function start(options?: BodyParserOptions): Promise<number> {
  const server = await createServer(parsing(options)).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  return server.address?.port as number
}

function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end after: ${answer}`)))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test('the strategies read JSON, forms, text and multipart forms, each by its media type', async () => {
  expect(await post('{"a":[1,null]}', 'application/json')).toEqual({ a: [1, null] })
  expect(await post('\ufeff"b"', 'application/problem+json; charset="UTF-8"')).toBe('b')
  expect(await post('a=1&b=x+y&a=2', 'application/x-www-form-urlencoded')).toEqual({ a: ['1', '2'], b: 'x y' })
  expect(await post('größe', 'text/plain')).toBe('größe')
  const form = new FormData()
  form.append('a', '1')
  form.append('a', '2')
  form.append('b', 'x')
  expect(await post(form)).toEqual({ a: ['1', '2'], b: 'x' })
})

test('files of a multipart form are given as File objects', async () => {
  const seen: unknown[] = []
  const app = parsing({ strategies: [multipartBody] }, async (request) => {
    const { file } = request.attribute(PARSED_BODY) as { file: File }
    seen.push(file.name, file.type, await file.text())
    return text('seen')
  })
  const body = new FormData()
  body.append('file', new File(['content'], 'a.txt', { type: 'text/plain' }))
  await app.request('/', { method: 'POST', body })
  expect(seen).toEqual(['a.txt', 'text/plain', 'content'])
})

test('bodyParser() passes a request without a body on unchanged, and also a request whose body an earlier bodyParser() has parsed', async () => {
  const app = parsing({}, show)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
    expect((await app.request('/', { method })).status).toBe(200)
  }
  const twice = new Application()
    .pipe(bodyParser())
    .pipe(bodyParser({ limit: 1 }))
    .pipe(show)
  const response = await twice.request('/', {
    method: 'POST',
    body: '[1]',
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toEqual({ body: [1] })
})

test('parsed objects have no prototype, at every depth', async () => {
  const objects: object[] = []
  const app = parsing({}, (request) => {
    const body = request.attribute(PARSED_BODY) as { a: [{ b: object }] }
    objects.push(body, body.a[0], body.a[0].b)
    return text('seen')
  })
  const headers = { 'content-type': 'application/json' }
  await app.request('/', { method: 'POST', body: '{"a":[{"b":{}}]}', headers })
  expect(objects.map((object) => Object.getPrototypeOf(object))).toEqual([null, null, null])
})

test.each([
  ['{"__proto__":{"a":1}}'],
  ['[[{"b":{"__proto__":null}}]]'],
  ['{"\\u005f\\u005fproto__":1}'],
  ['{"constructor":{"prototype":{}}}'],
])('a key that leads to a prototype is refused in %s', async (body) => {
  expect(await post(body, 'application/json')).toBe(400)
})

test('the keys constructor and prototype are kept as data if they do not lead to a prototype', async () => {
  expect(await post('{"constructor":"Smith","prototype":1}', 'application/json')).toEqual({
    constructor: 'Smith',
    prototype: 1,
  })
  expect(await post('constructor=1', 'application/x-www-form-urlencoded')).toEqual({ constructor: '1' })
})

test.each([
  '__proto__=1',
  '__proto__[polluted]=1',
  'a[__proto__][b]=1',
  'constructor[prototype][a]=1',
  'constructor.prototype.a=1',
])('a field whose name leads to a prototype is refused in the form %s', async (body) => {
  expect(await post(body, 'application/x-www-form-urlencoded')).toBe(400)
})

test('a form of more than a thousand fields is answered with 413', async () => {
  const form = (fields: number) => post('a=1&'.repeat(fields), 'application/x-www-form-urlencoded')
  expect(await form(1_000)).toHaveProperty('a')
  expect(await form(1_001)).toBe(413)
})

test.each([
  undefined,
  'application/jsonx',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'image/png; charset=latin1',
])('bodyParser() passes on a body of the type %s, for whoever reads it', async (type) => {
  const app = parsing({}, async (request) => json([request.attribute(PARSED_BODY) ?? null, await request.text()]))
  const headers = { ...(type && { 'content-type': type }), 'content-encoding': 'unknown' }
  const response = await app.request('/', { method: 'POST', body: new TextEncoder().encode('{}'), headers })
  expect([response.status, await response.json()]).toEqual([200, [null, '{}']])
})

test.each([
  '',
  'application',
  'application/json garbage',
  'application/json; charset',
  'application/json; charset=utf-8; charset=utf-8',
  'application/json, application/json',
  'application/json; a="b',
  'application/json; charset=utf-7',
  'application/json; charset=latin1',
  'text/plain; charset=utf-16',
])('a body of the type "%s", malformed or of another charset, is answered with 415', async (type) => {
  const init = { method: 'POST', body: new TextEncoder().encode('{}'), headers: { 'content-type': type } }
  expect((await parsing().request('/', init)).status).toBe(415)
})

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json;charset=utf-8',
  'application/json ; Charset="utf-8" ; a="b \\" c"',
  'application/vnd.api+json',
])('a body of the type %s is parsed as JSON', async (type) => {
  expect(await post('{}', type)).toEqual({})
})

test('a body that does not match its content type is answered with 400', async () => {
  expect(await post('{"a":', 'application/json')).toBe(400)
  expect(await post(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).toBe(400)
  expect(await post(new Uint8Array([0xc0, 0xaf]), 'text/plain')).toBe(400)
  expect(await post('no form', 'multipart/form-data; boundary=x')).toBe(400)
  expect(await post('no boundary', 'multipart/form-data')).toBe(400)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
])(
  'bodyParser() decodes the content coding %s, and applies its limit to the inflated body',
  async (coding, compress) => {
    const bytes = (text: string) => new Uint8Array(compress(text))
    const headers = { 'content-encoding': coding }
    expect(await post(bytes('{"a":1}'), 'application/json', headers)).toEqual({ a: 1 })
    expect(await post(bytes(`"${'x'.repeat(1_048_574)}"`), 'application/json', headers)).toHaveLength(1_048_574)
    expect(await post(bytes(`"${'x'.repeat(1_048_575)}"`), 'application/json', headers)).toBe(413)
    expect(await post(bytes(' '.repeat(20_000_000)), 'application/json', headers)).toBe(413)
    expect(await post(bytes('{"a":1}').slice(0, -3), 'application/json', headers)).toBe(400)
    expect(await post('no coding', 'application/json', headers)).toBe(400)
  },
)

test('a content coding that is unknown, or applied on top of another, is answered with 415 and the known codings', async () => {
  for (const coding of ['zstd', 'gzip, gzip', 'compress', '']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const response = await parsing().request('/', { method: 'POST', body: '{}', headers })
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate, br'])
  }
})

test('app.request() with a body above the limit is answered with 413, whether the length is announced or not', async () => {
  const app = parsing({ limit: 10 })
  const headers = { 'content-type': 'text/plain' }
  const ask = async (init: RequestInit) =>
    (await app.request('/', { method: 'POST', headers, ...init } as never)).status
  expect(await ask({ body: 'x'.repeat(10) })).toBe(200)
  expect(await ask({ body: 'x'.repeat(11) })).toBe(413)
  expect(await ask({ body: new Blob(['x'.repeat(11)]).stream(), duplex: 'half' } as RequestInit)).toBe(413)
})

test('a limit of the parser overrides the limit of the server, which applies if the parser has none', async () => {
  const body = JSON.stringify('x'.repeat(100))
  const statusWith = async (bodyLimit: number, options?: BodyParserOptions) => {
    const server = createServer(parsing(options), { bodyLimit })
    running.push(await server.listen({ port: 0, host: '127.0.0.1' }))
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    return (await fetch(`http://127.0.0.1:${server.address?.port}`, init)).status
  }
  expect(await statusWith(10)).toBe(413)
  expect(await statusWith(10, { limit: 1_000 })).toBe(200)
  expect(await statusWith(1_000, { limit: 10 })).toBe(413)
})

test('bodyParser() before routing has the BODY_LIMIT of the route that the request will reach', async () => {
  const nested = new Application({ router: new FindMyWayRouter() })
  nested.post('/large', show).set(BODY_LIMIT, 2_000_000)
  nested.post('/small', show).set(BODY_LIMIT, 10)
  nested.post('/usual', show)
  const status = async (path: string, size: number, options?: BodyParserOptions) => {
    const app = new Application({ onError: () => undefined }).pipe(bodyParser(options)).pipe('/api', nested)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const body = new Uint8Array(gzipSync(JSON.stringify('x'.repeat(size - 2))))
    return (await app.request(path, { method: 'POST', body, headers })).status
  }
  expect(await status('/api/large', 2_000_000)).toBe(200)
  expect(await status('/api/large', 2_000_001)).toBe(413)
  expect(await status('/api/large', 11, { limit: 10 })).toBe(413)
  expect(await status('/api/small', 11)).toBe(413)
  expect(await status('/api/usual', 1_048_576)).toBe(200)
  expect(await status('/api/usual', 1_048_577)).toBe(413)
  expect(await status('/elsewhere', 1_048_577)).toBe(413)
})

test.each(['abc', Number.NaN, -1, '', null, Number.POSITIVE_INFINITY, 1.5])(
  'bodyParser() refuses %s as a limit',
  (limit) => {
    expect(() => bodyParser({ limit: limit as number })).toThrow(TypeError)
  },
)

test('a body whose announced length is above the limit is refused before it is sent, without a 100 Continue', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n'
  const port = await start()
  expect(await raw(port, `${head}\r\n`)).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/)
  expect(await raw(port, `${head}Expect: 100-continue\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/)
})

test('a client that sends a body above the limit together with the head still gets the 413', async () => {
  const port = await start({ limit: 1_000 })
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  for (let i = 0; i < 20; i++) {
    expect(await raw(port, `${head}Content-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`)).toMatch(/^HTTP\/1\.1 413 /)
  }
})

test('after a body that no handler reads, the connection stays open if the body was small, and closes otherwise', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.post('/', () => text('not read'))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  const port = server.address?.port as number
  const request = (framing: string, body: string) => `POST / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`
  const last = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  const small = await raw(port, request('Content-Length: 100000', 'x'.repeat(100_000)) + last)
  expect(small.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  const chunked = await raw(port, request('Transfer-Encoding: chunked', `5\r\nhello\r\n0\r\n\r\n`) + last)
  expect(chunked.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  const large = await raw(port, request('Content-Length: 1000000', 'x'.repeat(100)))
  expect(large).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/)
  const endless = raw(port, request('Transfer-Encoding: chunked', `${'20000\r\n'}${'x'.repeat(0x20000)}\r\n`.repeat(8)))
  expect(await endless.catch(() => 'HTTP/1.1 200')).toMatch(/^HTTP\/1\.1 200/)
})

test('a strategy in the options of bodyParser() reads bodies of another media type', async () => {
  const csv = {
    matches: (essence: string) => essence === 'text/csv',
    parse: (bytes: Uint8Array) => new TextDecoder().decode(bytes).split(','),
  }
  const app = parsing({ strategies: [csv] })
  const ask = (type: string) => app.request('/', { method: 'POST', body: 'a,b', headers: { 'content-type': type } })
  expect(await (await ask('text/csv')).json()).toEqual({ body: ['a', 'b'] })
  expect(await (await ask('text/plain')).json()).toEqual({ body: null })
})

test('JSON that is nested twenty thousand levels deep is parsed, and gets an ordinary answer', async () => {
  const deep = parsing({}, (request) => text(Array.isArray(request.attribute(PARSED_BODY)) ? 'deep' : 'other'))
  const body = '['.repeat(20_000) + ']'.repeat(20_000)
  const response = await deep.request('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(await response.text()).toBe('deep')
})

test('the parsed body has the TypeScript type unknown, so that the application has to check it', () => {
  parsing({}, (request) => {
    expectTypeOf(request.attribute(PARSED_BODY)).toEqualTypeOf<unknown>()
    return text('')
  })
})
