import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, type Server } from '@app/core'
import { text } from '@app/http'
import { canonicalPath } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROGRAM_LIMIT } from '../../programs/limits.ts'
import { exchange } from '../raw-exchange.ts'
import { missingProxy, PROXIES, type StartedProxy, startProxy } from './proxies.ts'
import { REQUESTS, type Sent } from './requests.ts'

/** A request that has reached an application, as `GET /path`, and its body. */
interface Seen {
  readonly line: string
  body: string
}

/** An application that keeps the requests which reach it. Each proxy has one behind it, since all are tried at once. */
class Observed {
  #seen: Seen[] = []
  #marks = 0
  readonly #app = new Application({ router: new FindMyWayRouter() })
  #server: Server | undefined

  async start(): Promise<number> {
    this.#app.pipe(async (request) => {
      // The entry is added before the body is read, so that the entries are in the order of arrival: a body may be
      // complete only after a later request has arrived.
      const one = { line: `${request.method} ${request.fullPath}`, body: '' }
      const all = this.#seen
      all.push(one)
      try {
        one.body = await request.text()
      } catch (error) {
        all.splice(all.indexOf(one), 1)
        throw error
      }
      return text('seen', { headers: { 'x-status': '200' } })
    })
    this.#server = await this.#app.run({ port: 0, host: '127.0.0.1' })
    return this.#server.address?.port as number
  }

  /**
   * Sends bytes, to the application or to its proxy, and returns the requests that the application sees. The connection
   * stays open until a later request of another connection has arrived, however slow the machine is.
   */
  async send(
    port: number,
    bytes: string,
    isThrough = (mark: string) => this.#seen.some(({ line }) => line === `GET ${mark}`),
  ): Promise<readonly Seen[]> {
    this.#seen = []
    const mark = `/mark-${++this.#marks}`
    const later = async () => {
      await sleep(IDLE_MS)
      await exchange(port, [{ send: `GET ${mark} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` }])
      await expect.poll(() => isThrough(mark)).toBe(true)
    }
    const marked = later()
    await exchange(port, [{ send: bytes }, { until: marked }, { abort: true }], { timeoutMs: PROGRAM_LIMIT })
    await marked
    return this.#seen.filter(({ line }) => line !== `GET ${mark}`)
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

/** A proxy, the application behind it, and what is known of the two. */
interface Pair {
  readonly name: string
  readonly proxy: StartedProxy
  /** Sends bytes to the proxy. */
  send(bytes: string): Promise<readonly Seen[]>
}

/**
 * The milliseconds after which no more bytes are expected on an open connection; they are few, since all connections
 * are on loopback.
 */
const IDLE_MS = 150

const reasons = new Map(PROXIES.map((name) => [name, missingProxy(name)]))
const installed = PROXIES.filter((name) => reasons.get(name) === undefined)
const missing = [...reasons.values()].filter((reason) => reason !== undefined)
const SKIPPED = missing.length > 0 ? ` (${missing.join(', ')})` : ''

describe.skipIf(installed.length === 0)(`behind proxies${SKIPPED}`, () => {
  const observed: Observed[] = []
  const pairs: Pair[] = []
  const direct = new Observed()
  let ours: number

  beforeAll(async () => {
    ours = await direct.start()
    for (const name of installed) {
      const behind = new Observed()
      observed.push(behind)
      const proxy = await startProxy(name, await behind.start())
      const isLogged = (mark: string) => proxy.passedOn().includes(`GET ${mark} 200`)
      pairs.push({ name, proxy, send: (bytes) => behind.send(proxy.port, bytes, isLogged) })
    }
  })
  afterAll(async () => {
    for (const { proxy } of pairs) await proxy.stop()
    for (const each of [direct, ...observed]) await each.close()
  })

  test.each(installed)('the tests would notice a server behind %s that ignores the lengths of bodies', async (name) => {
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

  test('several requests of one connection pass each proxy, each with its body', async () => {
    const post = 'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody'
    for (const { name, send } of pairs) {
      expect(await send(`GET /a HTTP/1.1\r\nHost: x\r\n\r\n${post}`), name).toEqual([
        { line: 'GET /a', body: '' },
        { line: 'POST /b', body: 'body' },
      ])
    }
  })

  test.each(REQUESTS)('each proxy and our server split the bytes into the same requests: $name', async ({ bytes }) => {
    const own = direct.send(ours, bytes)
    const tried = pairs.map(async ({ name, proxy, send }) => {
      const before = proxy.passedOn().length
      const through = await send(bytes)
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
      await expect.poll(taken, { message: name }).toEqual(through.map(({ line }) => line))

      // If the proxy and our server accept a request, our server reads it from the proxy as it reads it directly from
      // the client.
      const ourOwn = await own
      if (through.length > 0 && ourOwn.length === through.length) expect(through, name).toEqual(ourOwn)
    })
    const failed = (await Promise.allSettled(tried)).find(({ status }) => status === 'rejected')
    await own
    if (failed?.status === 'rejected') throw failed.reason
  })
})

/** Rewrites a line of a proxy's log, so that it has the path as the application sees it. */
function inOurWords(line: string): string {
  const [method, target = ''] = line.split(' ')
  if (target === '*') return `${method} /`
  return `${method} ${canonicalPath(target.replace(/^http:\/\/[^/]+/, ''))}`
}
