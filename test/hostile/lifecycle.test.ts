import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, text } from '@app/core'
import { expect, test } from 'vitest'
import { sampled } from '../programs/sampled.ts'
import { fixture } from './fixture.ts'
import { exchange, sendAndBeRead } from './raw-exchange.ts'
import { createRouter, ROUTERS } from './routers.ts'
import { startFixture } from './started-fixture.ts'
import { stopUnderLoad } from './stop-under-load.ts'

test.each(sampled(ROUTERS, () => 'one'))(
  'with the router %s, SIGTERM under load loses no request, and breaks no keep-alive connection unexpectedly',
  async (router) => {
    const { sent, answered, lost, late, surprised, code } = await stopUnderLoad(router)
    expect({ lost, surprised, failed: sent - answered - late, code }).toEqual({
      lost: 0,
      surprised: 0,
      failed: 0,
      code: 0,
    })
  },
)

test('idle connections are closed soon after SIGTERM', async () => {
  const program = await startFixture('find-my-way')
  const sockets = Array.from({ length: 100 }, () => connect(program.port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  const closed = sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)))
  program.stop('SIGTERM')
  const started = Date.now()
  await Promise.all(closed)
  expect(Date.now() - started).toBeLessThan(2_000)
  expect(await program.ended).toBe(0)
})

test('at SIGTERM, requests with incomplete headers are answered with 408 before the grace period ends', async () => {
  const program = await startFixture('find-my-way')
  const halves = ['G', 'GET / HTTP/1.1\r\nHo', 'GET /ping HTTP/1.1\r\nHost: x\r\n']
  const cut = await Promise.all(halves.map((half) => sendAndBeRead(program.port, half)))
  program.stop('SIGTERM')
  const started = Date.now()
  expect(await program.ended).toBe(0)
  expect(Date.now() - started).toBeLessThan(9_000)
  for (const answer of cut) {
    const { bytes, ended } = await answer()
    expect([bytes.match(/HTTP\/1\.1 \d+/g), ended]).toEqual([['HTTP/1.1 408'], 'close'])
    expect(bytes).toMatch(/connection: close\r\n\r\n$/i)
  }
})

test('a request whose headers are completed soon after SIGTERM is still answered', async () => {
  const program = await startFixture('find-my-way')
  const stop = { answered: 1, tell: () => program.stop('SIGTERM') }
  const rest = [stop, { wait: 150 }, { send: 'st: x\r\n\r\n' }]
  const whole = await sendAndBeRead(program.port, 'GET /ping HTTP/1.1\r\nHo', rest)
  expect((await whole()).bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  expect(await program.ended).toBe(0)
})

test('a request that is not answered within the grace period is cut and named in the log, and the program ends with 1', async () => {
  const program = await startFixture('find-my-way', { GRACE: '0.3' })
  const stuck = await sendAndBeRead(program.port, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
  program.stop('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Stopped after 0.3 s with requests that were not answered: GET /never\n')
  expect((await stuck()).bytes).toBe('')
})

test('every response that a stopping server gives announces the end of its connection', async () => {
  const app = fixture(await createRouter('find-my-way'), () => undefined)
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const paths = [
    '/ping',
    '/nope',
    '/%zz',
    '/admin/secret',
    '/throw-sync',
    '/throw-async',
    '/s204',
    '/slow',
    '/big',
    '/undef',
  ]
  const port = server.address?.port as number
  const stopping = once(server.stopping, 'abort')
  const rest = [{ until: stopping }, { send: '\r\n' }]
  const answers = await Promise.all(
    paths.map((path) => sendAndBeRead(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n`, rest)),
  )
  const closed = server.close()
  for (const answer of answers) {
    const { bytes, ended } = await answer()
    expect([bytes.match(/^connection: .*/gim), ended]).toEqual([['connection: close'], 'close'])
  }
  expect(await closed).toBe(true)
})

test('a second signal during a stop ends the program at once, with 1', async () => {
  const program = await startFixture('find-my-way')
  await sendAndBeRead(program.port, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
  program.stop('SIGTERM')
  await sleep(50)
  program.stop('SIGINT')
  expect(await program.ended).toBe(1)
})

test('if the port is in use, the program prints one line, which says what to do', async () => {
  const first = await startFixture('find-my-way')
  const second = startFixture('find-my-way', { PORT: String(first.port) })
  const said = await second.then(
    () => '',
    (error: Error) => error.message,
  )
  expect(said).toContain(`ended with 1: Cannot listen on 127.0.0.1:${first.port}: the port is in use. `)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  first.stop()
  expect(await first.ended).toBe(0)
})

test('five hundred connections with incomplete requests are answered with 408 and closed', async () => {
  const server = await createServer(async (request) => text(await request.text()), {
    headersTimeout: 0.3,
    requestTimeout: 0.6,
    onError: () => undefined,
  }).listen({ port: 0, host: '127.0.0.1' })
  const port = server.address?.port as number
  const halves = [
    'GET / HTTP/1.1\r\nHost: x\r\nx-a: ',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
  ]
  const cut = await Promise.all(
    halves
      .flatMap((half) => new Array(167).fill(half))
      .map((half: string) => exchange(port, [{ send: half }], { timeoutMs: 8_000 })),
  )
  expect(new Set(cut.map(({ bytes, ended }) => `${bytes.slice(0, 12)} ${ended}`))).toEqual(
    new Set(['HTTP/1.1 408 close']),
  )
  expect(await server.close({ grace: 0.1 })).toBe(true)
})

test('two thousand pipelined requests are answered in their order', async () => {
  const server = await createServer(async ({ path }) => {
    if (Math.random() < 0.1) await sleep(1)
    return text(path)
  }).listen({ port: 0, host: '127.0.0.1' })
  const paths = Array.from({ length: 2_000 }, (_value, index) => `/${index}`)
  const bytes = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
  const isWhole = (answers: string) => answers.endsWith('/1999')
  const answers = await exchange(server.address?.port as number, [{ send: bytes }], {
    timeoutMs: 10_000,
    until: isWhole,
  })
  expect(answers.bytes.match(/\r\n\r\n\/\d+/g)?.map((body) => body.trim())).toEqual(paths)
  await server.close({ grace: 0.1 })
})
