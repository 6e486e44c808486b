import { Application, ErrorHandler, HttpError, json, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({
  router: new FindMyWayRouter(),
  onError: (error) => console.error('Nobody answered this:', error),
})

const asJson = new ErrorHandler({
  respond: (error, request) => json({ failed: request.path }, { status: HttpError.is(error) ? error.status : 500 }),
  listeners: [(error, request) => console.error(`${request.method} ${request.path}:`, error)],
})

app.pipe('/api', asJson)

const closed: Middleware = () => {
  throw new HttpError(503, 'The ledger is being copied.', { headers: { 'retry-after': '60' } })
}

app.get('/api/reports', closed)
app.get('/reports', closed)
app.get('/broken', () => {
  throw new Error('The password is 1234.')
})
app.get('/', () => text('fine'))

export default app
