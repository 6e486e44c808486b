import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { get } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createServer, type RequestHandler, type Server, type ServerOptions, text } from '@app/core'
import { switchProtocols } from '@app/core/extending'
import { afterAll, afterEach, expect, test } from 'vitest'
import { TEST_LIMIT } from '../limits.ts'
import { startProgram } from '../run-program.ts'
import { makeCertificate } from './certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'tls-'))
const { key, cert, keyFile, certFile } = makeCertificate(folder)
const other = makeCertificate(folder, 'other')
const running: Server[] = []
const sessions: ClientHttp2Session[] = []

afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy()
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(options: ServerOptions, handler: RequestHandler = ({ url }) => text(url)) {
  const server = createServer(handler, options)
  running.push(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { server, port: server.address?.port as number }
}

/** Sends a request over HTTP/1.1 and TLS. */
function over1(port: number, ca: string = cert, path = '/x'): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, ca, agent: false }, (response) => {
      let body = `${response.httpVersion} `
      response.setEncoding('utf8').on('data', (data) => {
        body += data
      })
      response.on('end', () => resolve(body))
    }).on('error', reject)
  })
}

function session(port: number): ClientHttp2Session {
  const made = connectHttp2(`https://127.0.0.1:${port}`, { ca: cert })
  made.on('error', () => undefined)
  sessions.push(made)
  return made
}

/** Sends a request over HTTP/2. */
async function over2(client: ClientHttp2Session, path = '/x', body?: string | Buffer) {
  const stream = client.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST' })
  stream.end(body)
  let status: number | undefined
  stream.on('response', (headers) => {
    status = headers[':status']
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { status, body: String(Buffer.concat(chunks)), code: stream.rstCode }
}

test('with a certificate, set as text or as files, a server speaks TLS, and the URLs of requests have https', async () => {
  for (const tls of [
    { cert, key },
    { cert: certFile, key: keyFile },
  ]) {
    const { port } = await serve({ tls })
    expect(await over1(port)).toBe(`1.1 https://127.0.0.1:${port}/x`)
  }
})

test('a server with http2 speaks HTTP/2 with clients that request it, and HTTP/1.1 with all others', async () => {
  const { port } = await serve({ tls: { cert, key }, http2: true })
  const client = session(port)
  expect(await over2(client)).toEqual({ status: 200, body: `https://127.0.0.1:${port}/x`, code: 0 })
  expect(client.alpnProtocol).toBe('h2')
  expect(await over1(port)).toBe(`1.1 https://127.0.0.1:${port}/x`)
})

test('with allowHTTP1: false, a client that does not speak HTTP/2 gets no connection', async () => {
  const { port } = await serve({ tls: { cert, key }, http2: { allowHTTP1: false } })
  expect((await over2(session(port))).status).toBe(200)
  await expect(over1(port)).rejects.toThrow()
  const socket = connectTls({ host: '127.0.0.1', port, ca: cert, ALPNProtocols: ['http/1.1'] })
  await expect(once(socket, 'secureConnect')).rejects.toThrow(/no.application.protocol/i)
})

test('bodies and their limits work over HTTP/2 as over HTTP/1.1', async () => {
  const { port } = await serve({ tls: { cert, key }, http2: true, bodyLimit: 1_000 }, async (r) => text(await r.text()))
  const client = session(port)
  expect(await over2(client, '/', 'a body')).toEqual({ status: 200, body: 'a body', code: 0 })
  expect((await over2(client, '/', 'x'.repeat(1_001))).status).toBe(413)
  const all = await Promise.all(Array.from({ length: 300 }, (_, index) => over2(client, '/', `body ${index}`)))
  expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 300 }, (_, index) => `body ${index}`))
})

test('a WebSocket handshake over TLS reaches the handler as a request, also if the server speaks HTTP/2', async () => {
  const { port } = await serve({ tls: { cert, key }, http2: true }, (request) =>
    switchProtocols(request, ({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello')
    }),
  )
  const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, ca: cert, ALPNProtocols: ['http/1.1'] })
  socket.setEncoding('utf8').write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  let answer = ''
  for await (const data of socket) answer += data
  expect(answer).toMatch(/^HTTP\/1\.1 101 [\s\S]*hello$/)
})

test('a stopping server answers each request that has arrived over HTTP/2, and refuses later ones with REFUSED_STREAM', async () => {
  let seen = 0
  const { server, port } = await serve({ tls: { cert, key }, http2: true }, async ({ path }) => {
    seen++
    if (path === '/slow') await sleep(300)
    return text(path)
  })
  const clients = [session(port), session(port), session(port)]
  await Promise.all(clients.map((client) => over2(client)))
  let answered = clients.length
  const asking = clients.map(async (client) => {
    let isWarned = false
    client.on('goaway', () => {
      isWarned = true
    })
    while (!isWarned) {
      try {
        expect((await over2(client)).status).toBe(200)
        answered++
      } catch (error) {
        // The server may announce its stop while a client sends a request. By the error code, the client knows that the
        // request was not handled, and can send it to another server.
        expect(error).toMatchObject({ message: expect.stringContaining('NGHTTP2_REFUSED_STREAM') })
      }
    }
  })
  const slow = clients.map((client) => over2(client, '/slow'))
  await sleep(50)
  const closed = server.close()
  await Promise.all(asking)
  expect((await Promise.all(slow)).map(({ body }) => body)).toEqual(['/slow', '/slow', '/slow'])
  expect(await closed).toBe(true)
  expect(seen).toBe(answered + slow.length)
})

test('a request over HTTP/2 that is not answered within the grace period is cut, and close() gives false', async () => {
  let hear = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  const { server, port } = await serve({ tls: { cert, key }, http2: true }, () => {
    hear()
    return new Promise(() => undefined)
  })
  const asking = over2(session(port))
  asking.catch(() => undefined)
  await asked
  expect(await server.close({ grace: 0.2 })).toBe(false)
  await asking.then(
    ({ status }) => expect(status).toBeUndefined(),
    (error) => expect(error).toBeInstanceOf(Error),
  )
})

test('an idle connection of HTTP/2 is closed after a time limit, and does not delay a stop', async () => {
  const handler: RequestHandler = async ({ path }) => {
    if (path === '/slow') await sleep(500)
    return text(path)
  }
  const { server, port } = await serve({ tls: { cert, key }, http2: true, keepAliveTimeout: 0.2 }, handler)
  const first = session(port)
  const closed = once(first, 'close')
  // A connection with an unanswered request is not idle, even if it transfers no bytes for longer than the limit.
  expect((await over2(first, '/slow')).status).toBe(200)
  await closed
  const second = session(port)
  await over2(second)
  const silent = connectTls({ host: '127.0.0.1', port, ca: cert, ALPNProtocols: ['h2'] })
  await once(silent, 'secureConnect')
  silent.on('error', () => undefined)
  expect(await server.close()).toBe(true)
})

test('over HTTP/2 the stream of a client that reads nothing of its response is ended, and a client that does not send its body gets a 408', async () => {
  const ends: string[] = []
  const { port } = await serve(
    { tls: { cert, key }, http2: true, writeTimeout: 0.3, requestTimeout: 0.3, headersTimeout: 0.3 },
    async (request) => {
      request.signal.addEventListener('abort', () => ends.push(request.path))
      // The handler takes longer than the limits, 0.3 s. None of them applies while a handler works.
      if (request.path === '/deaf') await sleep(400)
      return text(request.path === '/body' ? await request.text() : 'x'.repeat(4_000_000))
    },
  )
  const client = session(port)
  const deaf = client.request({ ':path': '/deaf' })
  deaf.on('error', () => undefined)
  deaf.end()
  const mute = client.request({ ':path': '/body', ':method': 'POST' })
  mute.on('error', () => undefined)
  mute.write('half of ')
  const [{ ':status': status }] = (await once(mute, 'response')) as [IncomingHttpHeaders]
  expect(status).toBe(408)
  await expect.poll(() => ends).toContain('/deaf')
  // Only the stream was ended: its connection still serves other requests.
  expect((await over2(client, '/body', 'whole')).body).toBe('whole')
})

test('a client of HTTP/1.1 over TLS that reads nothing of its response is cut', async () => {
  let hear = (): void => undefined
  const left = new Promise<void>((resolve) => {
    hear = resolve
  })
  const { port } = await serve({ tls: { cert, key }, writeTimeout: 0.3 }, (request) => {
    request.signal.addEventListener('abort', () => hear())
    return text('x'.repeat(30_000_000))
  })
  const deaf = connectTls({ host: '127.0.0.1', port, ca: cert }, () => deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  deaf.on('error', () => undefined).pause()
  await left
  deaf.destroy()
})

test('run() prints a URL with https, and reads the files of its certificate again on SIGHUP', async () => {
  const files = { cert: join(folder, 'used-cert.pem'), key: join(folder, 'used-key.pem') }
  const use = (from: typeof other) => {
    copyFileSync(from.certFile, files.cert)
    copyFileSync(from.keyFile, files.key)
  }
  use({ keyFile, certFile, key, cert })
  const program = startProgram(join(import.meta.dirname, 'listens.ts'), {
    cwd: import.meta.dirname,
    env: { CERT_OPTION: files.cert, KEY_OPTION: files.key },
  })
  const port = Number((await program.waitFor(/Listening on https:\/\/localhost:(\d+) /))[1])
  expect(await over1(port)).toBe('1.1 hello')
  writeFileSync(files.key, 'no key')
  program.stop('SIGHUP')
  await program.waitFor(
    /The certificate stays as it was: .*"key" is not the text of a PEM file|The certificate stays as it was:/,
  )
  expect(await over1(port)).toBe('1.1 hello')
  use(other)
  program.stop('SIGHUP')
  await program.waitFor(/The certificate was read anew/)
  await expect(over1(port)).rejects.toThrow(/self-signed|unable to verify/)
  expect(await over1(port, other.cert)).toBe('1.1 hello')
  program.stop()
  expect(await program.ended).toBe(0)
  expect(program.output()).not.toContain('BEGIN')
})

test.each<[string, ServerOptions, string]>([
  [
    'a file that is not there',
    { tls: { cert: '/nowhere.pem', key } },
    'tls: "cert" is not the text of a PEM file, and cannot be read as the path of one: there is no such file',
  ],
  [
    'a key that is missing',
    { tls: { cert } as never },
    'tls: "key" is the text of a PEM file, or the path of one, got undefined',
  ],
  [
    'a key of another certificate',
    { tls: { cert, key: other.key } },
    'tls: node does not accept "cert" and "key" together (error:',
  ],
  ['an unknown option of tls', { tls: { cert, key, certificate: '' } as never }, 'tls: unknown option "certificate"'],
  ['http2 without tls', { http2: true }, '"http2" needs "tls", since browsers speak HTTP/2 over TLS alone'],
  [
    'an unknown option of http2',
    { tls: { cert, key }, http2: { allowHttp1: false } as never },
    'http2: unknown option "allowHttp1". Did you mean "allowHTTP1"?',
  ],
  [
    'a string in place of the map tls',
    { tls: cert as never },
    'createServer(): "tls" must be a map with "cert" and "key", got a string',
  ],
])('createServer() refuses %s, with an error that names the option', (_, options, message) => {
  expect(() => createServer(() => text(''), options)).toThrow(message)
})

test('a client that has not completed the handshake of TLS does not delay a stop', async () => {
  const { server, port } = await serve({ tls: { cert, key } })
  const silent = connect(port, '127.0.0.1')
  const half = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(half, 'connect')])
  half.write(Buffer.from([0x16, 0x03, 0x01]))
  await sleep(50)
  // If the server did not close the unfinished connections, `close()` would wait for the whole grace period and give
  // `false`.
  expect(await server.close({ grace: TEST_LIMIT / 1_000 })).toBe(true)
  for (const socket of [silent, half]) socket.destroy()
})
