import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import {
  dispatchMiddleware,
  errorEntry,
  errorMiddleware,
  implicitHeadMiddleware,
  routeMiddleware,
  withFacts,
} from '../extending.ts'
import {
  Application,
  ApplicationFactory,
  type Container,
  host,
  type Middleware,
  type MiddlewareDescription,
  type MiddlewareInterface,
  type MiddlewareLike,
  notFoundHandler,
  Pipeline,
  type RouterInterface,
  type ServerRequest,
  text,
} from '../index.ts'

const log: Middleware = (request, handler) => handler(request)

class Show {
  readonly handle = () => text('shown')
}

const makeGuard = Object.assign((_db: unknown): Middleware => log, { inject: ['acme/db'] })
Object.defineProperty(makeGuard, 'name', { value: 'makeGuard' })

const FACTS = { '@acme/ops': 7 }

function answerByPath(request: ServerRequest): Response {
  const path = request.path
  return text(path)
}

/** Makes a function that has exactly this source, however tools transform this file. */
function evaluated(source: string): Middleware {
  return new Function(`return ${source}`)()
}

function withoutPrototype(middleware: MiddlewareInterface): MiddlewareInterface {
  return Object.assign(Object.create(null), middleware)
}

function application(container?: Container): Application {
  return new Application({ router: new FindMyWayRouter(), ...(container && { container }) })
}

/** Returns a description without the properties that have their default values. */
function brief({ isLazy, isError, isFinal, isDefault, ...rest }: MiddlewareDescription): object {
  return {
    ...rest,
    ...(isLazy && { isLazy }),
    ...(isError && { isError }),
    ...(isFinal && { isFinal }),
    ...(isDefault && { isDefault }),
    ...(rest.items && { items: rest.items.map(brief) }),
  }
}

function items(app: Pick<Pipeline, 'describe'>): readonly object[] {
  return app.describe().items.map(brief)
}

describe('the description of a pipeline', () => {
  test('the description of the pipeline lists its positions in order, with the kind of each', () => {
    const app = application()
      .pipe(log)
      .pipe(Show)
      .pipe('acme/audit')
      .pipe('/admin/', new Show())
      .pipe(host('api.example.org', notFoundHandler))
      .pipe('/shop', [log, 'acme/shop'])
      .pipe(errorMiddleware((_error, request, next) => next(request)))
    expect(items(app)).toEqual([
      { kind: 'function', name: 'log' },
      { kind: 'class', name: 'Show', isLazy: true },
      { kind: 'service', name: 'acme/audit', isLazy: true },
      { kind: 'object', name: 'Show', path: '/admin', isFinal: true },
      { kind: 'function', name: 'notFoundHandler', host: 'api.example.org', isFinal: true },
      {
        kind: 'pipeline',
        path: '/shop',
        items: [
          { kind: 'function', name: 'log' },
          { kind: 'service', name: 'acme/shop', isLazy: true },
        ],
      },
      { kind: 'function', isError: true },
    ])
  })

  test('the description of the pipeline has nested applications with their own items and routes', () => {
    const shop = application()
    shop.get('/{id}', new Show(), 'item')
    const [piped] = application().pipe('/shop', shop).describe().items
    expect(piped).toMatchObject({ kind: 'application', path: '/shop', routes: [{ path: '/{id}', name: 'item' }] })
    expect(piped?.items?.map(brief)).toEqual([
      { kind: 'routing', isDefault: true },
      { kind: 'dispatch', isDefault: true },
    ])
    expect(items(new Pipeline().pipe(new Pipeline().pipe(log)))).toEqual([
      { kind: 'pipeline', name: 'Pipeline', items: [{ kind: 'function', name: 'log' }] },
    ])
  })

  test('the description of the pipeline has the routing and dispatch steps if routes need them and neither was piped', () => {
    const steps = (app: Application) => app.describe().items.filter(({ isDefault }) => isDefault).length
    expect(steps(application())).toBe(0)
    const byItself = application()
    byItself.get('/', log)
    expect(steps(byItself)).toBe(2)
    const nested = application().pipe([Application.ROUTING_MIDDLEWARE, log, Application.DISPATCH_MIDDLEWARE])
    nested.get('/', log)
    expect(steps(nested)).toBe(0)
    const parts = application().pipe(routeMiddleware).pipe(dispatchMiddleware)
    parts.get('/', log)
    expect(steps(parts)).toBe(0)
  })

  test('the description marks a function as final only if the function certainly answers each request', () => {
    const isFinal = (middleware: Middleware) => application().pipe(middleware).describe().items[0]?.isFinal
    expect(isFinal(() => text(''))).toBe(true)
    expect(isFinal((request) => text(request.path))).toBe(true)
    expect(isFinal(log)).toBe(false)
    expect(isFinal((...all) => all[1](all[0]))).toBe(false)
    expect(isFinal(log.bind(undefined))).toBe(false)
    expect(isFinal((request, handler = notFoundHandler) => handler(request))).toBe(false)
    expect(isFinal(answerByPath)).toBe(true)
  })

  test.each<[string, MiddlewareLike, object]>([
    ['an object with process', { process: log }, { kind: 'object' }],
    ['an object with handle', { handle: notFoundHandler }, { kind: 'object', isFinal: true }],
    ['an object without a prototype', withoutPrototype({ process: log }), { kind: 'object' }],
    ['a part of a step', implicitHeadMiddleware, { kind: 'object', name: 'implicitHeadMiddleware' }],
    ['an object with facts', withFacts({ process: log }, FACTS), { kind: 'object', facts: FACTS }],
    ['a function with inject', makeGuard, { kind: 'factory', name: 'makeGuard', needs: ['acme/db'], isLazy: true }],
    [
      'a function with inject that makes error middleware',
      errorEntry(makeGuard),
      { kind: 'factory', name: 'makeGuard', needs: ['acme/db'], isLazy: true, isError: true },
    ],
  ])('the description of %s says what it is', (_what, middleware, expected) => {
    const flags = { isLazy: false, isError: false, isFinal: false, isDefault: false }
    expect(application().pipe(middleware).describe().items[0]).toEqual({ ...flags, ...expected })
  })

  test('a function without a name, or named after the key of its entry, is described by its source in one line, cut after 60 characters', () => {
    const described = (middleware: Middleware) => application().pipe(middleware).describe().items[0]
    const lines = described(evaluated('(request) => {\n  const path = request.path\n  return text(path)\n}'))
    expect(lines?.text).toBe('(request) => { const path = request.path return text(path) }')
    expect(lines).not.toHaveProperty('name')
    const long = described(evaluated('(request) => text(request.path, { status: 404, statusText: "Gone" })'))
    expect(long?.text).toBe('(request) => text(request.path, { status: 404, statusText: …')
    const entry = described(evaluated('({ middleware: (request) => text(request.path) }).middleware'))
    expect(entry).toMatchObject({ name: 'middleware', text: '(request) => text(request.path)' })
    expect(described(log)).not.toHaveProperty('text')
  })

  test('a router without a prototype, such as a module, is described like a plain object, and run() starts with it', async () => {
    const { traits, compile } = new FindMyWayRouter()
    const router: RouterInterface = Object.assign(Object.create(null), { traits, compile })
    const app = new Application({ router })
    expect(app.describe().router).toEqual({ name: 'Object', traits })
    await (await app.run({ port: 0, host: '127.0.0.1' })).close()
  })

  test('the pipeline is described without making services; after check() the description also marks services that answer every request as final', async () => {
    let made = 0
    const services = new Map<string, unknown>([['acme/all', new Show()]])
    const container: Container = {
      has: (name) => services.has(name as string),
      get: (name) => {
        made++
        return services.get(name as string)
      },
    }
    const app = application(container).pipe('acme/all')
    expect(items(app)).toEqual([{ kind: 'service', name: 'acme/all', isLazy: true }])
    expect(made).toBe(0)
    await app.check()
    expect(items(app)).toEqual([{ kind: 'service', name: 'acme/all', isLazy: true, isFinal: true }])
  })
})

describe('the description of routes', () => {
  test('the description of a route has path, methods, name, options and middleware', () => {
    const app = application()
    app.route('/users/{id}', [log, Show], ['GET', 'PUT'], 'user').setOptions({ tokens: { id: '\\d+' } })
    app.any('/echo', log)
    const { routes, router } = app.describe()
    expect(routes).toMatchObject([
      { path: '/users/{id}', methods: ['GET', 'PUT'], name: 'user', options: { tokens: { id: '\\d+' } } },
      { path: '/echo', methods: null, name: '/echo', middleware: { kind: 'function', name: 'log' } },
    ])
    expect(routes[0]?.middleware.items?.map(brief)).toEqual([
      { kind: 'function', name: 'log' },
      { kind: 'class', name: 'Show', isLazy: true },
    ])
    expect(router).toEqual({ name: 'FindMyWayRouter', traits: new FindMyWayRouter().traits })
  })

  test('the description of an application without a router has no property router', () => {
    expect(new Application().describe()).toEqual({ items: [], routes: [] })
  })
})

describe('the description of an application from configuration', () => {
  const config = {
    middleware_pipeline: {
      late: { middleware: log, priority: -10 },
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
      first: { middleware: 'acme/first', priority: 100 },
      errors: { middleware: 'acme/errors', error: true, priority: -20 },
    },
    routes: { home: { path: '/', middleware: log } },
  }

  test('the description of a configured application names the entry of each position, with its priority, and of each route', () => {
    const app = ApplicationFactory.create(new Map([['config', config]]))
    app.pipe(log)
    app.get('/in-code', log)
    const { items, routes } = app.describe()
    expect(items.map(({ entry }) => entry)).toEqual([
      { key: 'middleware_pipeline.first', priority: 100 },
      { key: 'middleware_pipeline.steps', priority: 1 },
      { key: 'middleware_pipeline.late', priority: -10 },
      { key: 'middleware_pipeline.errors', priority: -20 },
      undefined,
    ])
    expect(routes.map(({ entry }) => entry)).toEqual([{ key: 'routes.home' }, undefined])
    expect(items[3]).toMatchObject({ kind: 'service', name: 'acme/errors', isError: true, isLazy: true })
  })
})

test('the description is frozen, and making it changes nothing in the application', async () => {
  const app = application().pipe('/a', [log])
  app.get('/', () => text('home'))
  const described = app.describe()
  const all: unknown[] = [described]
  for (const value of all) {
    if (typeof value !== 'object' || value === null) continue
    expect(Object.isFrozen(value)).toBe(true)
    all.push(...Object.entries(value).flatMap(([key, child]) => (key === 'traits' ? [] : [child])))
  }
  expect(all.length).toBeGreaterThan(20)
  expect(await (await app.request('/')).text()).toBe('home')
})
