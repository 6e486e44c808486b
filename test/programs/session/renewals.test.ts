import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { afterAll, beforeAll, describe } from 'vitest'
import { testRenewals } from '../../../packages/session/src/renewals.test-kit.ts'
import { NO_REDIS, type Redis, startRedis } from './redis.ts'

describe.skipIf(NO_REDIS !== undefined)(`a store in Redis${NO_REDIS === undefined ? '' : ` (${NO_REDIS})`}`, () => {
  let redis: Redis
  let stores: readonly [ReturnType<typeof createStorage>, ReturnType<typeof createStorage>]
  beforeAll(async () => {
    redis = await startRedis()
    const connect = () => createStorage({ driver: redisDriver({ url: redis.url, maxRetriesPerRequest: 0 }) })
    stores = [connect(), connect()]
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.dispose()))
    await redis.stop()
  })

  testRenewals(() => stores)
})
