import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application } from '@app/core'
import { text } from '@app/http'
import { canonicalPath } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROGRAM_LIMIT } from '../../programs/limits.ts'
import { exchange } from '../raw-exchange.ts'
import { missingProxy, PROXIES, type StartedProxy, startProxy } from './proxies.ts'
import { REQUESTS, type Sent } from './requests.ts'

/** The requests that reach the application, each as `GET /path`, and their bodies. */
let seen: { readonly line: string; body: string }[] = []
const app = new Application({ router: new FindMyWayRouter() })
app.pipe(async (request) => {
  // The entry is added before the body is read, so that the entries are in the order of arrival: a body may be complete
  // only after a later request has arrived.
  const one = { line: `${request.method} ${request.fullPath}`, body: '' }
  const all = seen
  all.push(one)
  try {
    one.body = await request.text()
  } catch (error) {
    all.splice(all.indexOf(one), 1)
    throw error
  }
  return text('seen', { headers: { 'x-status': '200' } })
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
const ours = server.address?.port as number
afterAll(() => server.close())

/**
 * Sends bytes, and returns the requests that the application sees. The connection stays open until a later request of
 * another connection has arrived, however slow the machine is.
 */
async function send(port: number, bytes: string, isThrough: (mark: string) => boolean) {
  seen = []
  const mark = `/mark-${++marks}`
  const later = async () => {
    await sleep(IDLE_MS)
    await exchange(port, [{ send: `GET ${mark} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` }])
    await expect.poll(() => isThrough(mark)).toBe(true)
  }
  const marked = later()
  await exchange(port, [{ send: bytes }, { until: marked }, { abort: true }], { timeoutMs: PROGRAM_LIMIT })
  await marked
  return seen.filter(({ line }) => line !== `GET ${mark}`)
}
let marks = 0

/** The requests that our server reads if the client sends the bytes without a proxy. */
function direct(bytes: string): ReturnType<typeof send> {
  const known = made.get(bytes) ?? send(ours, bytes, (mark) => seen.some(({ line }) => line === `GET ${mark}`))
  made.set(bytes, known)
  return known
}
const made = new Map<string, ReturnType<typeof send>>()

/**
 * The milliseconds after which no more bytes are expected on an open connection; they are few, since all connections
 * are on loopback.
 */
const IDLE_MS = 150

describe.each(PROXIES)('behind the proxy %s', (name) => {
  const missing = missingProxy(name)
  const SKIPPED = missing ? ` (${missing})` : ''
  let proxy: StartedProxy
  beforeAll(async () => {
    if (missing) return
    proxy = await startProxy(name, ours)
  })
  afterAll(() => proxy?.stop())
  const isLogged = (mark: string) => proxy.passedOn().includes(`GET ${mark} 200`)

  test.skipIf(missing)(`the tests would notice a server that ignores the lengths of bodies${SKIPPED}`, async () => {
    const read: string[] = []
    const naive = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          for (const [line] of String(data).matchAll(/^[A-Z]+ \S+(?= HTTP\/1\.1\r$)/gm)) {
            read.push(line)
            socket.write('HTTP/1.1 200 OK\r\nX-Status: 200\r\nContent-Length: 0\r\n\r\n')
          }
        })
    }).listen(0, '127.0.0.1')
    await once(naive, 'listening')
    const front = await startProxy(name, (naive.address() as AddressInfo).port)
    const { bytes } = REQUESTS.find((one) => one.name === 'a body of GET') as Sent
    await exchange(front.port, [{ send: bytes }], { timeoutMs: IDLE_MS })
    await expect.poll(front.passedOn).toContain('GET /get 200')
    expect([read, front.passedOn()].map((lines) => lines.some((line) => line.includes('smuggled')))).toEqual([
      true,
      false,
    ])
    await front.stop()
    naive.close()
  })

  test.skipIf(missing)(`several requests of one connection pass the proxy, each with its body${SKIPPED}`, async () => {
    const post = 'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody'
    const through = await send(proxy.port, `GET /a HTTP/1.1\r\nHost: x\r\n\r\n${post}`, isLogged)
    expect(through).toEqual([
      { line: 'GET /a', body: '' },
      { line: 'POST /b', body: 'body' },
    ])
  })

  test.skipIf(missing).each(REQUESTS)(
    `the proxy and our server split the bytes into the same requests: $name${SKIPPED}`,
    async ({ bytes }) => {
      const before = proxy.passedOn().length
      const through = await send(proxy.port, bytes, isLogged)
      // Only requests that were answered with 200 are compared: a request that our server refuses reaches no
      // application, although the proxy has passed it on.
      const taken = () =>
        proxy
          .passedOn()
          .slice(before)
          .filter((line) => line.endsWith(' 200') && !line.startsWith('GET /mark-'))
          .map((line) => inOurWords(line.slice(0, -4)))
      // Apache has several processes, each of which writes its own lines into the log. The line of an earlier request
      // may appear after that of the last request, so the test waits for it.
      await expect.poll(taken).toEqual(through.map(({ line }) => line))

      // If the proxy and our server accept a request, our server reads it from the proxy as it reads it directly from
      // the client.
      const ourOwn = await direct(bytes)
      if (through.length > 0 && ourOwn.length === through.length) expect(through).toEqual(ourOwn)
    },
  )
})

/** Rewrites a line of a proxy's log, so that it has the path as the application sees it. */
function inOurWords(line: string): string {
  const [method, target = ''] = line.split(' ')
  if (target === '*') return `${method} /`
  return `${method} ${canonicalPath(target.replace(/^http:\/\/[^/]+/, ''))}`
}
