import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import { errorEntry, errorMiddleware } from '../extending.ts'
import {
  Application,
  type Container,
  type HttpError,
  type Middleware,
  type MiddlewareLike,
  Pipeline,
  text,
} from '../index.ts'

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

  test('two failures of one request that no middleware answers go once each to error middleware', async () => {
    const heard: unknown[] = []
    const app = new Application({ onError: () => undefined })
      .pipe((request, handler) => handler(request))
      .pipe(async (request, handler) => {
        try {
          return await handler(request)
        } catch {
          throw 'second'
        }
      })
      .pipe(throwing('first'))
      .pipe(noting(heard, 'E'))
    expect((await app.request('/')).status).toBe(500)
    expect(heard).toEqual([
      ['E', 'first'],
      ['E', 'second'],
    ])
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

test('7.2: a 404 that error middleware passes on ends there: the request goes on to the middleware after it', async () => {
  const heard: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/known', () => text('known'))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(noting(heard, 'E'))
  app.pipe(() => text('fallback')).pipe(noting(heard, 'later'))
  expect(await (await app.request('/none')).text()).toBe('fallback')
  expect(heard).toEqual([['E', expect.objectContaining({ status: 404 })]])
})

test('7.2: the 405 that error middleware gets has the allowed methods in its header Allow', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/r', () => text('read'))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(errorMiddleware((error) => text((error as HttpError).headers.allow ?? 'none')))
  expect(await (await app.request('/r', { method: 'PUT' })).text()).toBe('GET')
})

test.each<[string, (app: Application, list: readonly MiddlewareLike[]) => unknown]>([
  ['the list of a route', (app, list) => app.get('/r', list as never)],
  [
    'a pipeline that middleware calls',
    (app, [errors, middleware]) => {
      const pipeline = new Pipeline().pipe(errors as MiddlewareLike).pipe(middleware as MiddlewareLike)
      return app.pipe((request, handler) => pipeline.process(request, handler))
    },
  ],
])('a request without an error passes error middleware in %s', async (_where, register) => {
  const app = new Application({ router: new FindMyWayRouter() })
  register(app, [answering, () => text('found')])
  expect(await (await app.request('/r')).text()).toBe('found')
})

describe('error middleware that breaks its contract is named by its place', () => {
  const broken = (forErrors: MiddlewareLike) => {
    const errors: unknown[] = []
    const app = new Application({ onError: (error) => errors.push(error) }).pipe(throwing('boom')).pipe(forErrors)
    return { app, errors }
  }

  test.each<[string, () => unknown, string]>([
    ['nothing', () => undefined, 'pipe 2 returned nothing. Is a "return" missing?'],
    ['a string', async () => 'sorry', 'pipe 2 returned a string.'],
  ])('error middleware that returns %s is reported', async (_what, answer, message) => {
    const { app, errors } = broken(errorMiddleware(answer as () => Response))
    expect((await app.request('/')).status).toBe(500)
    expect(errors.at(-1)).toMatchObject({ code: 'APP_RESPONSE_INVALID', message: expect.stringContaining(message) })
  })

  test('error middleware that calls next() without the request is told to write next(request)', async () => {
    const { app, errors } = broken(errorMiddleware((_error, _request, next) => (next as () => Response)()))
    expect((await app.request('/')).status).toBe(500)
    expect(String(errors.at(-1))).toContain('pipe 2 called its handler without the request. Write next(request).')
  })
})

describe('errorEntry()', () => {
  const makeErrors = Object.assign((greeting: string) => errorMiddleware((error) => text(`${greeting}, ${error}`)), {
    inject: ['greeting'],
  })
  const makeOther = Object.assign((_greeting: string) => () => text(''), { inject: ['greeting'] })
  Object.defineProperty(makeOther, 'name', { value: 'makeOther' })
  const services = new Map<string, unknown>([
    ['greeting', 'Sorry'],
    ['acme/errors', answering],
    ['acme/later', Promise.resolve(answering)],
    ['acme/other', () => text('')],
  ])
  const container: Container = {
    has: (name) => services.has(name as string),
    get: (name) => services.get(name as string),
    keys: () => services.keys(),
  } as Container

  test.each<[string, unknown, string]>([
    ['a service', 'acme/errors', 'answered boom'],
    ['a service that is a promise', 'acme/later', 'answered boom'],
    ['a function with inject', makeErrors, 'Sorry, boom'],
    ['a list', [noting([], 'first'), ['acme/errors']], 'answered boom'],
  ])('errorEntry() takes %s', async (_what, value, body) => {
    const app = new Application({ container }).pipe(throwing('boom')).pipe(errorEntry(value))
    await app.check()
    expect(await (await app.request('/')).text()).toBe(body)
  })

  test('errorEntry() calls a function with inject at the first error, and once', async () => {
    let made = 0
    const counted = Object.assign(
      () => {
        made++
        return answering
      },
      { inject: [] },
    )
    const app = new Application().pipe('/fail', throwing('boom')).pipe(errorEntry(counted))
    await app.request('/')
    expect(made).toBe(0)
    for (let i = 0; i < 3; i++) expect(await (await app.request('/fail')).text()).toBe('answered boom')
    expect(made).toBe(1)
  })

  test.each<[string, () => MiddlewareLike, string]>([
    ['a number in a list', () => errorEntry([answering, 42]), 'pipe 1, item 2: a number is not error middleware.'],
    ['a service', () => errorEntry('acme/other'), 'pipe 1, service "acme/other": a function is not error middleware.'],
    [
      'a service in a list',
      () => errorEntry([answering, ['acme/other']]),
      'pipe 1, item 2, item 1, service "acme/other": a function is not error middleware.',
    ],
    ['what a function makes', () => errorEntry(makeOther), 'pipe 1, made by "makeOther": a function is not error'],
    [
      'an unknown service',
      () => errorEntry('acme/erors'),
      'pipe 1: the container has no service "acme/erors". Did you',
    ],
    [
      'error middleware that is piped as other middleware',
      () => 'acme/errors',
      'pipe 1: the service "acme/errors" is error middleware. Say so in its entry, with "error: true", or in code: ' +
        "errorEntry('acme/errors') of '@app/core/extending'.",
    ],
  ])('check() refuses %s, and names its place', async (_what, entry, message) => {
    const checked = async () => new Application({ container }).pipe(entry()).check()
    await expect(checked()).rejects.toThrow(message)
  })

  test('check() reports a service for errors that cannot be made', async () => {
    const failing: Container = {
      has: (name) => name === 'acme/errors',
      get: () => {
        throw new Error('there is no key')
      },
    }
    await expect(new Application({ container: failing }).pipe(errorEntry('acme/errors')).check()).rejects.toThrow(
      '1 problem found:\n- there is no key',
    )
  })
})
