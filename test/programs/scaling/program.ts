import { createContainer } from '@app/container-factory'
import { Application, empty, HttpError, json, text } from '@app/core'
import { eventStream } from '@app/event-stream'
import { createHub } from '@app/event-stream/hub'
import { health } from '@app/health'
import { handlerFor, job, jobRunner, jobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { multipart } from '@app/uploads'
import { Redis } from 'ioredis'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import redisDriver from 'unstorage/drivers/redis'

/** An application whose processes share all their data, in a Redis and in a folder. */
const { REDIS_URL: url = '', FOLDER: base = '', IS_STUCK, LEASE_MS } = process.env

// Commands fail at once while the Redis is away, so that no request waits for it.
const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
redis.on('error', () => undefined)
const store = createStorage({
  driver: redisDriver({ url, base: 'session', maxRetriesPerRequest: 0, retryStrategy: () => 50 }),
})
const files = createStorage<Uint8Array>({ driver: fsDriver({ base }) })
const hub = createHub({ redis })
const bake = job<string>({ name: 'bake' })
const queue = jobs({ engine: redisJobs(redis) })
const runner = jobRunner(queue, { handlers: [handlerFor(bake, work)], lease: Number(LEASE_MS) / 1_000 })

/** Does a job: publishes an event. With `IS_STUCK`, no job ends, for a test that kills the process during a job. */
async function work(payload: string): Promise<void> {
  console.log(`TAKEN ${payload}`)
  await (IS_STUCK ? new Promise(() => undefined) : hub.publish('jobs', { data: payload }))
}

const container = createContainer({
  dependencies: { eager: ['hub', 'runner'], factories: { hub: () => hub, runner: () => runner } },
})

const Name = sessionKey<string>('name')
const app = new Application({ router: new FindMyWayRouter(), container, onError: () => undefined })
app.pipe(health({ checks: { redis: async () => (await redis.ping()) === 'PONG' }, onChange: () => undefined }))
app.pipe(session({ secret: 'shared'.repeat(6), store }))
app.post('/log-in/{name}', [
  (request) => {
    const visit = request.attribute(SESSION)
    visit.regenerate()
    visit.set(Name, request.params.name ?? '')
    return empty()
  },
])
app.get('/me', (request) => json(request.attribute(SESSION).get(Name) ?? null))
app.get('/limited', [rateLimit({ limit: 3, redis, name: 'limited' }), () => text('done')])
app.post('/news/{room}', async (request) => {
  await hub.publish(request.params.room, { data: await request.text() })
  return empty()
})
app.get(
  '/news/{room}',
  eventStream<{ room: string }>(async function* ({ params }, context) {
    yield { retry: 10 }
    yield* hub.events(params.room, context)
  }),
)
app.post('/jobs', async (request) => {
  await shared(queue.add(bake, await request.text()))
  return empty({ status: 202 })
})
app.post('/files', async (request) => {
  const names: string[] = []
  for await (const part of multipart(request)) {
    if (part.kind !== 'file') continue
    // The server chooses the name of a file, so that no client decides where it is stored.
    const name = crypto.randomUUID()
    await files.setItemRaw(name, new Uint8Array(await new Response(part.stream).arrayBuffer()))
    names.push(name)
  }
  return json(names)
})
app.get('/files/{name}', async (request) => {
  const content = await files.getItemRaw(request.params.name)
  if (content === null) throw new HttpError(404)
  return new Response(content)
})

/** Turns a failure of the shared storage into a 503, after which the client sends its request again. */
async function shared<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new HttpError(503, 'Try again', { headers: { 'retry-after': '1' }, cause })
  })
}

const server = await app.run({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
