import { Application, json, type Middleware, text } from '@app/core'
import { accessLog, LOGGER, REQUEST_ID, requestId } from '@app/core/logging'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(requestId())
app.pipe(accessLog())

const authenticate: Middleware = async (request, handler) => handler(request)

app.pipe('/users', authenticate)
app.get('/users/{id}', (request) => json({ id: request.params.id, request: request.attribute(REQUEST_ID) }))
app.get('/orders/{id}', (request) => {
  const logger = request.attribute(LOGGER)
  logger.info({ order: request.params.id }, 'looked up')
  return json({ id: request.params.id })
})
app.get('/', () => text('Hello, world!'))

export default app
