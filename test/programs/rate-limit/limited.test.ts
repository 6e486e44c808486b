import { join } from 'node:path'
import { expect, test } from 'vitest'
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
