import { Application, ErrorHandler, json, type Middleware } from '@app/core'
import { requestId } from '@app/core/logging'
import { developmentErrorResponder } from '@app/development'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { loadOrder, total } from './orders.ts'

const authenticate: Middleware = async (request, handler) => handler(request)

const orders = new Application({ router: new FindMyWayRouter() })
orders.get(
  '/orders/{id}',
  async function showTotal(request) {
    const order = await loadOrder(request.params.id)
    return json({ total: total(order) })
  },
  'order.total',
)
orders.get('/echo/{text}', (request) => {
  throw new TypeError(`${request.params.text} ${request.query.get('text')} ${'long '.repeat(200)}`)
})

const app = new Application()
app.pipe(requestId())
app.pipe(new ErrorHandler({ respond: developmentErrorResponder(), listeners: [] }))
app.pipe('/shop', authenticate)
app.pipe('/shop', orders)

await app.run({ port: Number(process.env.PORT), host: '127.0.0.1' })
