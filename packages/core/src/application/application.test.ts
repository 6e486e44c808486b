import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { OneMiddleware, PartLike } from '../index.ts'
import {
  Application,
  type ApplicationOptions,
  createServer,
  ErrorHandler,
  json,
  type Middleware,
  matchedRoute,
  type ParamsOf,
  type PathLike,
  Pipeline,
  ROUTE_RESULT,
  Route,
  text,
  toNodeHandler,
} from '../index.ts'
import { CheckError } from '../plan/check.ts'

function application(options: ApplicationOptions = {}): Application {
  return new Application({ router: new FindMyWayRouter(), ...options })
}

async function answer(app: Application, path: string, method = 'GET') {
  const response = await app.request(path, { method })
  return { status: response.status, allow: response.headers.get('allow'), body: await response.text() }
}

const pass: Middleware = (request, handler) => handler(request)

afterEach(() => {
  vi.restoreAllMocks()
})

test('1.3: an application registers routes by path and method, and decodes params once', async () => {
  const app = application()
  app.get('/users/{id}', (request) => json({ id: request.params.id }))
  expect((await answer(app, '/users/a%20b')).body).toBe('{"id":"a b"}')
  expect((await answer(app, '/users/%2561')).body).toBe('{"id":"%61"}')
})

test('2.1: a route that get(), post() or a similar method registers matches only the HTTP method of that name', async () => {
  const app = application()
  for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) app[method](`/${method}`, () => text(method))
  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    expect(await answer(app, `/${method}`, method.toUpperCase())).toEqual({ status: 200, allow: null, body: method })
    const other = method === 'post' ? 'PUT' : 'POST'
    expect(await answer(app, `/${method}`, other)).toMatchObject({ status: 405, allow: method.toUpperCase() })
  }
})

test('4.1: one path may have routes for several methods, and a 405 lists these methods in the order of registration', async () => {
  const app = application()
  app.post('/a', () => text('post'))
  app.get('/a', () => text('get'))
  expect(await answer(app, '/a', 'DELETE')).toEqual({ status: 405, allow: 'POST, GET', body: 'Method Not Allowed' })
  expect((await answer(app, '/a', 'POST')).body).toBe('post')
})

test('4.1: a route that is registered for any method takes every method that the router supports; a route with an empty list of methods takes the methods that the trait emptyList of the router lists', async () => {
  const app = application()
  app.any('/any', () => text('any'))
  app.route('/none', () => text('none'), [])
  for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS']) expect((await answer(app, '/any', method)).body).toBe('any')
  expect(await answer(app, '/none', 'POST')).toMatchObject({ status: 405, allow: 'HEAD, OPTIONS, GET' })
  expect(await answer(app, '/none', 'GET')).toMatchObject({ status: 200 })
})

test('HEAD runs the GET route and is answered without a body, and middleware after routing reads that route', async () => {
  const app = application()
  const seen: unknown[] = []
  app.pipeRoutingMiddleware()
  app.pipe((request, handler) => {
    const result = request.attribute(ROUTE_RESULT)
    seen.push(request.method, result?.matched && result.route.name)
    return handler(request)
  })
  app.pipeDispatchMiddleware()
  app.get('/', () => text('hello'), 'home')
  expect(await answer(app, '/', 'HEAD')).toEqual({ status: 200, allow: null, body: '' })
  expect(seen).toEqual(['HEAD', 'home'])
})

test('OPTIONS gets 200 with Allow for a known path, and 404 for an unknown one', async () => {
  const app = application()
  app.get('/a', () => text('a'))
  app.post('/a', () => text('a'))
  expect(await answer(app, '/a', 'OPTIONS')).toEqual({ status: 200, allow: 'GET, POST', body: '' })
  expect(await answer(app, '/b', 'OPTIONS')).toMatchObject({ status: 404 })
})

test('an application adds the routing and dispatch steps after all piped middleware if they were not piped', async () => {
  const app = application()
  app.pipe('/admin', () => text('guarded', { status: 401 }))
  app.get('/admin/me', () => text('me'))
  app.get('/open', () => text('open'))
  expect((await answer(app, '/admin/me')).status).toBe(401)
  expect((await answer(app, '/open')).body).toBe('open')
})

test('2.5: in a piped array, the constants ROUTING_MIDDLEWARE and DISPATCH_MIDDLEWARE are replaced by the steps', async () => {
  const app = application()
  const between: Middleware = (request, handler) =>
    request.attribute(ROUTE_RESULT)?.matched ? handler(request) : text('no route', { status: 404 })
  app.pipe([Application.ROUTING_MIDDLEWARE, between, Application.DISPATCH_MIDDLEWARE])
  app.get('/a', () => text('a'))
  expect((await answer(app, '/a')).body).toBe('a')
  expect((await answer(app, '/b')).body).toBe('no route')
})

test.each<[string, (app: Application) => void, string]>([
  ['routing alone', (app) => app.pipeRoutingMiddleware(), 'Routing (pipe 1) is piped without dispatch'],
  ['dispatch alone', (app) => app.pipe(pass).pipeDispatchMiddleware(), 'Dispatch (pipe 2) is piped without routing'],
  [
    'dispatch before routing',
    (app) => app.pipeDispatchMiddleware().pipeRoutingMiddleware(),
    'Dispatch (pipe 1) comes before routing',
  ],
  [
    'routing again without dispatch',
    (app) => app.pipeRoutingMiddleware().pipeDispatchMiddleware().pipe([Application.ROUTING_MIDDLEWARE]),
    'Routing (pipe 3, item 1) is piped without dispatch',
  ],
])('2.5: %s is an error that names the place of the step in the pipeline', async (_, pipe, message) => {
  const app = application()
  app.get('/', () => text('x'))
  pipe(app)
  await expect(app.request('/')).rejects.toThrow(expect.objectContaining({ code: 'APP_STEP' }))
  await expect(app.request('/')).rejects.toThrow(message)
  await expect(app.run()).rejects.toThrow(message)
})

test('2.5: routing and dispatch may be piped several times, and a request without a route passes all of them', async () => {
  const app = application()
  const seen: string[] = []
  const between =
    (name: string): Middleware =>
    (request, handler) => {
      seen.push(`${name} ${request.attribute(ROUTE_RESULT)?.matched}`)
      return handler(request)
    }
  app.pipe([Application.ROUTING_MIDDLEWARE, between('first'), Application.DISPATCH_MIDDLEWARE])
  app.pipeRoutingMiddleware().pipeRoutingMiddleware().pipe(between('second')).pipeDispatchMiddleware()
  app.get('/a', () => text('a'))
  expect((await answer(app, '/a')).body).toBe('a')
  expect((await answer(app, '/b')).status).toBe(404)
  expect((await app.request('/a', { method: 'PUT' })).status).toBe(405)
  expect(seen).toEqual(['first true', 'first false', 'second false', 'first false'])
})

test('a routing step in a Pipeline that is not part of an application is an error that says so', async () => {
  const pipeline = new Pipeline().pipe(Application.ROUTING_MIDDLEWARE)
  const app = new Application().pipe((request, handler) => pipeline.process(request, handler))
  const errors: unknown[] = []
  const reporting = new Application({ onError: (error) => errors.push(error) }).pipe(app)
  expect((await reporting.request('/')).status).toBe(500)
  expect(String(errors[0])).toContain('pipe 1: "@app/core/routing" needs an application')
})

test('middleware that is piped with a prefix after dispatch causes a warning', () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const app = application().pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(() => text('fallback'))
  expect(warning).not.toHaveBeenCalled()
  app.pipe('/admin', pass)
  expect(warning.mock.calls[0]?.[0]).toContain("pipe('/admin', ...) follows the dispatch step")
})

test('2.1: a route made by hand is registered unchanged, and options that are set after its registration take effect', async () => {
  const app = application()
  const route = new Route('/g/{id}', (request) => text(request.params.id), ['GET'])
  expect(app.route(route)).toBe(route)
  route.setOptions({ tokens: { id: '\\d+' } })
  expect((await answer(app, '/g/abc')).status).toBe(404)
  expect((await answer(app, '/g/7')).body).toBe('7')
})

test.each<[string, (app: Application) => void, string]>([
  ['its path', (app) => app.get('/u', pass), 'Route GET /u answers requests that GET /u answers already'],
  ['a path with another name of the placeholder', (app) => app.get('/x/{b}', pass), 'GET /x/{a} (x) answers already'],
  [
    'a path with other names of several placeholders',
    (app) => app.get('/{c}-{d}', pass),
    'GET /{a}-{b} (ab) answers already',
  ],
  ['one of its methods', (app) => app.route('/u', pass, ['POST', 'GET'], 'u2'), 'POST|GET /u (u2)'],
  ['taking any method', (app) => app.any('/u', pass), 'any method /u answers'],
  ['its path without the optional part', (app) => app.get('/u[/{page}]', pass), 'answers requests that GET /u answers'],
  ['its name', (app) => app.get('/y', pass, 'x'), 'Route GET /y (x) has the name "x" that GET /x/{a} (x) has already'],
])('a route that duplicates an earlier one by %s is refused at registration, and not added', (_, register, message) => {
  const app = application()
  app.get('/u', pass)
  app.get('/x/{a}', pass, 'x')
  app.get('/{a}-{b}', pass, 'ab')
  expect(() => register(app)).toThrow(expect.objectContaining({ code: 'APP_ROUTE_DUPLICATE' }))
  expect(() => register(app)).toThrow(message)
  expect(app.routes).toHaveLength(3)
})

test('routes with one path are not duplicates if they differ by method or by the token, the pattern of a placeholder', () => {
  const app = application()
  app.get('/u/{a}', pass)
  app.post('/u/{b}', pass)
  app.get('/u/{id:\\d+}', pass)
  app.get('/f/{rest...}', pass)
  app.get('/f/{rest...:[a-z/]+}', pass)
  expect(app.routes).toHaveLength(5)
})

test('2.2: a value that is not middleware is an error at registration that names the route', () => {
  expect(() => application().get('/x', 42 as never)).toThrow('GET /x: a number is not middleware')
  expect(() => application().route('/x', undefined as never)).toThrow(
    expect.objectContaining({ code: 'APP_MIDDLEWARE' }),
  )
})

test('2.2, 7.1: a service is fetched at its first use, once, and the error about a missing service suggests similar names', async () => {
  let made = 0
  const container = new Map<string, unknown>()
  const lazy = {
    has: (name: string) => container.has(name),
    get: (name: string) => {
      made++
      return container.get(name)
    },
    keys: () => container.keys(),
  }
  container.set('acme/report', () => text('report'))
  const errors: unknown[] = []
  const app = application({ container: lazy as never, onError: (error) => errors.push(error) })
  app.get('/ok', 'acme/report')
  app.get('/bad', 'acme/reprot')
  expect(made).toBe(0)
  for (let i = 0; i < 3; i++) expect((await answer(app, '/ok')).body).toBe('report')
  expect(made).toBe(1)
  expect((await answer(app, '/bad')).status).toBe(500)
  expect(String(errors[0])).toContain(
    'GET /bad: the container has no service "acme/reprot". Did you mean "acme/report"?',
  )
})

test('7.1: a service that is not middleware causes an error that names it, at its first use', async () => {
  const errors: unknown[] = []
  const app = application({ container: new Map([['acme/db', {}]]) as never, onError: (error) => errors.push(error) })
  app.get('/', 'acme/db')
  expect((await answer(app, '/')).status).toBe(500)
  expect(errors[0]).toMatchObject({ code: 'APP_MIDDLEWARE' })
  expect(String(errors[0])).toContain('GET /: the service "acme/db" is a map, which is not invokable')
})

test('a service may be a promise, which all requests share; if the promise rejects, the next request fetches the service again', async () => {
  let attempts = 0
  const container = {
    has: () => true,
    get: async () => {
      attempts++
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (attempts === 1) throw new Error('not yet')
      return () => text('ready')
    },
  }
  const app = application({ container, onError: () => undefined })
  app.get('/', 'slow')
  const first = await Promise.all(Array.from({ length: 50 }, () => answer(app, '/')))
  expect(first.every(({ status }) => status === 500)).toBe(true)
  expect(attempts).toBe(1)
  expect((await answer(app, '/')).body).toBe('ready')
})

test('2.2: a class is constructed once, at its first use; the container constructs it if the class is a service', async () => {
  let made = 0
  class Handler {
    constructor() {
      made++
    }
    handle() {
      return text('class')
    }
  }
  const own = application()
  own.get('/', Handler)
  expect(made).toBe(0)
  expect((await answer(own, '/')).body).toBe('class')
  await answer(own, '/')
  expect(made).toBe(1)
  const known = application({ container: new Map<unknown, unknown>([[Handler, () => text('container')]]) as never })
  known.get('/', Handler)
  expect((await answer(known, '/')).body).toBe('container')
})

test('a class that needs arguments and is not a service is an error that names the class', async () => {
  class NeedsDb {
    static inject = ['db'] as const
    readonly db: object
    constructor(db: object) {
      this.db = db
    }
    handle() {
      return text('x')
    }
  }
  const errors: unknown[] = []
  const app = application({ onError: (error) => errors.push(error) })
  app.get('/', NeedsDb)
  expect((await answer(app, '/')).status).toBe(500)
  expect(String(errors[0])).toContain('the class NeedsDb takes arguments')
})

test('check() resolves all middleware ahead of time, and throws one error that lists all problems', async () => {
  const app = application({ container: new Map([['bad', 42]]) as never })
  app.pipe('/p', 'missing')
  app.get('/a', ['bad', () => text('x')])
  app.get('/b', () => text('fine'))
  const error = await app.check().then(
    () => undefined,
    (failure: CheckError) => failure,
  )
  expect(error).toBeInstanceOf(CheckError)
  expect(error?.errors).toHaveLength(2)
  expect(error?.message).toContain('2 problems found:\n- pipe 1 at "/p": the container has no service "missing"')
  expect(error?.message).toContain('- GET /a, item 1: the service "bad" is a number')
  await expect(application().check()).resolves.toBeUndefined()
})

test('url() makes URLs by route and by name', () => {
  const app = application()
  const show = app.get('/users/{id}', pass, 'user.show')
  expect(app.url('user.show', { id: '7' })).toBe('/users/7')
  expect(app.url(show, { id: 7 })).toBe('/users/7')
  expect(app.url(show, { id: 'ü' }, { basePath: '/api', query: { q: 'a b' }, fragment: 'x' })).toBe(
    '/api/users/%C3%BC?q=a+b#x',
  )
  expect(() => app.url('user.shwo')).toThrow(expect.objectContaining({ code: 'APP_ROUTE_UNKNOWN' }))
  expect(() => app.url('user.shwo')).toThrow('Did you mean "user.show"?')
})

test('4.2: getContainer() returns the container of the application, and throws if there is none', () => {
  const container = new Map() as never
  expect(application({ container }).getContainer()).toBe(container)
  expect(() => application().getContainer()).toThrow(expect.objectContaining({ code: 'APP_CONTAINER_MISSING' }))
})

test('4.4: an application that is piped under a prefix sees paths without the prefix, and passes unanswered requests to the outer application', async () => {
  const api = application()
  api.get('/', (request) => text(`root of ${request.basePath}`))
  api.get('/users/{id}', (request) => text(`${request.basePath}|${request.path}|${request.params.id}`))
  const site = application()
  site.pipe('/api', api)
  site.pipe((request) => text(`outer ${request.path}`, { status: 404 }))
  expect((await answer(site, '/api')).body).toBe('root of /api')
  expect((await answer(site, '/api/users/7')).body).toBe('/api|/users/7|7')
  expect((await answer(site, '/api/nope')).body).toBe('outer /api/nope')
  expect(await answer(site, '/api/users/7', 'POST')).toMatchObject({ status: 405, allow: 'GET' })
})

test('4.4: an inner application uses its own container, and a nested pipeline uses the container of the application around it', async () => {
  const inner = application({ container: new Map([['who', () => text('inner')]]) as never })
  inner.get('/who', 'who')
  const outer = application({ container: new Map([['who', () => text('outer')]]) as never })
  outer.pipe('/app', inner).pipe('/bare', new Pipeline().pipe('who'))
  expect((await answer(outer, '/app/who')).body).toBe('inner')
  expect((await answer(outer, '/bare')).body).toBe('outer')
})

test('matchedRoute() gives outer middleware, such as a log, the route that has answered', async () => {
  const api = application()
  api.get('/users/{id}', () => text('x'))
  const seen: unknown[] = []
  const site = application().pipe(async (request, handler) => {
    const response = await handler(request)
    seen.push(matchedRoute(request)?.path)
    return response
  })
  site.pipe('/api', api)
  await answer(site, '/api/users/7')
  await answer(site, '/nope')
  expect(seen).toEqual(['/users/{id}', undefined])
})

test.each([
  ['/%zz', 400],
  ['/a%2Fb', 400],
  ['/a\\b', 400],
  ['/a%00', 400],
  ['/%ff', 400],
  ['/x#y', 400],
  ['/%61', 200],
  ['/b/../a', 200],
  ['/b/%2e%2e/a', 200],
  ['http://host/a', 200],
])('the request target %s is routed by its canonical path, or answered with 400', async (target, status) => {
  const app = application()
  app.get('/a', () => text('a'))
  expect((await answer(app, target)).status).toBe(status)
})

test('app.fetch is bound, so that a platform can call it without its object, and answers a Request', async () => {
  const app = application()
  app.get('/a', (request) => text(`${request.url} ${request.query.get('q')}`))
  const { fetch } = app
  const response = await fetch(new Request('http://host.test/a?q=1#frag'))
  expect(await response.text()).toBe('http://host.test/a?q=1#frag 1')
})

test('the type of the params of a route follows from its path', () => {
  const app = application()
  app.get('/a/{year:\\d{4}}[/{slug}]', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly year: string; readonly slug?: string }>()
    return text('x')
  })
  // @ts-expect-error a param that the path does not have
  app.get('/users/{id}', (request) => json({ id: request.params.nope }))
})

test('if a subclass overrides get(), the compiler still infers the params of a route from its path', async () => {
  const seen: string[] = []
  class Listed extends Application {
    override get<const P extends string>(
      path: PathLike<P>,
      middleware: OneMiddleware<ParamsOf<P>> | readonly PartLike<ParamsOf<P>>[],
      name: string | null = null,
    ): Route<P> {
      seen.push(path)
      return super.get(path, middleware, name)
    }
  }
  const app = new Listed({ router: new FindMyWayRouter() })
  app.get('/{id}', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly id: string }>()
    return text(request.params.id)
  })
  expect(await (await app.request('/7')).text()).toBe('7')
  expect(seen).toEqual(['/{id}'])
})

test('2.1: app.route() refuses a value that is neither a path nor a route, and the error says that a path is a string', () => {
  const app = new Application()
  for (const route of [42, null]) {
    expect(() => app.route(route as unknown as string, () => text('x'))).toThrow('a path is a string')
  }
})

test('request() treats an absolute URL without a valid host like a path on http://localhost, or answers 400', async () => {
  const app = new Application().pipe((request) => text(request.url))
  for (const target of ['http://h%2Fad/x', 'http://h%00/x', 'http://[::1/x', 'file:///x']) {
    const response = await app.request(target)
    expect([200, 400]).toContain(response.status)
    if (response.status === 200) expect(await response.text()).toBe('http://localhost/x')
  }
})

test('request() keeps the scheme and the host of an absolute URL, and puts a path on http://localhost', async () => {
  const app = new Application().pipe((request) => text(request.url))
  const urlFor = async (pathOrUrl: string) => (await app.request(pathOrUrl)).text()

  expect(await urlFor('/users?page=2')).toBe('http://localhost/users?page=2')
  expect(await urlFor('https://api.example.org:8443/%7Eusers?page=2')).toBe(
    'https://api.example.org:8443/~users?page=2',
  )
  expect(await urlFor('http://api.example.org')).toBe('http://api.example.org/')
  expect(await urlFor('HTTP://user:secret@bücher.example/')).toBe('http://xn--bcher-kva.example/')
  expect(await urlFor('http://[::1]:8080?page=2')).toBe('http://[::1]:8080/?page=2')
  expect(await urlFor('http://a:99999/')).toBe('http://localhost/')
  expect((await app.request('ftp://example.org/')).status).toBe(400)
})

test.each([
  ['users', '"users" is not a path. Write a path that begins with a slash'],
  ['', '"" is not a path.'],
  ['?page=2', '"?page=2" is not a path.'],
  ['localhost:8080/users', '"localhost:8080/users" is not a path.'],
  [undefined, 'undefined is not a path.'],
  [new URL('http://localhost/'), 'an instance of URL is not a path. Write url.href.'],
])('request(%s) rejects with an error that says what to write', async (pathOrUrl, message) => {
  const rejection = expect(new Application().request(pathOrUrl as string)).rejects
  await rejection.toThrow(TypeError)
  await rejection.toThrow(`app.request(): ${message}`)
})

test.each([
  [{ json: {} }, 'unknown option "json". Write body: JSON.stringify(value), headers: {'],
  [{ query: {} }, `unknown option "query". Write the query as a part of the path: '/users?page=2'.`],
  [{ methd: 'POST' }, 'unknown option "methd". Did you mean "method"?'],
  [{ method: 'POST', body: {} }, '"body" must be what fetch() takes, such as a string, got a map. Write body: JSON.'],
  [{ method: 'POST', body: [1] }, '"body" must be what fetch() takes, such as a string, got a list.'],
])('request() refuses the options %o, which fetch() would ignore or misread', async (init, message) => {
  await expect(new Application().request('/', init as RequestInit)).rejects.toThrow(`app.request(): ${message}`)
})

test('request() takes all that fetch() takes: maps of options with a body of any kind, and a Request', async () => {
  const app = new Application().pipe(async (request) => text(`${request.method} ${await request.text()}`))
  const bodies = [
    'a=b',
    new URLSearchParams('a=b'),
    new Blob(['a=b']),
    new TextEncoder().encode('a=b'),
    new Response('a=b').body,
  ]
  for (const body of bodies) {
    const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit
    expect(await (await app.request('/', init)).text()).toBe('POST a=b')
  }
  const request = new Request('http://localhost/', { method: 'POST', body: 'a=b' })
  expect(await (await app.request('/', request)).text()).toBe('POST a=b')
})

describe('tokens, the patterns of placeholders, that are set after the registration of a route', () => {
  const digits = { tokens: { id: '[0-9]+' } }
  const letters = { tokens: { id: '[a-z]+' } }

  test('tokens that are set after the registration let two routes with one path answer different requests', async () => {
    const app = new Application({ router: new FindMyWayRouter() })
    app.get('/u/{id}', () => text('digits'), 'digits').setOptions(digits)
    app.get('/u/{id}', () => text('letters'), 'letters').setOptions(letters)
    expect([await (await app.request('/u/7')).text(), await (await app.request('/u/a')).text()]).toEqual([
      'digits',
      'letters',
    ])
  })

  test('tokens that are set after the registration and make two routes equal are refused by check() and at the first request', async () => {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.get('/u/{id}', () => text('one'), 'one').setOptions(digits)
    app.get('/u/{id}', () => text('two'), 'two').setOptions(digits)
    await expect(app.check()).rejects.toThrow(
      'GET /u/{id} (two) answers requests that GET /u/{id} (one) answers already',
    )
    await expect(app.request('/u/7')).rejects.toThrow('GET /u/{id} (two)')
  })
})

test.each<[string, (options: object) => unknown, string, string]>([
  ['new Application()', (options) => new Application(options), 'rooter', 'router'],
  ['new ErrorHandler()', (options) => new ErrorHandler(options), 'response', 'respond'],
  ['createServer()', (options) => createServer(() => text(''), options), 'bodylimit', 'bodyLimit'],
  ['toNodeHandler()', (options) => toNodeHandler(() => text(''), options), 'anyspelling', 'anySpelling'],
  ['run()', (options) => new Application().run(options), 'prot', 'port'],
])('%s refuses an unknown option with an error that names it', async (owner, make, wrong, right) => {
  const attempt = async () => make({ [wrong]: 10 })
  await expect(attempt()).rejects.toThrow(`${owner}: unknown option "${wrong}". Did you mean "${right}"?`)
})
