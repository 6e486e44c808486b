import { join } from 'node:path'
import { Application, type ServerRequest, text } from '@app/core'
import { type Limit, RATE_LIMIT, rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

async function startLimited(url: string): Promise<() => Promise<number>> {
  const file = join(import.meta.dirname, 'limited.ts')
  const program = startProgram(file, { cwd: import.meta.dirname, env: { REDIS_URL: url } })
  const [, port] = await program.waitFor(/READY (\d+)/)
  return async () => (await fetch(`http://127.0.0.1:${port}/`)).status
}

test.skipIf(NO_REDIS !== undefined)(
  `two processes share a limit in a Redis, and count alone while the Redis is down${SKIPPED}`,
  async () => {
    const redis = await startRedis()
    const [one, two] = await Promise.all([startLimited(redis.url), startLimited(redis.url)])
    expect([await one(), await two(), await one(), await two(), await one()]).toEqual([200, 200, 200, 429, 429])
    await redis.stop()
    await expect.poll(one).toBe(200)
    expect([await two(), await two(), await two(), await two()]).toEqual([200, 200, 200, 429])
    await redis.start()
    await expect.poll(two).toBe(200)
  },
)

/** Two routes of nested applications with the same path, after a general limit that counts by a header. */
function shops(redis: object, name?: string): Application {
  const key = (request: ServerRequest) => request.headers.get('x-key') ?? undefined
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(rateLimit({ limit: 100, key, redis, name }))
  const nested = (limit: Limit | readonly Limit[]) => {
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.post('/log-in', () => text('in')).set(RATE_LIMIT, limit)
    return inner
  }
  app.pipe('/shop', nested({ limit: 2, window: 600 }))
  app.pipe('/other', nested({ limit: 50, window: 2 }))
  app.pipe('/both', nested([{ limit: 3 }, { limit: 2, window: 600 }]))
  app.pipe(() => text('else'))
  return app
}

test.skipIf(NO_REDIS !== undefined)(
  `limits of different routes, applications and names share no counter in a Redis, which holds no address and no key${SKIPPED}`,
  async () => {
    const { url } = await startRedis()
    const client = new Redis(url)
    onTestFinished(() => client.disconnect())
    await client.ping()
    const [app, named] = [shops(client), shops(client, 'named')]
    const used = async (where: Application, path: string, key: string) => {
      const { headers } = await where.request(path, { method: 'POST', headers: { 'x-key': key } })
      return headers
        .get('ratelimit')
        ?.split(', ')
        .map((each) => Number(/r=(\d+)/.exec(each)?.[1]))
    }
    const secret = 'the-secret-key-of-ada'
    expect(await used(app, '/shop/log-in', secret)).toEqual([1])
    const [stored = ''] = await client.keys('*')
    // Each of these counts for the first time, whatever was counted before; the general limit gets keys that another
    // counter might have.
    expect([
      await used(app, '/other/log-in', secret),
      await used(app, '/both/log-in', secret),
      await used(named, '/shop/log-in', secret),
      await used(named, '/', secret),
      await used(app, '/', secret),
      await used(app, '/', stored),
      await used(app, '/', stored.replace('rate-limit:', '')),
      await used(app, '/', `/log-in^POST:${secret}`),
      await used(app, '/', JSON.stringify(['default', '/shop', '/log-in^POST', 2, 600, secret])),
    ]).toEqual([[49], [2, 1], [1], [99], [99], [99], [99], [99], [99]])
    expect(await used(app, '/shop/log-in', secret)).toEqual([0])
    expect((await client.keys('*')).join(' ')).not.toMatch(/ada|log-in|shop|default/)
  },
)

test.skipIf(NO_REDIS !== undefined)(
  `two processes count a route under several prefixes together, whichever prefix each has seen first${SKIPPED}`,
  async () => {
    const { url } = await startRedis()
    const client = new Redis(url)
    onTestFinished(() => client.disconnect())
    await client.ping()
    const site = () => {
      const pages = new Application({ router: new FindMyWayRouter() })
      pages.post('/log-in', () => text('wrong')).set(RATE_LIMIT, { limit: 2, window: 600, key: () => 'ada' })
      const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
      return app.pipe(rateLimit({ key: () => undefined, redis: client })).pipe(['/en', '/de'], pages)
    }
    const [one, two] = [site(), site()]
    const guess = async (app: Application, path: string) => (await app.request(path, { method: 'POST' })).status
    expect([await guess(one, '/de/log-in'), await guess(two, '/en/log-in')]).toEqual([200, 200])
    expect([await guess(one, '/de/log-in'), await guess(two, '/en/log-in')]).toEqual([429, 429])
  },
)
