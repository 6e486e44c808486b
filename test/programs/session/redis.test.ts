import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { NO_REDIS, startRedis } from './redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

/** Starts a process of `counter.ts`, and returns a function that sends requests to it. */
async function startCounter(url: string): Promise<(path: string, cookie: string) => Promise<Asked>> {
  const file = join(import.meta.dirname, 'counter.ts')
  const program = startProgram(file, { cwd: import.meta.dirname, env: { REDIS_URL: url } })
  const [, port] = await program.waitFor(/READY (\d+)/)
  return async (path, cookie) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
    const [set = cookie] = response.headers.getSetCookie()
    return { status: response.status, said: await response.text(), cookie: set.split(';')[0] ?? '' }
  }
}

interface Asked {
  readonly status: number
  readonly said: string
  readonly cookie: string
}

test.skipIf(NO_REDIS !== undefined)(
  `two processes share sessions in a Redis, and a session that ends in one process has ended in the other${SKIPPED}`,
  async () => {
    const redis = await startRedis()
    const [one, two] = await Promise.all([startCounter(redis.url), startCounter(redis.url)])
    const { cookie } = await one('/', '')
    expect([(await two('/', cookie)).said, (await one('/', cookie)).said]).toEqual(['2', '3'])
    await two('/log-out', cookie)
    expect((await one('/', cookie)).said).toBe('1')
  },
)

test.skipIf(NO_REDIS !== undefined).each(['/log-out', '/log-in'])(
  `a cookie is worthless after a request for %s, even if another process writes the session at the same time${SKIPPED}`,
  async (path) => {
    const redis = await startRedis()
    const [one, two] = await Promise.all([startCounter(redis.url), startCounter(redis.url)])
    const said: string[] = []
    for (let round = 0; round < 60; round++) {
      const { cookie } = await one('/', '')
      const writes = Array.from({ length: 1 + (round % 3) }, () => one('/', cookie))
      const [end] = await Promise.all([two(path, cookie), ...writes])
      expect(end.status).toBe(200)
      said.push((await two('/', cookie)).said)
    }
    expect(new Set(said)).toEqual(new Set(['1']))
  },
)

test.skipIf(NO_REDIS !== undefined)(
  `while the Redis is down, requests for a session get a 503 and no empty session${SKIPPED}`,
  async () => {
    const redis = await startRedis()
    const ask = await startCounter(redis.url)
    const { cookie } = await ask('/', '')
    await redis.stop()
    expect((await ask('/', cookie)).status).toBe(503)
    expect((await ask('/', '')).status).toBe(503)
    await redis.start()
    await expect.poll(async () => (await ask('/', cookie)).status).toBe(200)
  },
)
