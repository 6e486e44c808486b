import { Application, json, text } from '@app/core'
import { health } from '@app/health'
import { RATE_LIMIT, rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { Redis } from 'ioredis'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'

/**
 * A program that uses the Redis that `REDIS_URL` names by everything of ours that has an engine. Its clients have the
 * options that a newcomer gives them: they keep commands while there is no connection, and wait for ever.
 */
const url = process.env.REDIS_URL ?? ''
const redis = new Redis(url, { retryStrategy: () => 50 })
redis.on('error', () => undefined)
const store = createStorage({ driver: redisDriver({ url, retryStrategy: () => 50 }) })
const Count = sessionKey<number>('count')

const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
app.pipe(health({ checks: { redis: () => redis.ping() } }))
app.pipe(rateLimit({ limit: 10_000, redis }))
app.pipe('/session', session({ secret: 'waiting'.repeat(5), store }))
app.get('/', () => text('done'))
app
  .get('/route', () => text('done'))
  .set(RATE_LIMIT, [{ limit: 9_000 }, { limit: 3, key: (request) => request.query.get('key') ?? undefined }])
app.get('/session', (request) => {
  const visit = request.attribute(SESSION)
  visit.set(Count, (visit.get(Count) ?? 0) + 1)
  return json(visit.get(Count) ?? null)
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
