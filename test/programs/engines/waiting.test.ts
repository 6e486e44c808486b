import { join } from 'node:path'
import { Redis as Client } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { NO_REDIS, type Redis, startRedis } from '../session/redis.ts'

/** What may happen to an engine, and what ends it. */
const FAULTS: Readonly<Record<string, readonly [begin: (redis: Redis) => unknown, end: (redis: Redis) => unknown]>> = {
  hangs: [(redis) => redis.pause(), (redis) => redis.resume()],
  'was killed': [(redis) => redis.stop(), (redis) => redis.start()],
  'was emptied': [(redis) => command(redis, 'flushall'), () => undefined],
  'has forgotten its scripts': [(redis) => command(redis, 'script', 'flush'), () => undefined],
}

/** The requests to a program that uses a Redis, and the status of each while the Redis hangs or is gone. */
const ASKED = [
  { path: '/', says: 200 },
  { path: '/route', says: 200 },
  { path: '/route?key=a', says: 200 },
  { path: '/session', says: 503 },
  { path: '/health/live', says: 200 },
  { path: '/health/ready', says: 503 },
]

async function command({ url }: Redis, name: string, ...rest: string[]): Promise<void> {
  const client = new Client(url)
  await client.call(name, ...rest)
  client.disconnect()
}

describe.skipIf(NO_REDIS !== undefined)(`requests to a program whose Redis fails ${NO_REDIS ?? ''}`, () => {
  test.each(Object.entries(FAULTS))(
    'every request is answered while the Redis %s, and afterwards as before',
    async (fault, [begin, end]) => {
      const redis = await startRedis()
      const env = { REDIS_URL: redis.url }
      const program = startProgram(join(import.meta.dirname, 'waiting.ts'), { cwd: import.meta.dirname, env })
      const [, port] = await program.waitFor(/READY (\d+)/)
      let cookie = ''
      const ask = async (path: string) => {
        // A time limit of the client ends a request that waits for the engine for ever.
        const signal = AbortSignal.timeout(20_000)
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, signal })
        cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        return response.status
      }
      const all = () => Promise.all(ASKED.map(({ path }) => ask(path)))
      const fine = ASKED.map(() => 200)
      await expect.poll(all).toEqual(fine)
      await begin(redis)
      const isAway = fault === 'hangs' || fault === 'was killed'
      // Asked twice, since the second request already knows that the Redis is away.
      for (const _time of [1, 2]) expect(await all()).toEqual(isAway ? ASKED.map(({ says }) => says) : fine)
      if (isAway) {
        const statuses: number[] = []
        for (let time = 0; time < 4; time++) statuses.push(await ask('/route?key=b'))
        expect(statuses).toEqual([200, 200, 200, 429])
        expect(program.output()).toContain('the Redis does not answer, so that each process counts alone')
      }
      await end(redis)
      cookie = ''
      await expect
        .poll(() => Promise.all(['/', '/route', '/session', '/health/ready'].map(ask)))
        .toEqual([200, 200, 200, 200])
    },
  )
})
