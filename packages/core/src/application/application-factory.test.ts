import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import {
  AppFactory,
  Application,
  ApplicationFactory,
  CheckError,
  type Config,
  configProvider,
  type Dependencies,
  type Factory,
  type Middleware,
  matchedRoute,
  metadataKey,
  Priority,
  ROUTE_RESULT,
  text,
} from '../index.ts'

const services: Config = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }

async function configured(...sources: Config[]): Promise<Application> {
  const config = await resolveConfig(defineConfig([configProvider, services, ...sources]))
  return createContainer(config).get(Application.SERVICE)
}

async function answer(app: Application, path: string, method = 'GET') {
  const response = await app.request(path, { method })
  return [response.status, await response.text()]
}

/**
 * Makes middleware that appends its tag to a header on the way out, so the tag of the innermost middleware comes first.
 */
const tag =
  (name: string): Middleware =>
  async (request, handler) => {
    const response = await handler(request)
    response.headers.append('x-order', name)
    return response
  }

const ACCESS = metadataKey<{ readonly role: string }>('acme/access', {
  check: (value) => {
    const { role } = value as { readonly role?: unknown }
    if (typeof role !== 'string') throw new TypeError('"role" must be a string.')
    return { role: role.toLowerCase() }
  },
})

const onlyFor =
  (role: string): Middleware =>
  (request, handler) => {
    const wanted = request.attribute(ROUTE_RESULT)?.route?.metadata(ACCESS)?.role ?? role
    return wanted === role ? handler(request) : text(`for ${wanted}`, { status: 403 })
  }

const seenAfterwards: Middleware = async (request, handler) => {
  const response = await handler(request)
  const access = matchedRoute(request)?.metadata(ACCESS)
  if (access) response.headers.set('x-role', access.role)
  return response
}

test('1.2, 2.3: the factory builds the application from its container, with the routes of the configuration', async () => {
  const app = await configured({
    dependencies: { factories: { 'acme/home': () => () => text('home') } },
    routes: [
      { path: '/', middleware: 'acme/home', allowed_methods: ['GET'], name: 'home' },
      { path: '/r/{id}', middleware: (request) => text(request.params.id ?? ''), options: { tokens: { id: '\\d+' } } },
    ],
  })
  expect(await answer(app, '/')).toEqual([200, 'home'])
  expect(await answer(app, '/', 'POST')).toEqual([405, 'Method Not Allowed'])
  expect(await answer(app, '/r/7', 'PUT')).toEqual([200, '7'])
  expect(await answer(app, '/r/x')).toEqual([404, 'Not Found'])
  expect(app.url('home')).toBe('/')
})

test('2.7: merging two configuration sources keeps all entries of pipeline and routes, even if one gives a list and the other a map', async () => {
  const steps = { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: 0 }
  const listed = {
    middleware_pipeline: [{ middleware: tag('guard') }],
    routes: [{ path: '/a', middleware: () => text('a') }],
  } as object
  const keyed: Config = {
    middleware_pipeline: { log: { middleware: tag('log') }, steps },
    routes: { b: { path: '/b', middleware: () => text('b') } },
  }

  for (const sources of [
    [listed, keyed],
    [keyed, listed],
  ] as const) {
    const app = await configured(...sources)
    const order = (await app.request('/a')).headers.get('x-order')

    expect(order?.split(', ').sort()).toEqual(['guard', 'log'])
    expect(await answer(app, '/b')).toEqual([200, 'b'])
    expect(app.url('b')).toBe('/b')
    expect(() => app.url('[0]')).toThrow('[0]')
  }
})

test('2.3: in a map of routes, an entry without a name gets its key as the name', async () => {
  const app = await configured({ routes: { home: { path: '/', middleware: () => text('x') } } })
  expect(app.url('home')).toBe('/')
})

test('2.3, 2.6: entries keep their order in a list, and also in a map whose keys only begin with digits', async () => {
  const list = await configured({
    middleware_pipeline: [{ middleware: tag('first') }, { middleware: tag('second') }],
  } as object)
  const map = await configured({
    routes: { '2fa': { path: '/{any}', middleware: () => text('') }, '01': { path: '/x', middleware: () => text('') } },
  })
  expect((await list.request('/')).headers.get('x-order')).toBe('second, first')
  expect(map.routes.map(({ name }) => name)).toEqual(['2fa', '01'])
})

test('2.1: a route option that the router does not know is an error that names the option, before a request is answered', async () => {
  const options: object = { token: { id: '\\d+' } }
  const app = await configured({ routes: [{ path: '/u/{id}', middleware: () => text(''), options }] })
  const message = 'Route any method /u/{id}: FindMyWayRouter takes no option "token". Did you mean "tokens"?'
  await expect(app.request('/u/7')).rejects.toThrow(message)
  await expect(app.check()).rejects.toThrow(message)
})

test('metadata in a route entry is checked by its metadata key, and middleware between routing and dispatch can read it', async () => {
  const app = await configured({
    middleware_pipeline: {
      seen: { middleware: seenAfterwards, priority: Priority.EARLY },
      routing: { middleware: [Application.ROUTING_MIDDLEWARE, onlyFor('auditor'), Application.DISPATCH_MIDDLEWARE] },
    },
    routes: {
      report: { path: '/reports', middleware: () => text('report'), metadata: { 'acme/access': { role: 'Auditor' } } },
      open: { path: '/open', middleware: () => text('open') },
      closed: { path: '/closed', middleware: () => text(''), metadata: { 'acme/access': { role: 'admin' } } },
    },
  })
  expect(await answer(app, '/reports')).toEqual([200, 'report'])
  expect(await answer(app, '/open')).toEqual([200, 'open'])
  expect(await answer(app, '/closed')).toEqual([403, 'for admin'])
  expect(await answer(app, '/nowhere')).toEqual([404, 'Not Found'])
  expect((await app.request('/reports')).headers.get('x-role')).toBe('auditor')
  expect(app.describe().routes.map(({ metadata }) => metadata)).toEqual([
    { 'acme/access': { role: 'auditor' } },
    {},
    { 'acme/access': { role: 'admin' } },
  ])
})

test('metadata that code sets after the first request takes effect, and the routes are not compiled again', async () => {
  const router = new FindMyWayRouter()
  const compile = vi.spyOn(router, 'compile')
  const app = new Application({ router }).pipe([
    Application.ROUTING_MIDDLEWARE,
    onlyFor('auditor'),
    Application.DISPATCH_MIDDLEWARE,
  ])
  const route = app.get('/', () => text('home'))
  expect(await answer(app, '/')).toEqual([200, 'home'])
  route.set(ACCESS, { role: 'admin' })
  expect(await answer(app, '/')).toEqual([403, 'for admin'])
  expect(compile).toHaveBeenCalledTimes(1)
})

test('2.4, 2.6: entries are piped by priority, 1 by default, then in the order of keys', async () => {
  const steps = [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE]
  const app = await configured({
    middleware_pipeline: {
      late: { middleware: () => text('fallback'), priority: -10 },
      second: { middleware: tag('second') },
      steps: { middleware: steps },
      early: { middleware: tag('early'), priority: Priority.BEFORE_ROUTING },
      prefixed: { middleware: tag('prefixed'), path: '/shop', priority: 5 },
    },
    routes: [{ path: '/shop/x', middleware: () => text('x') }],
  })
  const order = async (path: string) => (await app.request(path)).headers.get('x-order')
  expect(await order('/shop/x')).toBe('second, prefixed, early')
  expect(await order('/other')).toBe('second, early')
  expect(await answer(app, '/other')).toEqual([200, 'fallback'])
})

test('2.5: the constants for routing and dispatch may be entries or items of an array; middleware between them reads the result of routing', async () => {
  const inspect: Middleware = (request, handler) => {
    const result = request.attribute(ROUTE_RESULT)
    return result?.matched ? handler(request) : text('no route', { status: 404 })
  }
  const routes = [{ path: '/', middleware: () => text('x') }]
  const nested = await configured({
    middleware_pipeline: {
      routing: { middleware: [ApplicationFactory.ROUTING_MIDDLEWARE, inspect, Application.DISPATCH_MIDDLEWARE] },
    },
    routes,
  })
  const bare = await configured({
    middleware_pipeline: {
      a: Application.ROUTING_MIDDLEWARE,
      b: { middleware: inspect },
      c: ApplicationFactory.DISPATCH_MIDDLEWARE,
    },
    routes,
  })
  for (const app of [nested, bare]) {
    expect(await answer(app, '/')).toEqual([200, 'x'])
    expect(await answer(app, '/y')).toEqual([404, 'no route'])
  }
})

test('2.4: the path of a pipeline entry may lack its first slash', async () => {
  const app = await configured({
    middleware_pipeline: {
      guard: { middleware: () => text('guarded', { status: 401 }), path: 'admin', priority: 10 },
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
    },
    routes: [{ path: '/{page...}', middleware: () => text('open') }],
  })
  expect(await answer(app, '/admin/me')).toEqual([401, 'guarded'])
  expect(await answer(app, '/administrator')).toEqual([200, 'open'])
  expect(app.describe().items[0]?.path).toBe('/admin')
})

test('2.6: an entry with a path prefix causes no warning if its priority puts it after dispatch, since the priority is deliberate', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const app = await configured({
    middleware_pipeline: {
      routing: Application.ROUTING_MIDDLEWARE,
      dispatch: Application.DISPATCH_MIDDLEWARE,
      shop: { middleware: () => text('shop'), path: '/shop', priority: -10 },
    },
    routes: [{ path: '/shop/x', middleware: () => text('x') }],
  })
  expect(await answer(app, '/shop/x')).toEqual([200, 'x'])
  expect(await answer(app, '/shop/y')).toEqual([200, 'shop'])
  expect(warning).not.toHaveBeenCalled()
  warning.mockRestore()
})

test('2.6: middleware with the priority AFTER_ROUTING reads the matched route and runs before it; if dispatch stands before it, a warning names the entry', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const entering: Middleware = (request, handler) =>
    matchedRoute(request)?.name === 'secret' ? text('no', { status: 403 }) : handler(request)
  const routes = {
    home: { path: '/', middleware: () => text('home') },
    secret: { path: '/s', middleware: () => text('s') },
  }
  const app = await configured({
    middleware_pipeline: {
      dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: Priority.DISPATCH },
      entering: { middleware: entering, priority: Priority.AFTER_ROUTING },
      routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: Priority.ROUTING },
      missed: { middleware: () => text('missed'), priority: Priority.AFTER_DISPATCH },
    },
    routes,
  })
  expect(await answer(app, '/')).toEqual([200, 'home'])
  expect(await answer(app, '/s')).toEqual([403, 'no'])
  expect(await answer(app, '/none')).toEqual([200, 'missed'])
  expect(warning).not.toHaveBeenCalled()
  await configured({
    middleware_pipeline: {
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
      entering: { middleware: entering, priority: Priority.AFTER_ROUTING },
    },
    routes,
  })
  expect(warning.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(
      /^middleware_pipeline\.entering: this middleware comes after dispatch \(middleware_pipeline\.steps\)/,
    ),
  ])
  warning.mockRestore()
})

test('2.6.6: a configuration with routes and no pipeline answers by its routes; one with a pipeline that lacks the routing and dispatch steps is refused with an error that names them', async () => {
  const routes = [{ path: '/', middleware: () => text('x') }]
  expect(await answer(await configured({ routes }), '/')).toEqual([200, 'x'])
  const wrong = configured({ middleware_pipeline: { cors: { middleware: tag('cors') } }, routes })
  await expect(wrong).rejects.toThrow('Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE')
})

test('2.6.6: if the configured pipeline lacks the routing and dispatch steps, a route that is added in code is an error in check() and at the first request', async () => {
  const app = await configured({
    middleware_pipeline: { last: { middleware: () => text('nothing here', { status: 404 }) } },
  })
  app.get('/', () => text('found'))
  await expect(app.check()).rejects.toThrow('no entry runs the routes')
  await expect(app.request('/')).rejects.toThrow('no entry runs the routes')
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  await app.check()
})

test('2.7: entries with the same key in several configuration sources are merged, and lists in them are appended', async () => {
  const app = await configured(
    { middleware_pipeline: { a: { middleware: [tag('first')], priority: 5 } } },
    { middleware_pipeline: { a: { middleware: [tag('second')] }, b: { middleware: () => text('end') } } },
  )
  expect((await app.request('/')).headers.get('x-order')).toBe('second, first')
})

test('2.7: an entry that has only a priority moves the entry of the same key in another source', async () => {
  const end = { middleware: () => text('end'), priority: -1 }
  const app = await configured(
    { middleware_pipeline: { a: { middleware: tag('a') }, b: { middleware: tag('b') }, end } },
    { middleware_pipeline: { b: { priority: 5 } } },
  )
  expect((await app.request('/')).headers.get('x-order')).toBe('a, b')
})

test('2.4 A: an entry with error: true may name a service that is error middleware; the service is fetched at the first error', async () => {
  let made = 0
  const app = await configured({
    dependencies: {
      factories: {
        'acme/errors': () => {
          made++
          return errorMiddleware((error) => text((error as Error).message))
        },
      },
    },
    middleware_pipeline: {
      errors: { middleware: 'acme/errors', error: true, priority: -100 },
      boom: {
        middleware: (request, handler) => {
          if (request.path === '/boom') throw new Error('caught')
          return handler(request)
        },
      },
    },
  })
  expect(await answer(app, '/calm')).toEqual([404, 'Not Found'])
  expect(made).toBe(0)
  expect(await answer(app, '/boom')).toEqual([200, 'caught'])
})

test('2.4 A: an array of error middleware is one nested pipeline', async () => {
  const seen: string[] = []
  const passing = (name: string) =>
    errorMiddleware((error, request, next) => {
      seen.push(name)
      return next(request, error)
    })
  const app = await configured({
    middleware_pipeline: {
      boom: {
        middleware: () => {
          throw new Error('boom')
        },
      },
      errors: {
        middleware: [passing('first'), passing('second'), errorMiddleware((_error) => text('end'))],
        error: true,
      },
    },
  })
  expect(await answer(app, '/')).toEqual([200, 'end'])
  expect(seen).toEqual(['first', 'second'])
})

test.each([
  ['an object', { process: (_request: unknown, _handler: unknown) => text('') }, 'a map'],
  ['a function', (_request: unknown, _handler: unknown) => text(''), 'a function'],
])('2.4 A: %s that is ordinary middleware is refused as error middleware', async (_form, other, what) => {
  const wrong = configured({ middleware_pipeline: { errors: { middleware: other as never, error: true } } })
  await expect(wrong).rejects.toThrow(new RegExp(`middleware_pipeline\\.errors.*${what}.* is not error middleware`))
})

test('2.6.5: error middleware before routing causes a warning with its key, since it gets no errors of the routes', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const errors = errorMiddleware((_error) => text('caught'))
  const withErrors = (priority: number) =>
    configured({
      routes: [{ path: '/r', middleware: () => text('found') }],
      middleware_pipeline: {
        late: { middleware: [errors, [errors]], error: true, priority },
        steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
      },
    })
  await withErrors(-100)
  expect(warning).not.toHaveBeenCalled()
  await withErrors(100)
  expect(warning.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(/^middleware_pipeline\.late: error middleware stands before routing/),
  ])
  warning.mockRestore()
})

test('2.4 A: a class is refused as error middleware, with an error that names the key of the entry', async () => {
  class Errors {
    process(): void {}
  }
  const wrong = configured({ middleware_pipeline: { errors: { middleware: Errors as never, error: true } } })
  await expect(wrong).rejects.toThrow(/middleware_pipeline\.errors.*the class Errors is not error middleware/)
})

test('7.1 A: a service that is an array is refused as middleware', async () => {
  const errors: unknown[] = []
  const inner = await configured({
    dependencies: { services: { 'acme/list': [() => text('x')] } },
    middleware_pipeline: { list: { middleware: 'acme/list' } },
  })
  await new Application({ onError: (error) => errors.push(error) }).pipe(inner).request('/')
  expect(String(errors[0])).toContain('the service "acme/list" is a list, which is not invokable')
})

test.each<[string, object, string]>([
  [
    'an entry that is a string',
    { middleware_pipeline: { cors: 'acme/cors' } },
    'middleware_pipeline.cors (source 3): expected a map with middleware, path, priority, error, after, before, or one of ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE, got a string.',
  ],
  [
    'an entry of the pipeline that changes no other, since its key is misspelt',
    {
      middleware_pipeline: {
        '@acme/csrf': { middleware: 'x' },
        '@acme/csfr': { priority: 10 },
      },
    },
    'middleware_pipeline.@acme/csfr (source 3): "middleware" is missing. Did you mean "@acme/csrf"?',
  ],
  [
    'an entry of routes that changes no other, since its key is misspelt',
    { routes: { 'user.show': { path: '/', middleware: 'x' }, 'user.shwo': { path: '/user' } } },
    'routes.user.shwo (source 3): "middleware" is missing. Did you mean "user.show"?',
  ],
  ['an entry without middleware', { middleware_pipeline: { cors: { path: '/x' } } }, '"middleware" is missing'],
  [
    'a misspelt key',
    { middleware_pipeline: { cors: { midleware: 'x' } } },
    'unknown key "midleware". Did you mean "middleware"?',
  ],
  [
    'an unknown key that resembles no other',
    { routes: [{ path: '/', middleware: 'x', zone: 1 }] },
    'routes.0 (source 3): unknown key "zone". Allowed are path, middleware',
  ],
  [
    'a priority that is not an integer',
    { middleware_pipeline: { cors: { middleware: 'x', priority: '10' } } },
    'middleware_pipeline.cors (source 3): "priority": a priority must be an integer',
  ],
  [
    'a prefix that is a pattern',
    { middleware_pipeline: { cors: { middleware: 'x', path: '/{id}' } } },
    'Invalid path prefix "/{id}"',
  ],
  [
    'a prefix that is false, instead of being left out',
    { middleware_pipeline: { guard: { middleware: 'x', path: false } } },
    'middleware_pipeline.guard (source 3): Invalid path prefix false: it is not a string. Write "/admin".',
  ],
  [
    'a prefix with an empty segment',
    { middleware_pipeline: { guard: { middleware: 'x', path: '/admin//' } } },
    'middleware_pipeline.guard (source 3): Invalid path prefix "/admin//": it has an empty segment. Write "/admin".',
  ],
  [
    'an integer as a key of the pipeline, which would run first wherever it stands',
    { middleware_pipeline: { routing: Application.ROUTING_MIDDLEWARE, '404': { middleware: 'x' } } },
    'middleware_pipeline.404 (source 3): a map puts keys that are integers before all others. ' +
      'Write a word, such as "entry-404".',
  ],
  [
    'an integer as a key of routes',
    { routes: { home: { path: '/', middleware: 'x' }, '0': { path: '/{id}', middleware: 'x' } } },
    'routes.0 (source 3): a map puts keys that are integers before all others. ' + 'Write a word, such as "entry-0".',
  ],
  [
    'a number in place of middleware',
    { middleware_pipeline: { cors: { middleware: 42 } } },
    'a number is not middleware',
  ],
  [
    'a method in place of a list of methods',
    { routes: [{ path: '/', middleware: 'x', allowed_methods: 'GET' }] },
    'methods are a list',
  ],
  [
    'options that are not a map',
    { routes: [{ path: '/', middleware: 'x', options: 'tokens' }] },
    '"options" must be a map, got string',
  ],
  [
    'options that are null',
    { routes: [{ path: '/', middleware: 'x', options: null }] },
    'routes.0 (source 3): "options" must be a map, got null.',
  ],
  [
    'metadata that is not a map',
    { routes: [{ path: '/', middleware: 'x', metadata: ['acme/access'] }] },
    'routes.0 (source 3): "metadata" must be a map, got a list.',
  ],
  [
    'metadata under a misspelt key',
    { routes: { a: { path: '/', middleware: 'x', metadata: { 'acme/acess': {} } } } },
    'routes.a (source 3): nobody declared the metadata "acme/acess". Did you mean "acme/access"?',
  ],
  [
    'metadata of a package that nobody imported',
    { routes: { a: { path: '/', middleware: 'x', metadata: { '@acme/cors/policy': {} } } } },
    'routes.a (source 3): nobody declared the metadata "@acme/cors/policy". ' +
      'Add the package that declares it: npx app add @acme/cors.',
  ],
  [
    'metadata that its check refuses',
    { routes: { a: { path: '/', middleware: 'x', metadata: { 'acme/access': { role: 7 } } } } },
    'routes.a (source 3): Route any method / (a): the metadata "acme/access" cannot be this: "role" must be a string.',
  ],
  ['a path that does not parse', { routes: [{ path: '/{id', middleware: 'x' }] }, 'this placeholder is never closed'],
  ['a route without a path', { routes: [{ middleware: 'x' }] }, '"path" is missing'],
  [
    'a duplicate route',
    {
      routes: [
        { path: '/', middleware: 'x' },
        { path: '/', middleware: 'x' },
      ],
    },
    'routes.1',
  ],
  [
    'the key "error" with a value that is not a boolean',
    { middleware_pipeline: { e: { middleware: 'x', error: 'yes' } } },
    '"error" must be true or false',
  ],
  ['a section that is neither a map nor a list', { routes: 'none' }, 'routes (source 3): expected a map of entries'],
])('%s is an error when the application is built', async (_, config, message) => {
  const built = configured(config as Config)
  await expect(built).rejects.toThrow(message)
  await built.catch((error: { cause?: unknown }) => {
    expect([error, error.cause]).toContainEqual(expect.objectContaining({ code: 'APP_CONFIG_SECTION' }))
  })
})

test('an application that the container has made answers routes that are added in code later', async () => {
  const app = await configured({ routes: [{ path: '/', middleware: () => text('x') }] })
  app.post('/post', () => text('Posted.'))
  expect(await answer(app, '/post', 'POST')).toEqual([200, 'Posted.'])
})

test('a delegator, which wraps the creation of a service, can add a route to the application when the container makes it', async () => {
  const app = await configured({
    dependencies: {
      delegators: {
        [Application.SERVICE]: [
          (_container, _name, create) => {
            const decorated = create<Application>()
            decorated.get('/health', () => text('ok'))
            return decorated
          },
        ],
      },
    },
  })
  expect(await answer(app, '/health')).toEqual([200, 'ok'])
})

test('two applications can be services of one container, each with its own configuration and router', async () => {
  const config = {
    dependencies: {
      factories: {
        site: ApplicationFactory,
        admin: ApplicationFactory.for({ config: 'admin/config', router: 'admin/router' }),
      },
      services: {
        '@app/router/RouterInterface': new FindMyWayRouter(),
        'admin/router': new FindMyWayRouter(),
        'admin/config': { routes: [{ path: '/', middleware: () => text('admin') }] },
      },
    },
    routes: [{ path: '/', middleware: () => text('site') }],
  }
  const container = createContainer(config)
  expect(await answer(container.get<Application>('site'), '/')).toEqual([200, 'site'])
  expect(await answer(container.get<Application>('admin'), '/')).toEqual([200, 'admin'])
})

test('1.8: AppFactory.create() makes the default container by the package @app/container-factory if that is installed', async () => {
  const app = await AppFactory.create(undefined, new FindMyWayRouter(), { from: import.meta.dirname })
  expect(app.getContainer().has('config')).toBe(true)
})

test('the types Dependencies and Factory of the core are assignable to those of @app/container-factory', () => {
  type Theirs = typeof import('@app/container-factory')
  expectTypeOf<Dependencies>().toExtend<import('@app/container-factory').Dependencies>()
  expectTypeOf<import('@app/container-factory').Dependencies>().toExtend<Dependencies>()
  expectTypeOf<Factory<number>>().toExtend<import('@app/container-factory').Factory<number>>()
  expectTypeOf<ReturnType<Theirs['createContainer']>>().toExtend<import('../index.ts').TypedContainer>()
})

test('check() makes the services that run() would start, without starting them, and reports the error of each service that cannot be made', async () => {
  let started = 0
  const eager: Config = {
    dependencies: {
      eager: ['acme/good', 'acme/broken'],
      factories: {
        'acme/good': () => ({ start: () => void started++ }),
        'acme/broken': () => {
          throw new Error('no address was given')
        },
      },
    },
  }
  const app = await configured(eager, { routes: { home: { path: '/', middleware: () => text('') } } })
  const problems = await app.check().then(
    () => [],
    (error: AggregateError) => error.errors.map(String),
  )
  expect(problems).toEqual([expect.stringContaining('no address was given')])
  expect(started).toBe(0)
})

test.each<[string, readonly string[], Config, number]>([
  ['eager', ['a'], {}, 1],
  ['in the pipeline', [], { middleware_pipeline: { a: { middleware: 'a' } } }, 1],
  ['eager and in the pipeline', ['a'], { middleware_pipeline: { a: { middleware: 'a' } } }, 1],
  ['needed by an eager service, and in the pipeline', ['b'], { middleware_pipeline: { a: { middleware: 'a' } } }, 2],
  [
    'needed by a service that is eager and in the pipeline',
    ['b'],
    { middleware_pipeline: { b: { middleware: 'b' } } },
    1,
  ],
  [
    'twice in the pipeline',
    [],
    { middleware_pipeline: { a: { middleware: 'a' }, b: { path: '/b', middleware: ['a'] } } },
    1,
  ],
  [
    'one of two that fail for the same reason',
    [],
    { middleware_pipeline: { a: { middleware: 'a' }, c: { middleware: 'c' } } },
    2,
  ],
  [
    'one that fails for another reason each time',
    [],
    { middleware_pipeline: { d: { middleware: 'd' }, b: { path: '/b', middleware: ['d'] } } },
    2,
  ],
])('check() reports each failure once if the failing service is %s', async (_where, eager, config, count) => {
  const factories: NonNullable<Dependencies['factories']> = {
    a: () => {
      throw new Error('there is no key')
    },
    b: (container) => container.get('a'),
    c: () => {
      throw new Error('there is no key')
    },
    d: () => {
      attempts++
      throw new Error(`there is no key at attempt ${attempts}`)
    },
  }
  let attempts = 0
  const app = await configured({ dependencies: { eager, factories } }, config)
  const problems = await app.check().catch((error: AggregateError) => error.errors)
  expect(problems).toEqual(Array(count).fill(expect.objectContaining({ message: expect.stringContaining('no key') })))
})

test('the error of check() counts the problems, and lists unknown services with those that fail', async () => {
  const factories: NonNullable<Dependencies['factories']> = {
    a: () => {
      throw new Error('there is no key')
    },
  }
  const problems = async (...names: string[]): Promise<unknown> => {
    const app = await configured({ dependencies: { factories } })
    for (const name of names) app.pipe(name)
    return app.check().catch((error: unknown) => error)
  }
  const one = await problems('none')
  expect(one).toMatchObject({
    name: 'CheckError',
    message: expect.stringMatching(/^1 problem found:\n- pipe 1: .*"none"/),
  })
  expect([CheckError.is(one), CheckError.is(new AggregateError([]))]).toEqual([true, false])
  expect(await problems('none', 'a')).toMatchObject({
    message: expect.stringMatching(/^2 problems found:\n- pipe 1: .*"none".*\n- .*there is no key/),
  })
})

test.each([
  [null, 'got null'],
  [undefined, 'got undefined'],
  [[], 'got a list'],
  ['config/config.ts', 'got a string'],
])('the application factory refuses the service %j as a configuration', (config, problem) => {
  const container = { has: (key: unknown) => key === 'config', get: () => config }
  expect(() => ApplicationFactory.create(container)).toThrow(expect.objectContaining({ code: 'APP_CONFIG_SECTION' }))
  expect(() => ApplicationFactory.create(container)).toThrow(
    `The service "config" is a configuration, which is a map, ${problem}.`,
  )
})
