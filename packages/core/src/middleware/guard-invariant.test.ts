import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test, vi } from 'vitest'
import { Application, GuardInvariantError, type Middleware, Pipeline, ServerRequest, text } from '../index.ts'

const pass: Middleware = (request, handler) => handler(request)

function routed(onError: (error: unknown) => void = () => undefined): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError })
  app.get('/admin/secret', () => text('SECRET'))
  return app
}

test('is silent where every prefix judged as it should', async () => {
  const inner = new Pipeline().pipe('/b', pass).pipe('/', pass)
  const app = routed().pipe('/admin', pass).pipe('/admin', inner).pipe('/x', pass)
  for (const path of ['/admin/secret', '/%61dmin/./secret', '//admin/secret', '/admin/', '/']) {
    expect((await app.request(path)).status).toBe(path.includes('secret') && !path.startsWith('//') ? 200 : 404)
  }
})

test('refuses to dispatch a path that middleware made up behind the guards', async () => {
  const onError = vi.fn()
  const app = routed(onError)
  app.pipe('/admin', () => text('GUARD', { status: 401 }))
  app.pipe(({ source, method, params }, handler) =>
    handler(new ServerRequest(source, method, '/admin/secret', '', params, undefined)),
  )
  expect((await app.request('/admin/secret')).status).toBe(401)
  expect((await app.request('/public')).status).toBe(500)
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(GuardInvariantError)
  expect(onError.mock.calls[0]?.[0]).toHaveProperty(
    'message',
    '"/admin/secret" under "" is dispatched, but the path is "/public".',
  )
})

test('looks at nothing in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const app = routed().pipe(({ source, method, params }, handler) =>
    handler(new ServerRequest(source, method, '/admin/secret', '', params, undefined)),
  )
  expect((await app.request('/public')).status).toBe(200)
  vi.unstubAllEnvs()
})
