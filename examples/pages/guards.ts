import { Application, attributeKey, json, type Middleware, Pipeline, ROUTE_RESULT, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const CURRENT_USER = attributeKey<string>('current user')

const signed: Middleware = async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-served-by', 'us')
  return response
}

const authenticate: Middleware = (request, handler) => {
  const user = request.headers.get('authorization')
  return user ? handler(request.withAttribute(CURRENT_USER, user)) : text('Who are you?', { status: 401 })
}

const hideInternal: Middleware = (request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  return result?.matched && result.route.name.startsWith('internal.') ? text('Gone', { status: 410 }) : handler(request)
}

const shopFallback: Middleware = (request) => text(`The shop has no ${request.path}.`, { status: 404 })

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(signed)
app.pipe('/admin', authenticate)
app.pipeRoutingMiddleware()
app.pipe(hideInternal)
app.pipeDispatchMiddleware()
app.pipe(new Pipeline().pipe('/shop', shopFallback))

app.get('/admin/me', (request) => json(request.attribute(CURRENT_USER)))
app.get('/state', () => text('fine'), 'internal.state')

export default app
