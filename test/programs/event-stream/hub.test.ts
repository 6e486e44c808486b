import { createHub } from '@app/event-stream/hub'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { NO_REDIS, startRedis } from '../session/redis.ts'

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

test.skipIf(NO_REDIS !== undefined)(
  `a client that has missed events in a Redis is told so, also if the Redis was emptied${SKIPPED}`,
  async () => {
    const server = await startRedis()
    const redis = new Redis(server.url, { maxRetriesPerRequest: 0 })
    const hub = createHub({ redis, keep: 5 })
    onTestFinished(() => {
      hub[Symbol.dispose]()
      redis.disconnect()
    })
    const first = async (lastEventId: string, channel = 'red') => {
      const abort = new AbortController()
      const { value } = await hub.events(channel, { lastEventId, signal: abort.signal }).next()
      abort.abort()
      return value && [value.event, value.data]
    }
    const id = await hub.publish('red', { data: 0 })
    expect(await hub.lastId('red')).toBe(id)
    const second = await hub.publish('red', { data: 1 })
    expect(await first(id)).toEqual([undefined, 1])
    const before = await hub.lastId('blue')
    for (let i = 0; i <= 20; i++) await hub.publish('blue', { data: i })
    expect(await first(before, 'blue')).toEqual(['missed', ''])
    for (let i = 2; i <= 20; i++) await hub.publish('red', { data: i })
    expect(await first(id)).toEqual(['missed', ''])
    await redis.flushall()
    expect(await first(second)).toEqual(['missed', ''])
    await hub.publish('red', { event: 'notice', data: 'after' })
    expect(await first(second)).toEqual(['missed', ''])
  },
)
