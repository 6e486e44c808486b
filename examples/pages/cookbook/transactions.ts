import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Application, attributeKey, HttpError, json, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const file = process.env.ACCOUNTS_FILE ?? join(mkdtempSync(join(tmpdir(), 'accounts-')), 'accounts.db')

/** The only connection that writes, and only `inTransaction` gives it away. */
const writer = new DatabaseSync(file, { timeout: 5_000 })
writer.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount >= 0));
  INSERT OR IGNORE INTO accounts VALUES ('ada', 10), ('bob', 0)`)

/** What reads sees only what was committed, and cannot write into the transaction of another request by mistake. */
const reader = new DatabaseSync(file, { readOnly: true })

const TRANSACTION = attributeKey<DatabaseSync>('transaction')
const MOST_WAITING = 100

/** Settles when the latest transaction is over. The next one waits for it, since SQLite has one writer at a time. */
let latest: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Keeps the writes of a request if it is answered without an error, and undoes them otherwise. */
const inTransaction: Middleware = (request, handler) => {
  if (waiting >= MOST_WAITING)
    throw new HttpError(503, 'Too many transactions wait.', { headers: { 'retry-after': '1' } })
  const run = async () => {
    request.signal.throwIfAborted()
    writer.exec('BEGIN IMMEDIATE')
    try {
      const response = await handler(request.withAttribute(TRANSACTION, writer))
      writer.exec(response.status < 400 ? 'COMMIT' : 'ROLLBACK')
      return response
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK')
      throw error
    }
  }
  waiting++
  const answer = latest.then(run).finally(() => waiting--)
  latest = answer.catch(() => undefined)
  return answer
}

const app = new Application({ router: new FindMyWayRouter() })

app.post('/transfers/{from}/{to}/{amount:\\d{1,6}}', [
  inTransaction,
  async (request) => {
    const { from, to, amount } = request.params
    const change = request.attribute(TRANSACTION).prepare('UPDATE accounts SET amount = amount + ? WHERE name = ?')
    change.run(Number(amount), to)
    await new Promise((resolve) => setImmediate(resolve))
    if (change.run(-Number(amount), from).changes !== 1) throw new HttpError(404)
    return json({ from, to, amount })
  },
])

app.get('/accounts', () => json(reader.prepare('SELECT name, amount FROM accounts ORDER BY name').all()))

export default app
