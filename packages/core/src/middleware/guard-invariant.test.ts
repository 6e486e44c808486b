import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atBasePath } from '@app/http/framework'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, expect, test, vi } from 'vitest'
import { doublePass, doublePassError } from '../double-pass.ts'
import { GuardInvariantError } from '../errors.ts'
import { Application, type Middleware, Pipeline, text, toNodeHandler } from '../index.ts'
import { dispatchMiddleware, routeMiddleware } from '../steps.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const pass: Middleware = (request, handler) => handler(request)

function routed(onError: (error: unknown) => void = () => undefined): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError })
  app.get('/admin/secret', () => text('SECRET'))
  return app
}

test('dispatch accepts a request if each path prefix in front of dispatch has decided correctly about its path', async () => {
  const inner = new Pipeline().pipe('/b', pass).pipe('/', pass)
  const app = routed().pipe('/admin', pass).pipe('/admin', inner).pipe('/x', pass)
  for (const path of ['/admin/secret', '/%61dmin/./secret', '//admin/secret', '/admin/', '/']) {
    expect((await app.request(path)).status).toBe(path.includes('secret') && !path.startsWith('//') ? 200 : 404)
  }
})

test.each(['development', 'test'])(
  'with NODE_ENV=%s, dispatch refuses a request to which middleware behind the guard has given a false base path',
  async (mode) => {
    vi.stubEnv('NODE_ENV', mode)
    const onError = vi.fn()
    const app = routed(onError)
    app.pipe('/admin', () => text('GUARD', { status: 401 }))
    app.pipe((request, handler) => handler(atBasePath(request, '/secret')))
    expect((await app.request('/admin/secret')).status).toBe(401)
    expect((await app.request('/public/admin/secret')).status).toBe(500)
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(GuardInvariantError)
    expect(onError.mock.calls[0]?.[0]).toHaveProperty(
      'message',
      'The request is dispatched with the path "/admin/secret" under "/secret", but its whole path is "/public/admin/secret".',
    )
  },
)

/**
 * `throwing` throws in front of a guard. `resuming`, error middleware behind the guard, then lets the request go on.
 */
const throwing = doublePass(() => {
  throw new Error('in front')
})
const resuming = doublePassError((_error, request, response, next) => next(request, response))

test('dispatch refuses a request that skipped a guard after an error, also a guard of an outer application', async () => {
  const onError = vi.fn()
  const inner = routed(onError)
  const nested = new Pipeline().pipe(pass).pipe('/admin', inner)
  const app = new Application({ onError }).pipe(throwing).pipe('/v1/admin', pass).pipe(resuming).pipe('/v1', nested)
  expect((await app.request('/v1/admin/admin/secret')).status).toBe(500)
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(GuardInvariantError)
  expect(onError.mock.calls[0]?.[0]).toHaveProperty(
    'message',
    'The prefix "/v1/admin" under "" was skipped on the way to "/v1/admin/admin/secret". ' +
      'Pipe error middleware that resumes the pipeline in front of this prefix.',
  )
})

test('dispatch refuses a request that skipped a guard after an error, also if guard, error middleware and application are piped under the same prefix', async () => {
  const onError = vi.fn()
  const inner = new Application({ router: new FindMyWayRouter(), onError })
  inner.get('/secret', () => text('SECRET'))
  const app = new Application({ onError })
  app.pipe(throwing).pipe('/admin', pass).pipe('/admin', resuming).pipe('/admin', inner)
  expect((await app.request('/admin/secret')).status).toBe(500)
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(GuardInvariantError)
})

test('dispatch accepts a request that skipped guards of other paths after an error, if it has passed the guards of its own path', async () => {
  const app = routed().pipe('/admin', pass).pipe(throwing).pipe('/public', pass).pipe(resuming)
  expect((await app.request('/admin/secret')).status).toBe(200)
})

test('dispatchMiddleware, piped without the dispatch step, checks the guards in front, also in an application from the container', async () => {
  const inner = routed()
  inner.pipe(routeMiddleware).pipe(dispatchMiddleware)
  const container = new Map<unknown, unknown>([['inner', inner]])
  const app = new Application({ container, onError: () => undefined })
  app.pipe(throwing).pipe('/admin', pass).pipe(resuming).pipe('inner')
  expect((await app.request('/admin/secret')).status).toBe(500)
})

test('mounted under a prefix of an outer framework, dispatch checks the path prefixes of guards against the path behind that prefix', async () => {
  const handler = toNodeHandler(routed().pipe('/admin', pass))
  const host = createServer((incoming, outgoing) => {
    incoming.url = incoming.url?.slice('/new'.length)
    void handler(Object.assign(incoming, { baseUrl: '/new' }), outgoing, () => outgoing.writeHead(500).end())
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/new/admin/secret`)).status).toBe(200)
  host.close()
})

test('dispatch checks no guards in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const app = routed().pipe((request, handler) => handler(atBasePath(request, '/secret')))
  expect((await app.request('/public/admin/secret')).status).toBe(200)
})
