import { DatabaseSync } from 'node:sqlite'
import { Application, attributeKey, HttpError, json, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const database = new DatabaseSync(':memory:')
database.exec(`CREATE TABLE accounts (name TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount >= 0));
  INSERT INTO accounts VALUES ('ada', 10), ('bob', 0)`)

const TRANSACTION = attributeKey<DatabaseSync>('transaction')

/**
 * Settles when the latest transaction is over. The next one waits for it, since all requests share one connection to
 * SQLite, which has one writer at a time. With a pool, each request takes a connection instead.
 */
let latest: Promise<unknown> = Promise.resolve()

/** Keeps the writes of a request if it is answered without an error, and undoes them otherwise. */
const inTransaction: Middleware = (request, handler) => {
  const run = async () => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const response = await handler(request.withAttribute(TRANSACTION, database))
      database.exec(response.status < 400 ? 'COMMIT' : 'ROLLBACK')
      return response
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  const answer = latest.then(run)
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

app.get('/accounts', () => json(database.prepare('SELECT name, amount FROM accounts ORDER BY name').all()))

export default app
