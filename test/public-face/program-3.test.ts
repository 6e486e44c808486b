import { Application, attributeKey, json, type Middleware, ROUTE_RESULT, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'

interface User {
  readonly name: string
}

const CurrentUser = attributeKey<User>('current user')

async function findUser(authorization: string | null): Promise<User | undefined> {
  return authorization ? { name: authorization } : undefined
}

const authenticate: Middleware = async (request, handler) => {
  const user = await findUser(request.headers.get('authorization'))
  return user ? handler(request.withAttribute(CurrentUser, user)) : text('Who are you?', { status: 401 })
}

test('program 3: middleware sets headers on the way out, guards a prefix and passes attributes on', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(async (request, handler) => {
    const response = await handler(request)
    response.headers.set('x-served-by', 'us')
    return response
  })
  app.pipe('/admin', authenticate)
  app.get('/admin/me', (request) => json(request.attribute(CurrentUser)))
  const refused = await app.request('/admin/me')
  expect([refused.status, refused.headers.get('x-served-by')]).toEqual([401, 'us'])
  const answered = await app.request('/admin/me', { headers: { authorization: 'Ada' } })
  expect(await answered.json()).toEqual({ name: 'Ada' })
})

test('program 3: something stands between routing and dispatch', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipeRoutingMiddleware()
  app.pipe((request, handler) => {
    const result = request.attribute(ROUTE_RESULT)
    return result?.matched && result.route.name.startsWith('internal.')
      ? text('Not for you', { status: 403 })
      : handler(request)
  })
  app.pipeDispatchMiddleware()
  app.get('/metrics', () => text('secret'), 'internal.metrics')
  app.get('/', () => text('public'))
  expect((await app.request('/metrics')).status).toBe(403)
  expect(await (await app.request('/')).text()).toBe('public')
})
