import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Application, empty, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { postgres, sqlIn, sqlite, type TransactionDriver, transactions } from '@app/transactions'
import { Pool } from 'pg'

/** A bank whose processes share a PostgreSQL or a SQLite. `KILL_AT=before:5` kills the process at its fifth commit. */
const { DATABASE_URL, FILE = '', KILL_AT = '', TIMEOUT = '5' } = process.env
const [point, number] = KILL_AT.split(':')

function open(): TransactionDriver<unknown> {
  if (DATABASE_URL === undefined) return sqlite(({ readOnly }) => new DatabaseSync(FILE, { readOnly }))
  const pool = new Pool({ connectionString: DATABASE_URL, connectionTimeoutMillis: 1_000, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  return postgres(pool)
}

/** Kills this process before a commit, while it is under way, or when it is done and no response was sent. */
function killing(driver: TransactionDriver<unknown>): TransactionDriver<unknown> {
  let commits = 0
  const die = () => process.kill(process.pid, 'SIGKILL')
  return {
    async begin(options) {
      const begun = await driver.begin(options)
      return {
        value: begun.value,
        sql: begun.sql,
        rollback: () => begun.rollback(),
        async commit() {
          const isLast = ++commits === Number(number)
          if (isLast) writeSync(1, `KILLED AT ${lastPaid}\n`)
          if (isLast && point === 'before') die()
          const committing = begun.commit()
          // The statement is on its way to the database, which has not answered yet.
          if (isLast && point === 'during') setImmediate(die)
          await committing
          if (isLast && point === 'after') die()
        },
      }
    },
  }
}

/** The id of the transfer whose commit comes next. */
let lastPaid = ''
const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
app.pipe(transactions({ driver: killing(open()), wait: 2, timeout: Number(TIMEOUT) }))
app.post('/pay/{id}', async (request) => {
  const sql = sqlIn(request)
  await sql.run("UPDATE accounts SET amount = amount - 1 WHERE name = 'ada'")
  await sql.run('INSERT INTO transfers VALUES ($1)', request.params.id)
  await sql.run("UPDATE accounts SET amount = amount + 1 WHERE name = 'bob'")
  lastPaid = request.params.id
  return empty()
})
// Holds the row of Ada, and never answers.
app.post('/hang', async (request) => {
  await sqlIn(request).run("UPDATE accounts SET amount = amount WHERE name = 'ada'")
  console.log('HANGS')
  await new Promise(() => undefined)
  return empty()
})
app.get('/', () => json('here'))

const server = await app.run({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
