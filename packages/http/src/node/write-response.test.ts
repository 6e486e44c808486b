import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bytes, createServer, empty, json, type RequestHandler, type Server, stream, text } from '../index.ts'

const running: Server[] = []

afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 }))))

/** Sends one request, and returns all bytes of the server's response, in Latin-1. */
async function ask(handler: RequestHandler, method = 'GET'): Promise<string> {
  const server = await createServer(handler, { onError: () => undefined }).listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  return new Promise((resolve, reject) => {
    let bytes = ''
    const socket = connect(server.address?.port as number, '127.0.0.1')
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      bytes += data
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(bytes))
  })
}

const lengthOf = (bytes: string): string | undefined => /^content-length: (\d+)\r$/im.exec(bytes)?.[1]

const ONE_CHUNK: readonly (readonly [string, () => Response | Promise<Response>, string])[] = [
  ['a text', () => new Response('größe'), 'größe'],
  ['a buffer', () => new Response(new TextEncoder().encode('größe')), 'größe'],
  ['form fields', () => new Response(new URLSearchParams({ a: '1' })), 'a=1'],
  ['an empty text', () => new Response(''), ''],
  ['JSON of the platform', () => Response.json({ a: 1 }), '{"a":1}'],
  ['a megabyte', () => new Response('a'.repeat(1_048_576)), 'a'.repeat(1_048_576)],
  [
    'a text() response whose body was accessed',
    () => {
      const response = text('größe')
      void response.body
      return response
    },
    'größe',
  ],
  [
    'a new Response() with the body of a json() response',
    () => {
      const { body, status, headers } = json({ a: 1 })
      return new Response(body, { status, headers })
    },
    '{"a":1}',
  ],
]

test.each(ONE_CHUNK)('a body of one chunk is sent with its content length: %s', async (_name, handler, body) => {
  const bytes = await ask(handler)
  expect(bytes).not.toMatch(/transfer-encoding/i)
  expect([lengthOf(bytes), Buffer.from(bytes, 'latin1').toString().split('\r\n\r\n')[1]]).toEqual([
    String(Buffer.byteLength(body)),
    body,
  ])
})

test.each(ONE_CHUNK)('HEAD gets the content length that GET would have: %s', async (_name, handler, body) => {
  const bytes = await ask(handler, 'HEAD')
  expect([lengthOf(bytes), bytes.split('\r\n\r\n')[1]]).toEqual([String(Buffer.byteLength(body)), ''])
})

const EMPTY: Readonly<Record<string, (status: number) => Response>> = {
  'text()': (status) => text('', { status }),
  'empty()': (status) => empty({ status }),
  'bytes()': (status) => bytes(new Uint8Array(), { status }),
  'stream()': (status) => stream(ReadableStream.from([]), { status }),
  'a text whose body was taken': (status) => {
    const response = text('', { status })
    void response.body
    return response
  },
  'new Response(null)': (status) => new Response(null, { status }),
  "new Response('')": (status) => new Response('', { status }),
  'new Response() with a stream': (status) => new Response(ReadableStream.from([]), { status }),
}

test.each(Object.keys(EMPTY).flatMap((kind) => [200, 201, 404, 500].map((status) => ({ kind, status }))))(
  'an empty response has the content length 0 for GET and for HEAD: $kind, $status',
  async ({ kind, status }) => {
    const handler = () => EMPTY[kind]?.(status) as Response
    expect([lengthOf(await ask(handler)), lengthOf(await ask(handler, 'HEAD'))]).toEqual(['0', '0'])
  },
)

test('a response that was fetched by HEAD and is passed on claims no length that it does not have', async () => {
  const passedOn = (headers: Readonly<Record<string, string>>) => () =>
    new Response(null, { headers: { 'content-type': 'text/html', ...headers } })
  expect(lengthOf(await ask(passedOn({ 'content-length': '5' }), 'HEAD'))).toBe('5')
  expect(lengthOf(await ask(passedOn({}), 'HEAD'))).toBeUndefined()
})

test('a stream of several chunks has no content length, for GET and for HEAD', async () => {
  const stream = () => new Response(ReadableStream.from([new Uint8Array(2), new Uint8Array(3)]))
  const bytes = await ask(stream)
  expect([lengthOf(bytes), /transfer-encoding: chunked/i.test(bytes)]).toEqual([undefined, true])
  expect(lengthOf(await ask(stream, 'HEAD'))).toBeUndefined()
})

test('a body of one chunk is not sent if the handler has set a content length other than that of the chunk', async () => {
  const lying = () => new Response('three', { headers: { 'content-length': '3' } })
  expect(await ask(lying)).not.toMatch(/three$/)
})

test('answers with the status 204 or 304 have no content length', async () => {
  expect(lengthOf(await ask(() => new Response(null, { status: 204 })))).toBeUndefined()
  expect(lengthOf(await ask(() => new Response(null, { status: 304 })))).toBeUndefined()
})

const HEADERS = { 'x-name': 'Zoë', 'content-type': 'text/plain' }
const NAMED: Readonly<Record<string, () => Response>> = {
  'text()': () => text('größe', { headers: HEADERS }),
  'text() with Headers': () => text('größe', { headers: new Headers(HEADERS) }),
  'a header that is set later': () => {
    const response = text('größe')
    response.headers.set('x-name', 'Zoë')
    return response
  },
  'a header that is appended': () => {
    const response = text('größe')
    response.headers.append('x-name', 'Zoë')
    return response
  },
  'new Response()': () => new Response('größe', { headers: HEADERS }),
  'no body': () => new Response(null, { headers: HEADERS }),
  'a long text': () => text('größe'.repeat(100_000), { headers: HEADERS }),
}

test.each(Object.entries(NAMED))(
  'a header value beyond ASCII is sent as Latin-1, however it was set: %s',
  async (_name, handler) => {
    const bytes = await ask(handler)
    expect(bytes).toMatch(/^x-name: Zoë\r$/m)
    const body = Buffer.from(bytes, 'latin1').subarray(bytes.indexOf('\r\n\r\n') + 4)
    expect(['größe', 'größe'.repeat(100_000), '']).toContain(body.toString())
    expect(lengthOf(bytes)).toBe(String(body.length))
  },
)

test('a reason phrase beyond ASCII is sent as Latin-1', async () => {
  expect(await ask(() => text('größe', { statusText: 'Zoë' }))).toMatch(/^HTTP\/1\.1 200 Zoë\r\n/)
})
