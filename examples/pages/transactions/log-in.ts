import { DatabaseSync } from 'node:sqlite'
import { hashPassword, isPassword } from '@app/authentication/passwords'
import { Application, empty, HttpError, type ServerRequest } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { inTransaction, sqlite, TRANSACTION, transactionOf, transactions } from '@app/transactions'

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE users (name text PRIMARY KEY, hash text); CREATE TABLE notes (title text)')
const shop = sqlite(() => database)

async function sentBy(request: ServerRequest): Promise<{ name: string; password: string }> {
  const form = await request.formData()
  return { name: String(form.get('name')), password: String(form.get('password')) }
}

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(transactions({ driver: shop }))

app
  .post('/sign-up', async (request) => {
    const { name, password } = await sentBy(request)
    const hash = await hashPassword(password) // no transaction is open meanwhile
    const insert = 'INSERT INTO users VALUES (?, ?) ON CONFLICT DO NOTHING'
    const { changes } = await inTransaction(shop, (open) => open.prepare(insert).run(name, hash))
    if (changes === 0) throw new HttpError(409, 'The name is taken.', { expose: true })
    return empty({ status: 201 })
  })
  .set(TRANSACTION, false)

app
  .post('/log-in', async (request) => {
    const { name, password } = await sentBy(request)
    const find = 'SELECT hash FROM users WHERE name = ?'
    const user = await inTransaction(shop, (open) => open.prepare(find).get(name), { readOnly: true })
    const isRight = await isPassword(password, user?.hash as string | undefined)
    return empty({ status: isRight ? 204 : 422 })
  })
  .set(TRANSACTION, false)

app.post('/notes', async (request) => {
  transactionOf(request, shop)
    .prepare('INSERT INTO notes VALUES (?)')
    .run(await request.text())
  return empty({ status: 201 })
})

export default app
