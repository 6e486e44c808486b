import { createContainer } from '@app/container-factory'
import { Application, empty, HttpError, json } from '@app/core'
import { handlerFor, job, jobRunner, jobs, sqlJobs } from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { sqlSessions } from '@app/session/sql'
import { multipart } from '@app/uploads'
import { Pool } from 'pg'
import { createStorage } from 'unstorage'
import s3Driver from 'unstorage/drivers/s3'

/** An application whose processes share a PostgreSQL, and a bucket of S3. */
const { DATABASE_URL = '', S3_URL = '', BUCKET = '', IS_STUCK, LEASE_MS } = process.env

// A connection gives up soon while the database is away, so that no request waits long.
const pool = new Pool({ connectionString: DATABASE_URL, connectionTimeoutMillis: 1_000, allowExitOnIdle: true })
// The errors of connections that are idle when the database goes away: without this listener, they would end the
// process.
pool.on('error', () => undefined)
const store = sqlSessions(pool)
const bake = job<string>({ name: 'bake' })
const queue = jobs({ engine: sqlJobs(pool) })
const runner = jobRunner(queue, { handlers: [handlerFor(bake, work)], lease: Number(LEASE_MS) / 1_000 })
const files = createStorage<Uint8Array>({
  driver: s3Driver({
    endpoint: S3_URL,
    bucket: BUCKET,
    region: 'eu-central-1',
    accessKeyId: process.env.S3_ACCESS_KEY ?? '',
    secretAccessKey: process.env.S3_SECRET_KEY ?? '',
  }),
})

async function work(payload: string): Promise<void> {
  console.log(`TAKEN ${payload}.`)
  if (IS_STUCK) await new Promise(() => undefined)
}

/** One process alone makes the tables; the other processes wait. */
async function migrate(): Promise<void> {
  const orders = 'CREATE TABLE IF NOT EXISTS orders (id text PRIMARY KEY)'
  await pool.query(['SELECT pg_advisory_xact_lock(1)', orders].join(';'))
  await queue.start()
}

const container = createContainer({ dependencies: { eager: ['runner'], factories: { runner: () => runner } } })

const Name = sessionKey<string>('name')
const app = new Application({ router: new FindMyWayRouter(), container, onError: () => undefined })
app.pipe(session({ secret: 'shared'.repeat(6), store }))
app.post('/log-in/{name}', (request) => {
  const visit = request.attribute(SESSION)
  visit.regenerate()
  visit.set(Name, request.params.name)
  return empty()
})
app.post('/log-out', (request) => {
  request.attribute(SESSION).destroy()
  return empty()
})
app.get('/me', (request) => json(request.attribute(SESSION).get(Name) ?? null))
app.post('/jobs', async (request) => {
  await shared(queue.add(bake, await request.text()))
  return empty({ status: 202 })
})
app.get('/jobs', async () => {
  const counts = await shared(queue.counts())
  return json(counts.reduce((sum, { count }) => sum + count, 0))
})
// Stores an order and its job in one transaction: both or neither.
app.post('/orders/{id}', async ({ params }) => {
  const client = await shared(pool.connect())
  try {
    await client.query('BEGIN')
    await queue.add(bake, `order ${params.id}`, { in: client })
    await client.query('INSERT INTO orders VALUES ($1)', [params.id])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new HttpError(409, 'There is such an order', { cause: error })
  } finally {
    client.release()
  }
  return empty({ status: 201 })
})
app.post('/files', async (request) => {
  const names: string[] = []
  for await (const part of multipart(request)) {
    if (part.kind !== 'file') continue
    console.log('A FILE')
    // The server chooses the name of a file, so that no client decides where it is stored.
    const name = crypto.randomUUID()
    const bytes = new Uint8Array(await new Response(part.stream).arrayBuffer())
    await shared(files.setItemRaw(name, bytes))
    names.push(name)
  }
  return json(names)
})
app.get('/files/{name}', async (request) => {
  const content = await shared(files.getItemRaw(request.params.name))
  if (content === null) throw new HttpError(404)
  return new Response(content)
})

/** Turns a failure of the database or of S3 into a 503, after which clients try again. */
async function shared<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new HttpError(503, 'Try again', { headers: { 'retry-after': '1' }, cause })
  })
}

await migrate()
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
