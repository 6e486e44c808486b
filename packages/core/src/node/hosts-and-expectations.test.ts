import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Application, createServer, host, json, type Server, text } from '../index.ts'

const app = new Application()
  .pipe(host('api.example.org', () => text('the API')))
  .pipe('/read', async (request) => text(await request.text()))
  .pipe('/refuse', () => text('no', { status: 401 }))
  .pipe(({ url, headers, raw }) => json([url, headers.get('host'), raw.url, raw.headers.get('host')]))

let server: Server
beforeAll(async () => {
  server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close({ grace: 0.2 }))

/** Sends bytes unchanged, and returns the bytes that come back until the server closes the connection. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.address?.port as number, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no end after: ${answer}`)))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

const bodyOf = (answer: string) => answer.slice(answer.lastIndexOf('\r\n\r\n') + 4)
const get = (target: string, ...lines: string[]) =>
  exchange(
    ['GET', ` ${target} HTTP/1.1\r\n`, ...lines.map((line) => `${line}\r\n`), 'Connection: close\r\n\r\n'].join(''),
  )

test('request.raw has the same URL and the same Host header as the request', async () => {
  const url = 'http://shop.example:81/a'
  expect(JSON.parse(bodyOf(await get('/a', 'Host: shop.example:81')))).toEqual([
    url,
    'shop.example:81',
    url,
    'shop.example:81',
  ])
})

test.each([
  ['http://other.example/a?b', 'http://other.example/a?b', 'other.example'],
  ['HTTP://user:word@other.example:81/a', 'http://other.example:81/a', 'other.example:81'],
  ['http://[::1]:81', 'http://[::1]:81/', '[::1]:81'],
])('the host of the request target %s takes precedence over the Host header', async (target, url, name) => {
  expect(JSON.parse(bodyOf(await get(target, 'Host: shop.example')))).toEqual([url, name, url, name])
})

test('an application for one host is chosen by the host of the request target', async () => {
  expect(bodyOf(await get('http://api.example.org/', 'Host: shop.example'))).toBe('the API')
  expect(bodyOf(await get('http://shop.example/', 'Host: api.example.org'))).not.toBe('the API')
})

test.each([[['Host: shop.example', 'Host: other.example']], [['Host: shop.example', 'X-A: 1', 'host: shop.example']]])(
  'a request with two Host headers is refused, and its connection ends: %s',
  async (lines) => {
    expect(await get('/a', ...lines)).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/i)
    expect(await get('http://shop.example/a', ...lines)).toMatch(/^HTTP\/1\.1 400 /)
  },
)

const post = (path: string, version: string, expectation: string) =>
  `POST ${path} HTTP/${version}\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\nExpect: ${expectation}\r\n\r\n`

/** Sends the head, and the body only after a 100 Continue. */
async function patiently(path: string, version: string, expectation: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.address?.port as number, '127.0.0.1', () => {
      socket.write(post(path, version, expectation))
    })
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no end after: ${answer}`)))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (/^HTTP\/1\.1 100 Continue\r\n\r\n$/.test(answer)) socket.write('ok')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

test.each(['100-continue', '100-Continue', '100-continue, x', 'x , 100-continue'])(
  'a client of HTTP/1.1 that expects %s gets a 100 Continue when the body is read, and only then',
  async (expectation) => {
    expect(await patiently('/read', '1.1', expectation)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*ok$/,
    )
    expect(await patiently('/refuse', '1.1', expectation)).toMatch(/^HTTP\/1\.1 401 /)
  },
)

test('a client of HTTP/1.0 gets no 100 Continue, and its body is read', async () => {
  expect(await exchange(`${post('/read', '1.0', '100-continue')}ok`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/)
  expect(await exchange(`${post('/refuse', '1.0', '100-continue')}ok`)).toMatch(/^HTTP\/1\.1 401 /)
})
