import { createHub, type Hub } from '@app/event-stream/hub'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../scaling/postgres.ts'
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

test.skipIf(NO_POSTGRES !== undefined)(
  `a hub in a PostgreSQL passes events on to another process, and tells what a client has missed${NO_POSTGRES ? ` (${NO_POSTGRES})` : ''}`,
  async () => {
    const server = await startPostgres()
    const pools = [1, 2].map(() => new Pool({ connectionString: server.url }))
    const [one, other] = pools.map((database) => createHub({ database, keep: 5 })) as [Hub, Hub]
    onTestFinished(async () => {
      for (const hub of [one, other]) hub[Symbol.dispose]()
      await Promise.all(pools.map((pool) => pool.end()))
    })
    const before = await one.publish('red', { data: 0 })
    const abort = new AbortController()
    const listener = other.events('red', { lastEventId: before, signal: abort.signal })
    const next = listener.next()
    const id = await one.publish('red', { data: 1 })
    expect((await next).value).toEqual({ id, data: 1 })
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).publish('red', { data: i })))
    expect((await listener.next()).value).toBeDefined()
    const late = one.events('red', { lastEventId: before, signal: abort.signal })
    expect((await late.next()).value).toEqual({ event: 'missed', data: '' })
    abort.abort()
    await Promise.all([listener.return(undefined), late.return(undefined)])
  },
)
