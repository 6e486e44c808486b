import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type Server as HttpServer, request } from 'node:http'
import { get } from 'node:https'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { createServer, type Server, text } from '@app/core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { supertest } from './own-server.js'

const folder = mkdtempSync(join(tmpdir(), 'own-server-'))
const running: Server[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 })))
})

afterAll(() => rmSync(folder, { recursive: true }))

function create(): Server {
  const server = createServer((request) => text(`${request.path} ${new URL(request.url).protocol}`))
  running.push(server)
  return server
}

test('supertest can test `server.node`, the node:http server of our server, whether it listens already or not', async () => {
  const server = create()
  await supertest(server.node).get('/first').expect(200, '/first http:')
  const other = await create().listen({ port: 0, host: '127.0.0.1' })
  await supertest(other.node).get('/second').expect(200, '/second http:')
})

test('a server can listen on a Unix socket, which is gone when the server closes', async () => {
  const path = join(folder, 'socket')
  const server = await create().listen({ path })
  expect(server.address).toBeUndefined()
  const answer = await new Promise<string>((resolve) => {
    request({ socketPath: path, path: '/x' }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    }).end()
  })
  expect(answer).toBe('/x http:')
  await expect(create().listen({ path })).rejects.toThrow(
    `Cannot listen on ${path}: this file exists already. Stop the other program, or remove the file if no program uses it.`,
  )
  expect(await server.close()).toBe(true)
  expect(existsSync(path)).toBe(false)
})

test.skipIf(process.platform === 'win32')('a server can use a file descriptor that listens already', async () => {
  const opened = createNetServer().listen(0, '127.0.0.1')
  await once(opened, 'listening')
  const { fd } = (opened as unknown as { _handle: { fd: number } })._handle
  const { port } = opened.address() as AddressInfo
  const program = startProgram('listens.ts', {
    cwd: import.meta.dirname,
    env: { FD_OPTION: '3' },
    stdio: ['ignore', 'pipe', 'pipe', fd],
  })
  // The parent process closes its copy, so that the descriptor belongs to the program alone.
  opened.close()
  await program.waitFor(new RegExp(`Listening on http://127\\.0\\.0\\.1:${port} `))
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
  program.stop()
  expect(await program.ended).toBe(0)
})

test('listen() refuses options that name both a port and the path of a Unix socket', async () => {
  await expect(create().listen({ port: 0, path: '/x' })).rejects.toThrow(
    'A server listens in one place: say port and host, or path, or fd',
  )
})

test('a program can answer upgrade requests in a listener of the event `upgrade`, and is informed when our server stops', async () => {
  const server = await create().listen({ port: 0, host: '127.0.0.1' })
  server.node.on('upgrade', (_request: unknown, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    socket.pipe(socket)
    server.stopping.addEventListener('abort', () => socket.end('bye'))
  })
  const client = connect(server.address?.port as number, '127.0.0.1').setEncoding('utf8')
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 101 /)
  client.write('hello')
  expect(String(await once(client, 'data'))).toBe('hello')
  const [last, isWhole] = await Promise.all([once(client, 'data'), server.close()])
  expect([String(last), isWhole]).toEqual(['bye', true])
})

test('an upgraded connection that the program does not end is cut after the grace period', async () => {
  const server = await create().listen({ port: 0, host: '127.0.0.1' })
  server.node.on('upgrade', (_request: unknown, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  })
  const client = connect(server.address?.port as number, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  await once(client, 'data')
  const closed = once(client, 'close')
  await server.close({ grace: 0.2 })
  await closed
})

test('a TLS server of the program can pass its connections to our server, whose stop waits for them', async () => {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  const server = createServer(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return text(request.url)
  })
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  const tls = createTlsServer(files, (socket) => server.node.emit('connection', socket)).listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const { port } = tls.address() as AddressInfo
  const answer = new Promise<string>((resolve, reject) => {
    const ca = files.cert
    get({ host: '127.0.0.1', port, path: '/secure', ca, agent: false, headers: { connection: 'close' } }, (response) =>
      response.setEncoding('utf8').on('data', resolve),
    ).on('error', reject)
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  tls.close()
  expect(await server.close()).toBe(true)
  expect(await answer).toBe(`https://127.0.0.1:${port}/secure`)
})

test('await using closes a server, and a second close changes nothing', async () => {
  let node: HttpServer
  {
    await using server = await create().listen({ port: 0, host: '127.0.0.1' })
    node = server.node
    expect(node.listening).toBe(true)
  }
  expect(node.listening).toBe(false)
  const server = await create().listen({ port: 0, host: '127.0.0.1' })
  expect(await Promise.all([server.close(), server.close()])).toEqual([true, true])
  expect(await server.close()).toBe(true)
})

test.each([
  [{ NODE_ENV: 'development' }, 'http://127.0.0.1:'],
  [{ NODE_ENV: 'production' }, 'http://localhost:'],
  [{ NODE_ENV: '' }, 'http://localhost:'],
  [{ NODE_ENV: 'development', HOST_OPTION: '0.0.0.0' }, 'http://localhost:'],
])(
  'run() listens on 127.0.0.1 alone in development if no host is set, and else on all addresses: with %o it prints %s',
  async (env, url) => {
    const program = startProgram(join(import.meta.dirname, 'listens.ts'), { cwd: import.meta.dirname, env })
    await program.waitFor(/Listening on \S+ /)
    expect(program.output()).toContain(`Listening on ${url}`)
    program.stop()
    expect(await program.ended).toBe(0)
  },
)
