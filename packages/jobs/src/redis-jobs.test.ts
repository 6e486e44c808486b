import { expect, test } from 'vitest'
import { type JobsRedis, redisJobs } from './redis.ts'

const client: JobsRedis = { call: async () => 1 }

test('a value that is not a client of ioredis is an error', () => {
  expect(() => redisJobs('redis://127.0.0.1' as never)).toThrow('needs a client of ioredis, got a string')
})

test('unknown and invalid options are errors', () => {
  expect(() => redisJobs(client, { outBox: {} } as never)).toThrow('outbox')
  expect(() => redisJobs(client, { outbox: {} } as never)).toThrow('an engine, such as sqlJobs(database)')
  expect(() => redisJobs(client, { prefix: 'two words' })).toThrow('a string of 1 to 100 characters without spaces')
})
