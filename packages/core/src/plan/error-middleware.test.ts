import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import { Application, type Middleware, type MiddlewareLike, Pipeline, text } from '../index.ts'

const throwing = (error: unknown) => () => {
  throw error
}
const rejecting = (error: unknown) => () => Promise.reject(error)

/** Makes error middleware that records each error, and passes the error on. */
function noting(heard: unknown[], name: string) {
  return errorMiddleware((error, request, next) => {
    heard.push([name, error])
    return next(request, error)
  })
}

const answering = errorMiddleware((error) => text(`answered ${error}`))

describe('a failure of middleware', () => {
  test.each([
    ['that is thrown', throwing],
    ['that is rejected', rejecting],
  ])('a failure %s goes to the error middleware after it, in order, until one answers', async (_name, failing) => {
    const heard: unknown[] = []
    const app = new Application()
      .pipe(noting(heard, 'before'))
      .pipe(failing('boom'))
      .pipe(noting(heard, 'first'))
      .pipe(() => text('skipped'))
      .pipe(noting(heard, 'second'))
      .pipe(answering)
      .pipe(noting(heard, 'behind the answer'))
    expect(await (await app.request('/')).text()).toBe('answered boom')
    expect(heard).toEqual([
      ['first', 'boom'],
      ['second', 'boom'],
    ])
  })

  test('a failure that error middleware throws replaces the earlier failure', async () => {
    const app = new Application()
      .pipe(throwing('first'))
      .pipe(errorMiddleware(throwing('second')))
      .pipe(answering)
    expect(await (await app.request('/')).text()).toBe('answered second')
  })

  test('a failure that no middleware answers goes once to each error middleware, and once to the listener', async () => {
    const heard: unknown[] = []
    const onError = vi.fn()
    const error = new Error('nobody')
    const inner = new Pipeline().pipe(throwing(error)).pipe(noting(heard, 'inner'))
    const app = new Application({ onError })
      .pipe((request, handler) => handler(request))
      .pipe(inner)
      .pipe(noting(heard, 'outer'))
    expect((await app.request('/')).status).toBe(500)
    expect(heard).toEqual([
      ['inner', error],
      ['outer', error],
    ])
    expect(onError).toHaveBeenCalledOnce()
  })

  test('an error object that is thrown in two requests goes to the error middleware in each of them', async () => {
    const heard: unknown[] = []
    const error = new Error('shared')
    const app = new Application({ onError: () => undefined }).pipe(throwing(error)).pipe(noting(heard, 'each time'))
    await app.request('/')
    await app.request('/')
    expect(heard).toHaveLength(2)
  })

  test('a failure of middleware on the way out reaches the error middleware after it', async () => {
    const app = new Application()
      .pipe(async (request, handler) => {
        await handler(request)
        throw new Error('on the way out')
      })
      .pipe(answering)
      .pipe(() => text('fine'))
    expect(await (await app.request('/')).text()).toBe('answered Error: on the way out')
  })
})

const passing: Middleware = (request, handler) => handler(request)
const failing: Middleware = () => {
  throw new Error('boom')
}
const failingLater: Middleware = async () => {
  throw new Error('boom')
}
const unavailable = () => errorMiddleware(() => text('answered', { status: 503 }))

test.each<[string, (fails: Middleware) => readonly MiddlewareLike[], number]>([
  ['fails, E', (fails) => [fails, unavailable()], 503],
  ['A, fails, E', (fails) => [passing, fails, unavailable()], 503],
  ['E, fails', (fails) => [unavailable(), fails], 500],
  ['A, E, fails', (fails) => [passing, unavailable(), fails], 500],
  ['E, A, fails', (fails) => [unavailable(), passing, fails], 500],
  ['A, [E], fails', (fails) => [passing, [unavailable()], fails], 500],
  ['A, E, [fails]', (fails) => [passing, unavailable(), [passing, fails]], 500],
  ['A, E, fails, E', (fails) => [passing, unavailable(), fails, unavailable()], 503],
])('error middleware E runs for errors of the positions before it alone: %s', async (_order, pipeline, status) => {
  for (const fails of [failing, failingLater]) {
    const app = new Application({ onError: () => undefined })
    for (const middleware of pipeline(fails)) app.pipe(middleware)
    expect((await app.request('/')).status).toBe(status)
  }
})

test.each(['x', 0, undefined, null])(
  'a thrown %j that is not an object goes once to error middleware before which it was thrown, and never to others',
  async (thrown) => {
    const heard: string[] = []
    const hearing = (name: string) =>
      errorMiddleware((error, request, next) => {
        heard.push(`${name} ${error}`)
        return next(request, error)
      })
    const app = new Application({ onError: () => undefined }).pipe(passing).pipe(hearing('before')).pipe(passing)
    app.pipe(throwing(thrown)).pipe(hearing('after'))
    expect((await app.request('/')).status).toBe(500)
    expect(heard).toEqual([`after ${thrown}`])
  },
)

test('7.2: error middleware gets the 404 of its own application alone, not that of a nested one which routed before', async () => {
  const nested = new Application({ router: new FindMyWayRouter() })
  nested.get('/known', () => text('nested'))
  const app = new Application({ router: new FindMyWayRouter() }).pipe('/shop', nested).pipe(unavailable())
  app.get('/shop/other', () => text('outer'))
  expect(await (await app.request('/shop/other')).text()).toBe('outer')
  expect(await (await app.request('/shop/known')).text()).toBe('nested')
  expect((await app.request('/shop/none')).status).toBe(404)
  const after = new Application({ router: new FindMyWayRouter() }).pipe('/shop', nested)
  after.get('/x', () => text('x'))
  after.pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(unavailable())
  expect((await after.request('/none')).status).toBe(503)
})
