import { DatabaseSync } from 'node:sqlite'
import { Application, empty, HttpError } from '@app/core'
import { jobs, sqlJobs } from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { sqlIn, sqlite, transactions } from '@app/transactions'
import { file, forJobs } from './database.ts'
import { sendInvoice } from './descriptions.ts'

export const queue = jobs({ engine: sqlJobs(forJobs) })
// Creates the table. In the configuration, the eager service of jobs does that.
await queue.start()

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(transactions({ driver: sqlite(({ readOnly }) => new DatabaseSync(file, { readOnly })) }))

app.post('/orders/{id}', async (request) => {
  const { id } = request.params
  const sql = sqlIn(request)
  await queue.add(sendInvoice, { order: id }, { in: sql })
  const added = await sql.run('INSERT INTO orders VALUES ($1, $2) ON CONFLICT DO NOTHING', id, `${id}@customer.example`)
  if (added === 0) throw new HttpError(409, 'There is such an order.')
  return empty({ status: 201 })
})

export default app
