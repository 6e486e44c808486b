import { Application, attributeKey, json, type Middleware, ROUTE_RESULT, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

interface User {
  readonly name: string
}

export const CURRENT_USER = attributeKey<User>('current user')

async function findUser(authorization: string | null): Promise<User | undefined> {
  return authorization ? { name: authorization } : undefined
}

const authenticate: Middleware = async (request, handler) => {
  const user = await findUser(request.headers.get('authorization'))
  return user ? handler(request.withAttribute(CURRENT_USER, user)) : text('Who are you?', { status: 401 })
}

export const guarded = new Application({ router: new FindMyWayRouter() })
guarded.pipe(async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-served-by', 'us')
  return response
})
guarded.pipe('/admin', authenticate)
guarded.get('/admin/me', (request) => json(request.attribute(CURRENT_USER)))

export const between = new Application({ router: new FindMyWayRouter() })
between.pipeRoutingMiddleware()
between.pipe((request, handler) => {
  const result = request.attribute(ROUTE_RESULT)
  return result?.matched && result.route.name.startsWith('internal.')
    ? text('Not for you', { status: 403 })
    : handler(request)
})
between.pipeDispatchMiddleware()
between.get('/metrics', () => text('secret'), 'internal.metrics')
between.get('/', () => text('public'))
