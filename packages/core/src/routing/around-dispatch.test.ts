import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import {
  aheadOfSurroundings,
  aroundDispatch,
  beforeDispatch,
  errorMiddleware,
  type RouteSurrounding,
} from '../extending.ts'
import {
  Application,
  attributeKey,
  HttpError,
  type Middleware,
  type MiddlewareLike,
  metadataKey,
  Pipeline,
  text,
} from '../index.ts'

const ATTEMPT = attributeKey('attempt', { default: 0 })

function application(onError: (error: unknown) => void = () => undefined): Application {
  return new Application({ router: new FindMyWayRouter(), onError })
}

/** Makes middleware that runs each route of a request within a function. */
function surrounding(around: RouteSurrounding): Middleware {
  return (request, handler) => {
    aroundDispatch(request, around)
    return handler(request)
  }
}

/** Makes middleware that notes when its route begins and how it ends. */
function noting(name: string, noted: string[]): Middleware {
  return surrounding(async (route, request, run) => {
    noted.push(`${name} begins ${route}`)
    try {
      const response = await run(request)
      noted.push(`${name} ends ${response.status}`)
      return response
    } catch (error) {
      noted.push(`${name} fails ${(error as Error).message}`)
      throw error
    }
  })
}

test('a surrounding runs around the middleware of a route, after all guards, and the first one is the outermost', async () => {
  const noted: string[] = []
  const app = application().pipe(noting('a', noted)).pipe(noting('b', noted))
  app.pipe((request, handler) => {
    beforeDispatch(request, () => void noted.push('guard'))
    return handler(request)
  })
  app.get('/', [
    (request, handler) => {
      noted.push('middleware of the route')
      return handler(request)
    },
    () => text('x'),
  ])
  expect((await app.request('/')).status).toBe(200)
  expect(noted).toEqual([
    'guard',
    'a begins GET /',
    'b begins GET /',
    'middleware of the route',
    'b ends 200',
    'a ends 200',
  ])
})

test('a surrounding does not run for a route that a guard refuses, or if no route has the path', async () => {
  const noted: string[] = []
  const app = application().pipe(noting('a', noted))
  app.pipe((request, handler) => {
    beforeDispatch(request, () => Promise.reject(new HttpError(403)))
    return handler(request)
  })
  app.get('/', () => text('x'))
  expect([(await app.request('/')).status, (await app.request('/none')).status, noted]).toEqual([403, 404, []])
})

test('a surrounding gets the error of a route before error middleware, which gets the error that the surrounding throws', async () => {
  const noted: string[] = []
  const app = application().pipe(noting('a', noted))
  app.pipe(
    surrounding((_route, request, run) => {
      try {
        return run(request)
      } catch {
        return fail('replaced')
      }
    }),
  )
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(errorMiddleware((error) => text((error as Error).message)))
  app.get('/', () => fail('broken'))
  expect(await (await app.request('/')).text()).toBe('replaced')
  expect(noted).toEqual(['a begins GET /', 'a fails replaced'])
})

test('error middleware gets the error of a route without a surrounding as before', async () => {
  const app = application().pipeRoutingMiddleware().pipeDispatchMiddleware()
  let runs = 0
  app.pipe(errorMiddleware((error) => text(`${++runs} ${(error as Error).message}`)))
  app.get('/', () => fail('broken'))
  expect(await (await app.request('/')).text()).toBe('1 broken')
})

test('error middleware that does not answer gets an error of a surrounded route once', async () => {
  const errors: unknown[] = []
  let runs = 0
  const app = application((error) => errors.push(error)).pipe(noting('a', []))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(
    errorMiddleware((error, request, next) => {
      runs++
      return next(request, error)
    }),
  )
  app.get('/', () => fail('broken'))
  expect([(await app.request('/')).status, runs, errors.length]).toEqual([500, 1, 1])
})

test('a surrounding may run a route again with another view of the request, without asking the guards again', async () => {
  let asked = 0
  const app = application().pipe((request, handler) => {
    beforeDispatch(request, () => void asked++)
    aroundDispatch(request, async (_route, inner, run) => {
      await run(inner.withAttribute(ATTEMPT, 1))
      return run(inner.withAttribute(ATTEMPT, 2))
    })
    return handler(request)
  })
  app.get('/', [(request, handler) => handler(request), (request) => text(`attempt ${request.attribute(ATTEMPT)}`)])
  expect([await (await app.request('/')).text(), asked]).toEqual(['attempt 2', 1])
})

test('a surrounding runs around routes of nested applications', async () => {
  const noted: string[] = []
  const inner = application()
  inner.get('/notes/{id}', () => text('a note'))
  const app = application().pipe(noting('a', noted)).pipe('/api', inner)
  await app.request('/api/notes/7')
  expect(noted).toEqual(['a begins GET /notes/{id}', 'a ends 200'])
})

test('a surrounding with a key counts as the guard that the metadata of a route demands', async () => {
  const KEY = metadataKey<boolean>('test/surrounded', { enforcedBy: () => 'surround()' })
  const app = application().pipe((request, handler) => {
    if (request.query.has('on')) aroundDispatch(request, (_route, view, run) => run(view), KEY)
    return handler(request)
  })
  app.get('/', () => text('x')).set(KEY, true)
  expect([(await app.request('/?on')).status, (await app.request('/')).status]).toEqual([200, 500])
})

/** Makes middleware for the list of a route that is ahead of surroundings, and notes when it runs. */
function ahead(name: string, noted: string[]): Middleware {
  return aheadOfSurroundings(async (request, handler) => {
    noted.push(`${name} begins`)
    const response = await handler(request.withAttribute(ATTEMPT, 7))
    noted.push(`${name} ends ${response.status}`)
    return response
  })
}

test('marked middleware at the beginning of the list of a route runs before its surroundings, and gets the response after them', async () => {
  const noted: string[] = []
  const app = application().pipe(noting('around', noted))
  const passing: Middleware = (request, handler) => {
    noted.push('list')
    return handler(request)
  }
  const [a, b, c] = [ahead('a', noted), ahead('b', noted), ahead('c', noted)]
  app.get('/', [[a, b], passing, c, (request) => text(`${request.attribute(ATTEMPT)}`)])
  for (let i = 0; i < 2; i++) {
    noted.length = 0
    expect(await (await app.request('/')).text()).toBe('7')
    expect(noted).toEqual([
      'a begins',
      'b begins',
      'around begins GET /',
      'list',
      'c begins',
      'c ends 200',
      'around ends 200',
      'b ends 200',
      'a ends 200',
    ])
  }
})

test('marked middleware that answers begins no surrounding, and its error goes to error middleware once', async () => {
  const noted: string[] = []
  const app = application((error) => noted.push(String(error))).pipe(noting('around', noted))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(errorMiddleware((error) => text(`caught ${(error as Error).message}`)))
  app.get('/no', [aheadOfSurroundings(() => text('no', { status: 403 })), () => text('x')])
  app.get('/fails', [aheadOfSurroundings(() => fail('ahead')), () => text('x')])
  app.get('/inside', [ahead('a', noted), () => fail('inside')])
  const ask = async (path: string) => (await app.request(path)).text()
  expect([await ask('/no'), await ask('/fails'), noted]).toEqual(['no', 'caught ahead', []])
  expect(await ask('/inside')).toBe('caught inside')
  expect(noted).toEqual(['a begins', 'around begins GET /inside', 'around fails inside', 'a ends 200'])
})

test('a surrounding that runs a route again does not run what is ahead of it again', async () => {
  const noted: string[] = []
  const app = application().pipe(
    surrounding(async (_route, request, run) => {
      await run(request.withAttribute(ATTEMPT, 1))
      return run(request.withAttribute(ATTEMPT, 2))
    }),
  )
  app.get('/', [ahead('a', noted), (request) => text(`attempt ${request.attribute(ATTEMPT)}`)])
  expect([await (await app.request('/')).text(), noted]).toEqual(['attempt 2', ['a begins', 'a ends 200']])
})

test('a service and a class in the list of a route may be marked; one that cannot be made is an error as before', async () => {
  const noted: string[] = []
  const errors: unknown[] = []
  class Handler {
    handle = () => text('x')
  }
  const services: Record<string, () => unknown> = {
    'acme/ahead': () => ahead('a', noted),
    'acme/broken': () => fail('no service'),
  }
  const container = {
    has: (name: unknown) => String(name) in services,
    get: (name: unknown) => services[String(name)]?.(),
  }
  const app = new Application({
    router: new FindMyWayRouter(),
    container: container as never,
    onError: (error) => errors.push(error),
  })
  app.pipe(noting('around', noted))
  app.get('/', ['acme/ahead', Handler])
  app.get('/broken', ['acme/broken', Handler])
  for (let i = 0; i < 2; i++) {
    noted.length = 0
    expect((await app.request('/')).status).toBe(200)
    expect(noted).toEqual(['a begins', 'around begins GET /', 'around ends 200', 'a ends 200'])
  }
  expect([(await app.request('/broken')).status, String(errors[0])]).toEqual([500, 'Error: no service'])
})

test.each<[string, (noted: string[]) => readonly MiddlewareLike[], readonly string[]]>([
  ['the only one of its list', (noted) => [ahead('a', noted)], ['around begins GET /', 'a begins', 'a ends 200']],
  [
    'the last one of its list',
    (noted) => [ahead('a', noted), ahead('b', noted)],
    ['a begins', 'around begins GET /', 'b begins', 'b ends 200'],
  ],
  [
    'in a pipeline of the list',
    (noted) => [ahead('a', noted), new Pipeline().pipe(ahead('b', noted)), (request, handler) => handler(request)],
    ['a begins', 'around begins GET /', 'b begins', 'b ends 200'],
  ],
  [
    'after error middleware',
    (noted) => [errorMiddleware(() => fail('not asked')), ahead('a', noted), (request, handler) => handler(request)],
    ['around begins GET /', 'a begins', 'a ends 200'],
  ],
])(
  'marked middleware runs within the surroundings if it is %s, and the route may pass the request on',
  async (_where, list, expected) => {
    const noted: string[] = []
    const app = application().pipe(noting('around', noted)).pipeRoutingMiddleware().pipeDispatchMiddleware()
    app.pipe(() => text('after the route')).pipe(errorMiddleware(() => fail('not asked')))
    app.get('/', list(noted) as never)
    expect(await (await app.request('/')).text()).toBe('after the route')
    expect(noted.slice(0, expected.length)).toEqual(expected)
  },
)

function fail(message: string): never {
  throw new Error(message)
}
