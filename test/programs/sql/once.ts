import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, text } from '@app/core'
import { idempotency, type KeyStore, redisKeys, sqlKeys } from '@app/idempotency'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { createClient } from 'redis'

/** A program that runs an order once for each key, with its keys in the engine that the environment names. */
const { DATABASE_URL, REDIS_URL, SQLITE_FILE = '', RUNS = '', CLIENT, WORK_MS, LEASE, STORE_TIMEOUT } = process.env

async function store(): Promise<KeyStore> {
  if (DATABASE_URL) {
    const pool = new Pool({ connectionString: DATABASE_URL, connectionTimeoutMillis: 1_000, allowExitOnIdle: true })
    pool.on('error', () => undefined)
    return sqlKeys(pool)
  }
  if (REDIS_URL) {
    if (CLIENT === 'redis') {
      const client = createClient({ url: REDIS_URL, disableOfflineQueue: true, socket: { reconnectStrategy: 50 } })
      client.on('error', () => undefined)
      return redisKeys(await client.connect())
    }
    const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
    redis.on('error', () => undefined)
    return redisKeys(redis)
  }
  const { DatabaseSync } = await import('node:sqlite')
  return sqlKeys(new DatabaseSync(SQLITE_FILE, { timeout: 5_000 }))
}

const app = new Application({ onError: () => undefined })
app.pipe(
  idempotency({ store: await store(), scope: 'anyone', lease: Number(LEASE), storeTimeout: Number(STORE_TIMEOUT) }),
)
app.pipe(async (request) => {
  // The runs of all processes, in order.
  appendFileSync(RUNS, `${request.headers.get('idempotency-key')}\n`)
  console.log('RUNS')
  await sleep(Number(WORK_MS))
  return text(`order of ${process.pid}`, { status: 201 })
})
const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
