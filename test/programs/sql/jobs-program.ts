import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { handlerFor, type JobsEngine, job, jobRunner, jobs, sqlJobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { type SqlDatabase, sqlOf } from '@app/sql'
import { Redis } from 'ioredis'
import { Pool } from 'pg'

/**
 * A process that adds a job together with an order, and runs jobs. It kills itself where `KILL_AT` says. What its
 * handler does stands in the table `runs`. With `REDIS_URL`, the database has the outbox alone.
 */
const { DATABASE = '', REDIS_URL, KILL_AT, ADD, SLOW, ROW_LEASE = '1' } = process.env
const isPostgres = DATABASE.startsWith('postgres:')

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('SIGKILL has not ended the process.')
}

function killedAt(place: string): void {
  if (place === KILL_AT) die()
}

/** Returns the database for jobs, and what runs work in a transaction. */
function connect(): {
  readonly database: SqlDatabase
  readonly own: SqlDatabase
  transaction(work: (connection: SqlDatabase) => Promise<void>): Promise<void>
} {
  if (isPostgres) {
    const pool = new Pool({ connectionString: DATABASE, connectionTimeoutMillis: 1_000 })
    pool.on('error', () => undefined)
    return {
      database: pool,
      own: pool,
      async transaction(work) {
        const client = await pool.connect()
        await client.query('BEGIN')
        await work(client)
        await client.query('COMMIT')
        client.release()
      },
    }
  }
  const own = new DatabaseSync(DATABASE, { timeout: 5_000 })
  return {
    database: new DatabaseSync(DATABASE),
    own,
    async transaction(work) {
      own.exec('BEGIN IMMEDIATE')
      await work(own)
      own.exec('COMMIT')
    },
  }
}

const { database, own, transaction } = connect()
/** An engine that does more than another one in some of its methods. */
function around(kept: JobsEngine, more: (kept: JobsEngine) => Partial<JobsEngine>): JobsEngine {
  return {
    prepare: () => kept.prepare(),
    add: (...all) => kept.add(...all),
    take: (...all) => kept.take(...all),
    renew: (...all) => kept.renew(...all),
    end: (...all) => kept.end(...all),
    sweep: (...all) => kept.sweep(...all),
    counts: () => kept.counts(),
    list: (...all) => kept.list(...all),
    retry: (...all) => kept.retry(...all),
    remove: (...all) => kept.remove(...all),
    now: () => kept.now(),
    lastTick: (...all) => kept.lastTick(...all),
    setTick: (...all) => kept.setTick(...all),
    ...more(kept),
  }
}

/** Jobs in the Redis. The database has the rows of the outbox, whose lease is `ROW_LEASE` seconds. */
function inRedis(url: string): JobsEngine {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
  redis.on('error', () => undefined)
  const outbox = around(sqlJobs(database), (kept) => ({
    async take(names) {
      const row = await kept.take(names, Number(ROW_LEASE))
      if (row) killedAt('relaying')
      return row
    },
    end(row, how) {
      if (KILL_AT === 'relayed') console.log(`RELAYED ${JSON.stringify(row)}`)
      killedAt('relayed')
      return kept.end(row, how)
    },
  }))
  return redisJobs(redis, { outbox })
}

const engine = around(REDIS_URL === undefined ? sqlJobs(database) : inRedis(REDIS_URL), (kept) => ({
  async take(...all) {
    const taken = await kept.take(...all)
    if (taken) killedAt('claimed')
    return taken
  },
  async end(...all) {
    killedAt('handled')
    return kept.end(...all)
  },
}))

const bake = job<{ order: string }>({ name: 'bake', backoff: 0.1 })
const queue = jobs({ engine })
const sql = sqlOf(own)
const note = (order: string, what: string) =>
  sql.run('INSERT INTO runs (job, what, process) VALUES ($1, $2, $3)', order, what, process.pid)
const runner = jobRunner(queue, {
  handlers: [
    handlerFor(bake, async ({ order }) => {
      await note(order, 'begun')
      console.log(`BEGUN ${order}.`)
      killedAt('middle')
      await sleep(Number(SLOW ?? 0))
      await note(order, 'done')
    }),
  ],
  poll: 0.05,
  lease: 1,
})
process.once('SIGTERM', () => runner[Symbol.asyncDispose]().then(() => process.exit(0)))
await runner.start()

if (ADD !== undefined) {
  await transaction(async (connection) => {
    await sqlOf(connection).run('INSERT INTO orders (id) VALUES ($1)', ADD)
    await queue.add(bake, { order: ADD }, { in: connection })
    killedAt('added')
    if (KILL_AT === 'committed') {
      // The statement that commits is the last one of this process.
      await sqlOf(connection).run('COMMIT')
      die()
    }
  })
}
console.log('READY')
