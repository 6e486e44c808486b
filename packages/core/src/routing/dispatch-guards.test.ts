import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import { beforeDispatch, type DispatchGuard, errorMiddleware, routeFor } from '../extending.ts'
import {
  Application,
  ErrorHandler,
  HttpError,
  type Middleware,
  metadataKey,
  Pipeline,
  ROUTE_RESULT,
  text,
} from '../index.ts'

function application(): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
}

/** Makes middleware that registers a guard, which dispatch calls for each route. */
function asking(guard: DispatchGuard): Middleware {
  return (request, handler) => {
    beforeDispatch(request, guard)
    return handler(request)
  }
}

/** Returns middleware whose guard records each route that is about to run, and the list of these routes. */
function noting(): { readonly noted: string[]; readonly middleware: Middleware } {
  const noted: string[] = []
  const middleware = asking((route, request) => {
    noted.push(`${route} ${JSON.stringify(request.params)}`)
    return undefined
  })
  return { noted, middleware }
}

function notes(): Application {
  const app = application()
  app.get('/notes/{id}', () => text('a note'))
  return app
}

describe('a guard of dispatch runs for the route that is about to run', () => {
  test.each<[string, (app: Application) => unknown, string]>([
    ['of this application', (app) => app.get('/notes/{id}', () => text('a note')), '/notes/7'],
    ['of a nested application', (app) => app.pipe(notes()), '/notes/7'],
    ['under prefixes', (app) => app.pipe('/api', new Pipeline().pipe('/v1', notes())), '/api/v1/notes/7'],
    ['of an application that is a service', (app) => app.pipe('/api', 'notes'), '/api/notes/7'],
    [
      'of an application that middleware calls',
      (app) => app.pipe((request, next) => notes().process(request, next)),
      '/notes/7',
    ],
    [
      'of an application that pipes its steps itself',
      (app) => app.pipe('/api', notes().pipeRoutingMiddleware().pipeDispatchMiddleware()),
      '/api/notes/7',
    ],
  ])('a guard runs for a route %s', async (_where, add, path) => {
    const container = { has: (name: string) => name === 'notes', get: () => notes() }
    const { noted, middleware } = noting()
    const app = new Application({ router: new FindMyWayRouter(), container }).pipe(middleware)
    add(app)
    for (const method of ['GET', 'HEAD']) expect((await app.request(path, { method })).status).toBe(200)
    expect(noted).toEqual(['GET /notes/{id} {"id":"7"}', 'GET /notes/{id} {"id":"7"}'])
    for (const method of ['OPTIONS', 'PUT']) await app.request(path, { method })
    await app.request('/nothing')
    expect(noted.length).toBe(2)
  })

  test('if middleware puts another route in place of the one that routing found, the guard runs for that other route', async () => {
    const { noted, middleware } = noting()
    const app = application().pipe(middleware).pipeRoutingMiddleware()
    app.pipe(async (request, handler) => handler(request.withAttribute(ROUTE_RESULT, await routeFor(request, 'PUT'))))
    app.pipeDispatchMiddleware()
    app.get('/a', () => text('read'))
    app.put('/a', () => text('written'))
    expect(await (await app.request('/a')).text()).toBe('written')
    expect(noted).toEqual(['PUT /a {}'])
  })

  test('if the middleware of a route is an application, the guard runs for this route and for the matched route of that application', async () => {
    const { noted, middleware } = noting()
    const app = application().pipe(middleware)
    app.get('/notes/{rest...}', [notes()])
    await app.request('/notes/7')
    expect(noted).toEqual(['GET /notes/{rest...} {"rest":"7"}', 'GET /notes/{id} {"id":"7"}'])
  })

  test('a guard of middleware under a prefix also runs for a route that is registered outside of the prefix', async () => {
    const { noted, middleware } = noting()
    const app = application().pipe('/notes', middleware)
    app.get('/notes/{id}', () => text('a note'))
    app.get('/other', () => text('x'))
    await app.request('/notes/7')
    await app.request('/other')
    expect(noted).toEqual(['GET /notes/{id} {"id":"7"}'])
  })
})

describe('a guard of dispatch that refuses a route', () => {
  const refusing: [string, DispatchGuard][] = [
    ['throws', () => fail(new HttpError(403))],
    ['rejects', async () => fail(new HttpError(403))],
  ]

  test.each(refusing)(
    'a guard that %s fails the request, and no middleware of the route runs',
    async (_when, guard) => {
      let runs = 0
      const app = application().pipe(asking(guard))
      app.get('/a', () => text(`${++runs}`))
      expect([(await app.request('/a')).status, runs]).toEqual([403, 0])
    },
  )

  test.each(refusing)(
    'the error of a guard that %s reaches error handlers and error middleware like any error',
    async (_when, guard) => {
      const handler = new ErrorHandler({ respond: () => text('handled', { status: 418 }), listeners: [] })
      const app = application().pipe(handler).pipe(asking(guard))
      app.get('/a', () => text('never'))
      expect((await app.request('/a')).status).toBe(418)
      const behind = application().pipe(asking(guard)).pipeRoutingMiddleware().pipeDispatchMiddleware()
      behind.pipe(errorMiddleware(() => text('', { status: 419 })))
      behind.get('/a', () => text('never'))
      expect((await behind.request('/a')).status).toBe(419)
    },
  )

  test('a guard may answer with a response in place of the route; of several such guards, the innermost one answers', async () => {
    const app = application()
      .pipe(asking(() => text('outer')))
      .pipe(asking(() => text('inner')))
      .pipe(asking(async () => undefined))
    app.get('/a', () => text('never'))
    expect(await (await app.request('/a')).text()).toBe('inner')
  })

  test('a guard runs also if error middleware lets a request go on after an error', async () => {
    const app = application().pipe((request, handler) => {
      beforeDispatch(request, () => fail(new HttpError(403)))
      return handler === undefined ? text('x') : fail(new HttpError(401))
    })
    app.pipe(errorMiddleware((_error, request, next) => next(request)))
    app.get('/a', () => text('never'))
    expect((await app.request('/a')).status).toBe(403)
  })
})

const accepting: DispatchGuard[] = [() => undefined, async () => undefined]
const refusing: DispatchGuard[] = [() => text('no', { status: 403 }), async () => text('no', { status: 403 })]

test.each(accepting.flatMap((accept) => refusing.map((refuse) => [accept, refuse] as const)))(
  'a guard that accepts a route does not decide for the other guards: %s, %s',
  async (accept, refuse) => {
    for (const guards of [
      [accept, refuse],
      [refuse, accept],
      [refuse, accept, accept],
    ]) {
      const app = application()
      for (const guard of guards) app.pipe(asking(guard))
      app.get('/', () => text('shown'))
      expect((await app.request('/')).status).toBe(403)
    }
  },
)

describe('metadata of a route that a guard has to enforce', () => {
  const Secret = metadataKey<boolean>('test/secret', {
    enforcedBy: (isSecret) => (isSecret ? 'keepSecrets()' : undefined),
  })
  const guarding: Middleware = (request, handler) => {
    beforeDispatch(request, () => undefined, Secret)
    return handler(request)
  }

  function secret(...front: Middleware[]): [Application, unknown[]] {
    const errors: unknown[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
    for (const middleware of front) app.pipe(middleware)
    app.get('/secret', () => text('secret')).set(Secret, true)
    app.get('/free', () => text('free')).set(Secret, false)
    return [app, errors]
  }

  test('a route with enforced metadata does not run if no guard reads that metadata', async () => {
    for (const front of [[], [noting().middleware]]) {
      const [app, errors] = secret(...front)
      expect([(await app.request('/secret')).status, (await app.request('/free')).status]).toEqual([500, 200])
      expect(errors[0]).toMatchObject({ code: 'APP_ROUTE_UNGUARDED' })
      expect(String(errors[0])).toBe(
        'ConfigurationError: GET /secret has the metadata "test/secret", which no middleware has checked. ' +
          'Pipe keepSecrets() before routing, or take the metadata away.',
      )
    }
  })

  test('a guard that reads the metadata counts whatever other guards the request has', async () => {
    for (const front of [
      [guarding, noting().middleware],
      [noting().middleware, guarding],
    ]) {
      const [app] = secret(...front)
      expect((await app.request('/secret')).status).toBe(200)
    }
  })

  test('a route with enforced metadata runs after a guard that reads it, and does not run without one, also if the metadata is set after the first request', async () => {
    const [app] = secret(guarding)
    expect((await app.request('/secret')).status).toBe(200)
    const [open] = secret()
    const late = open.get('/late', () => text('late'))
    expect((await open.request('/late')).status).toBe(200)
    late.set(Secret, true)
    expect((await open.request('/late')).status).toBe(500)
  })
})

function fail(error: Error): never {
  throw error
}
