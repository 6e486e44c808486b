import { Application, text } from '@app/core'
import { rateLimit } from '@app/rate-limit'
import { Redis } from 'ioredis'

/**
 * A program that allows each visitor three requests in a minute, and counts them in the Redis that `REDIS_URL` names.
 */
const redis = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
// Without a listener, an error of the connection would end the program. The listener does nothing, since the middleware
// reports that the Redis is down.
redis.on('error', () => undefined)
if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve))
const app = new Application({ onError: () => undefined })
app.pipe(rateLimit({ limit: 3, redis }))
app.pipe(() => text('done'))
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
