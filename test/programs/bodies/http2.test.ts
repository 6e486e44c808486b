import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application, json, type ServerRequest, text, toNodeHandler } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../run-program.ts'

const BODY_LIMIT = 100_000
const warnings: string[] = []
const errors: unknown[] = []
const ended: string[] = []

const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
app.get('/text', () => text('grün'))
app.get('/none', () => new Response(null, { status: 204 }))
app.get('/named', () => new Response('named', { statusText: 'As You Wish', headers: { connection: 'close' } }))
app.get('/cookies', () => {
  const response = text('baked')
  response.headers.append('set-cookie', 'a=1')
  response.headers.append('set-cookie', 'b=2')
  return response
})
app.get('/stream', () => new Response(new Blob(['x'.repeat(3_000_000)]).stream()))
app.get('/long', () => text('x'.repeat(3_000_000)))
app.get('/endless', ({ signal }) => {
  signal.addEventListener('abort', () => ended.push('signal'))
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536))
  return new Response(new ReadableStream({ pull, cancel: () => void ended.push('cancel') }))
})
app.get('/fail', () => {
  throw new Error('out of paper')
})
app.any('/seen', ({ method, url, headers, raw }) =>
  json({
    method,
    url,
    host: headers.get('host'),
    cookie: headers.get('cookie'),
    names: [...headers.keys(), ...raw.headers.keys()].filter((name) => name.startsWith(':')),
    raw: [raw.url, raw.method, raw.headers.get('host')],
  }),
)
const readers: Readonly<Record<string, (request: ServerRequest) => Promise<string>>> = {
  text: (request) => request.text(),
  twice: async (request) => (await request.text()) && request.text(),
  body: (request) => new Response(request.body).text(),
  raw: (request) => request.raw.text(),
  late: async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return request.text()
  },
  none: async () => 'not read',
}
for (const [name, read] of Object.entries(readers)) app.post(`/${name}`, async (request) => text(await read(request)))
app.post('/echo', (request) => new Response(request.body))

let server: Http2Server
let session: ClientHttp2Session
let port: number

beforeAll(async () => {
  process.on('warning', ({ message }) => warnings.push(message))
  server = createServer(toNodeHandler(app, { bodyLimit: BODY_LIMIT }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
  session = connect(`http://127.0.0.1:${port}`)
})
afterAll(() => {
  session.destroy()
  server.close()
})

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request whose body consists of the given chunks, with trailers if any are given. */
async function ask(
  headers: OutgoingHttpHeaders,
  chunks: readonly string[] = [],
  trailers?: OutgoingHttpHeaders,
): Promise<Answered> {
  const stream = session.request(headers, { endStream: chunks.length === 0, waitForTrailers: trailers !== undefined })
  if (trailers) stream.on('wantTrailers', () => stream.sendTrailers(trailers))
  const failed = new Promise<never>((_, reject) => stream.on('error', reject))
  const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status': number }]>
  for (const chunk of chunks) {
    if (!stream.writable) break
    stream.write(chunk)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  if (chunks.length > 0) stream.end()
  const [head] = await Promise.race([answered, failed])
  let body = ''
  stream.setEncoding('utf8')
  for await (const part of stream) body += part
  return { status: head[':status'], headers: head, body }
}

const post = (path: string, chunks: readonly string[], headers: OutgoingHttpHeaders = {}) =>
  ask({ ':method': 'POST', ':path': path, ...headers }, chunks)

describe('our handler in an HTTP/2 server of node', () => {
  test.each(Object.keys(readers).filter((name) => name !== 'none'))(
    'the handler of the route /%s receives the whole body of a request',
    async (reader) => {
      for (const headers of [{}, { 'content-length': '11' }]) {
        expect((await post(`/${reader}`, ['gr\u00fcner ', 'Tee'], headers)).body).toBe('gr\u00fcner Tee')
      }
      const long = await post(`/${reader}`, new Array(9).fill('x'.repeat(10_000)))
      expect(long.body.length).toBe(90_000)
      expect((await post(`/${reader}`, [''])).body).toBe('')
      expect((await ask({ ':method': 'POST', ':path': `/${reader}` })).body).toBe('')
      expect(
        (await ask({ ':method': 'POST', ':path': `/${reader}` }, ['with ', 'trailers'], { 'x-sum': '1' })).body,
      ).toBe('with trailers')
    },
  )

  test('a handler can send a body back while the body still arrives', async () => {
    const stream = session.request({ ':method': 'POST', ':path': '/echo' })
    stream.setEncoding('utf8')
    for (const word of ['one', 'two', 'three']) {
      stream.write(word)
      expect((await once(stream, 'data'))[0]).toBe(word)
    }
    stream.end()
    await once(stream.resume(), 'end')
  })

  test('answers have their status, headers and length, and none of the headers for connections that HTTP/1 has', async () => {
    expect(await ask({ ':path': '/text' })).toMatchObject({
      status: 200,
      body: 'gr\u00fcn',
      headers: { 'content-length': '5' },
    })
    expect(await ask({ ':path': '/none' })).toMatchObject({ status: 204, body: '' })
    const named = await ask({ ':path': '/named' })
    expect(named).toMatchObject({ status: 200, body: 'named' })
    expect(Object.keys(named.headers)).not.toContain('connection')
    expect((await ask({ ':path': '/cookies' })).headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect((await ask({ ':path': '/stream' })).body).toHaveLength(3_000_000)
    expect((await ask({ ':path': '/long' })).body).toHaveLength(3_000_000)
    expect(await ask({ ':path': '/nope' })).toMatchObject({ status: 404 })
    expect(await ask({ ':path': '/fail' })).toMatchObject({ status: 500, body: 'Internal Server Error' })
    expect(await ask({ ':method': 'DELETE', ':path': '/named' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    })
    expect(warnings.filter((message) => /HTTP\/2|connection header/.test(message))).toEqual([])
  })

  test('a response to HEAD has the headers of the response to GET, and no body', async () => {
    expect(await ask({ ':method': 'HEAD', ':path': '/text' })).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': '5' },
    })
    expect(await ask({ ':method': 'HEAD', ':path': '/stream' })).toMatchObject({ status: 200, body: '' })
  })

  test('the pseudo header :authority is the host of a request, and its headers contain no pseudo headers', async () => {
    const seen = JSON.parse((await ask({ ':path': '/seen?a=1', ':authority': 'shop.example:8443' })).body)
    expect(seen).toEqual({
      method: 'GET',
      url: 'http://shop.example:8443/seen?a=1',
      host: 'shop.example:8443',
      cookie: null,
      names: [],
      raw: ['http://shop.example:8443/seen?a=1', 'GET', 'shop.example:8443'],
    })
    const both = { ':path': '/seen', ':authority': 'shop.example', host: 'other.example' }
    expect(JSON.parse((await ask(both)).body)).toMatchObject({ url: 'http://shop.example/seen', host: 'shop.example' })
  })

  test('cookies that come in several header lines are joined into one header', async () => {
    const { body } = await ask({ ':path': '/seen', cookie: ['a=1', 'b=2'] as unknown as string })
    expect(JSON.parse(body)).toMatchObject({ cookie: 'a=1; b=2' })
  })

  test('a body over the limit is refused, with and without a content-length, and the connection serves further requests', async () => {
    for (const path of ['/text', '/body', '/raw']) {
      expect((await post(path, ['x'], { 'content-length': '100001' }).catch(() => ({ status: 413 }))).status).toBe(413)
      expect((await post(path, new Array(30).fill('x'.repeat(10_000)))).status).toBe(413)
    }
    expect((await ask({ ':path': '/text' })).status).toBe(200)
  })

  test('if a handler answers without reading the body, the response arrives, and the server ends the stream without an error', async () => {
    const stream = session.request({ ':method': 'POST', ':path': '/none' })
    const sending = setInterval(() => stream.writable && stream.write('x'.repeat(10_000)), 1)
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).toBe(200)
    stream.resume()
    if (!stream.closed) await once(stream, 'close')
    clearInterval(sending)
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR)
  })

  test('if a client cancels a request, the signal aborts, the stream of the response is cancelled, and reading the body fails', async () => {
    const leaving = session.request({ ':path': '/endless' })
    leaving.on('error', () => undefined)
    await once(leaving, 'data')
    leaving.close(constants.NGHTTP2_CANCEL)
    await expect.poll(() => [...ended].sort()).toEqual(['cancel', 'signal'])
    for (const path of ['/text', '/body', '/raw']) {
      errors.length = 0
      const half = session.request({ ':method': 'POST', ':path': path, 'content-length': '10' })
      half.on('error', () => undefined)
      half.write('half')
      await new Promise((resolve) => setTimeout(resolve, 50))
      half.close(constants.NGHTTP2_CANCEL)
      await expect.poll(() => errors.map((error) => (error as Error).name)).toEqual(['AbortError'])
    }
  })

  test('a client that waits for a 100 Continue before it sends its body gets one', async () => {
    const stream = session.request({ ':method': 'POST', ':path': '/text', expect: '100-continue' })
    await once(stream, 'continue')
    stream.end('went on')
    expect(String((await once(stream, 'data'))[0])).toBe('went on')
  })

  test('the bodies of many simultaneous streams are not mixed up', async () => {
    const bodies = Array.from({ length: 100 }, (_, index) => `${index}`.repeat(100))
    const answers = await Promise.all(bodies.map((body) => post('/late', [body])))
    expect(answers.map(({ body }) => body)).toEqual(bodies)
  })
})

const run = async (command: string, args: readonly string[], input?: string) =>
  (await runCommand(command, args, { cwd: tmpdir(), ...(input !== undefined && { input }) })).stdout

/**
 * The end of the title of a test that needs a command: the reason why the test is skipped if the command is missing,
 * else empty.
 */
async function missing(command: string, debian = command): Promise<string> {
  return run(command, [command === 'openssl' ? 'version' : '--version']).then(
    () => '',
    () => ` (${command} is not installed: apt-get install ${debian})`,
  )
}
const NO_CURL = await missing('curl')
const NO_H2LOAD = await missing('h2load', 'nghttp2-client')
const NO_OPENSSL = await missing('openssl')

const OPTIONS = ['-s', '--http2-prior-knowledge', '-w', ' %{http_code} %{http_version}']

test.skipIf(NO_CURL !== '')(
  `curl gets answers over HTTP/2, and a 413 for a body over the limit${NO_CURL}`,
  async () => {
    const curl = (...options: string[]) => run('curl', [...OPTIONS, ...options])
    const url = `http://127.0.0.1:${port}`
    expect(await curl(`${url}/text`)).toBe('gr\u00fcn 200 2')
    expect(await curl('-I', '-o', '/dev/null', `${url}/text`)).toBe(' 200 2')
    expect(await curl('--data', 'a body', `${url}/text`)).toBe('a body 200 2')
    expect(await curl('-X', 'POST', '-H', 'Transfer-Encoding: chunked', '--data', 'a body', `${url}/raw`)).toBe(
      'a body 200 2',
    )
    for (const [size, status] of [
      [BODY_LIMIT, 200],
      [BODY_LIMIT + 1, 413],
      [3_000_000, 413],
    ] as const) {
      const options = [...OPTIONS, '-T', '-', '-X', 'POST', '-o', '/dev/null', `${url}/body`]
      expect(await run('curl', options, 'x'.repeat(size))).toBe(` ${status} 2`)
    }
  },
)

test.skipIf(NO_H2LOAD !== '')(`h2load gets an answer to each of its requests${NO_H2LOAD}`, async () => {
  expect(await run('h2load', ['-n', '2000', '-c', '4', '-m', '20', `http://127.0.0.1:${port}/text`])).toMatch(
    /2000 succeeded, 0 failed, 0 errored/,
  )
})

test.skipIf(NO_OPENSSL !== '')(`one server speaks both HTTP/1.1 and HTTP/2 over TLS${NO_OPENSSL}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'http2-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', keyFile, '-out', certFile]
  await run('openssl', ['req', '-x509', ...curve, ...files, '-days', '2', '-subj', '/CN=localhost'])
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)])
  await rm(folder, { recursive: true })
  const both = createSecureServer({ key, cert, allowHTTP1: true }, toNodeHandler(app))
  await new Promise<void>((resolve) => both.listen(0, '127.0.0.1', resolve))
  const authority = `localhost:${(both.address() as { port: number }).port}`

  const newer = connect(`https://${authority}`, { ca: cert })
  const stream = newer.request({ ':method': 'POST', ':path': '/seen' }).setEncoding('utf8')
  stream.end('x')
  let body = ''
  for await (const part of stream) body += part
  newer.close()
  const older = await new Promise<string>((resolve, reject) => {
    const options = { ca: cert, method: 'POST', path: '/raw', host: 'localhost', port: authority.split(':')[1] }
    const sending = httpsRequest(options, async (answer) => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      resolve(`${answer.httpVersion} ${text}`)
    })
    sending.on('error', reject)
    sending.end('a body')
  })

  expect(JSON.parse(body)).toMatchObject({ method: 'POST', url: `https://${authority}/seen`, host: authority })
  expect(older).toBe('1.1 a body')
  both.close()
})
