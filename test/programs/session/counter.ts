import { Application, json } from '@app/core'
import { SESSION, session, sessionKey } from '@app/session'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'

const Count = sessionKey<number>('count')

/**
 * A program that counts the requests of a visitor in a session, which is stored in the Redis that `REDIS_URL` names.
 */
const driver = redisDriver({ url: process.env.REDIS_URL ?? '', maxRetriesPerRequest: 0, retryStrategy: () => 50 })
const app = new Application({ onError: () => undefined })
app.pipe(session({ secret: 'counted'.repeat(5), store: createStorage({ driver }) }))
app.pipe('/log-out', (request) => {
  request.attribute(SESSION).destroy()
  return json('gone')
})
app.pipe('/log-in', (request) => {
  request.attribute(SESSION).regenerate()
  return json('renewed')
})
app.pipe((request) => {
  const visit = request.attribute(SESSION)
  visit.set(Count, (visit.get(Count) ?? 0) + 1)
  return json(visit.get(Count) ?? null)
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
