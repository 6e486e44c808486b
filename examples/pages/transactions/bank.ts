import { DatabaseSync } from 'node:sqlite'
import { Application, HttpError, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterCommit, sqlite, TRANSACTION, transactionOf, transactions } from '@app/transactions'

const file = process.env.BANK_FILE ?? ':memory:'

/** The transactions of the bank: one that writes at a time, and others that read beside it. */
export const bank = sqlite(({ readOnly }) => new DatabaseSync(file, { readOnly }))

export const sent: string[] = []

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(transactions({ driver: bank }))

app
  .post('/transfers/{from}/{to}/{amount:\\d{1,6}}', (request) => {
    const { from, to, amount } = request.params
    const database = transactionOf(request, bank)
    const change = database.prepare('UPDATE accounts SET amount = amount + ? WHERE name = ?')
    if (change.run(Number(amount), to).changes !== 1) throw new HttpError(404)
    if (change.run(-Number(amount), from).changes !== 1) throw new HttpError(404)
    afterCommit(request, () => sent.push(`${to} has got ${amount} from ${from}`))
    return json({ from, to, amount })
  })
  .set(TRANSACTION, { retry: 3 })

app
  .get('/accounts', (request) =>
    json(transactionOf(request, bank).prepare('SELECT name, amount FROM accounts ORDER BY name').all()),
  )
  .set(TRANSACTION, { readOnly: true })

// Makes the tables; a real program has migrations.
app
  .put('/accounts', (request) => {
    transactionOf(request, bank).exec(`
      CREATE TABLE accounts (name TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount >= 0));
      INSERT INTO accounts VALUES ('ada', 10), ('bob', 0)`)
    return json({ made: 2 })
  })
  .set(TRANSACTION, { timeout: 60 })

export default app
