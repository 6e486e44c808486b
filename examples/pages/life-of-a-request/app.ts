import { Application, ErrorHandler, HttpError, type Middleware, matchedRoute, text } from '@app/core'
import { beforeSending } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** What the latest request has passed, in order. */
export const passed: string[] = []

/** Notes the request on its way in, and the response on its way out. */
const note =
  (name: string): Middleware =>
  async (request, handler) => {
    passed.push(`in: ${name}`)
    const response = await handler(request)
    passed.push(`out: ${name}, ${response.status}`)
    return response
  }

const served: Middleware = (request, handler) => {
  beforeSending(request, ({ headers }) => headers.set('x-served-by', 'us'))
  return handler(request)
}

const guard: Middleware = (request, handler) =>
  request.headers.has('authorization') ? handler(request) : text('Who are you?', { status: 401 })

const routeOf: Middleware = (request, handler) => {
  passed.push(`route: ${matchedRoute(request)?.name ?? 'none'}`)
  return handler(request)
}

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(served)
app.pipe(note('first'))
app.pipe(new ErrorHandler({ listeners: [] }))
app.pipe('/admin', guard)
app.pipeRoutingMiddleware()
app.pipe(routeOf)
app.pipeDispatchMiddleware()
app.pipe(note('after dispatch'))

app.get('/users/{id}', [note('the route'), () => text('A user.')], 'user.show')
app.get('/broken', () => {
  throw new HttpError(503)
})

export default app
