import { Application, empty, HttpError } from '@app/core'
import { jobs, sqlJobs } from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { forJobs, inTransaction } from './database.ts'
import { sendInvoice } from './descriptions.ts'

export const queue = jobs({ engine: sqlJobs(forJobs) })
await queue.start()

const app = new Application({ router: new FindMyWayRouter() })

app.post('/orders/{id}', async ({ params: { id } }) => {
  await inTransaction(async (database) => {
    await queue.add(sendInvoice, { order: id }, { in: database })
    const order = database.prepare('INSERT OR IGNORE INTO orders VALUES (?, ?)')
    if (order.run(id, `${id}@customer.example`).changes === 0) throw new HttpError(409, 'There is such an order.')
  })
  return empty({ status: 201 })
})

export default app
