import { Application, HttpError, type Middleware, Pipeline, refuse, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { CORS, type CorsOptions, cors } from './index.ts'

const THEIRS = 'https://www.theirs.example'
const OTHER = 'https://other.example'

function application(options?: CorsOptions): Application {
  return withRoutes(new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(cors(options)))
}

function withRoutes(app: Application): Application {
  app.get('/notes/{id}', () => text('a note', { headers: { 'x-total': '7' } }))
  app.put('/notes/{id}', () => text('written'))
  app.get('/secret', () => text('secret')).set(CORS, false)
  app.get('/public', () => text('public')).set(CORS, { origins: '*' })
  app.get('/fails', () => {
    throw new HttpError(409)
  })
  return app
}

interface Asked {
  readonly origin?: string
  readonly method?: string
  readonly headers?: string
}

async function preflight(app: Application, path: string, asked: Asked = {}): Promise<[number, Record<string, string>]> {
  const { origin = THEIRS, method = 'PUT', headers } = asked
  const response = await app.request(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers !== undefined && { 'access-control-request-headers': headers }),
    },
  })
  return [response.status, shown(response)]
}

/** Returns the headers of CORS and `Vary` in a response, by their names without the prefix `access-control-`. */
function shown({ headers }: Response): Record<string, string> {
  const own = [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'))
  return Object.fromEntries(own.map(([name, value]) => [name.replace('access-control-', ''), value]))
}

async function ask(app: Application, path: string, origin?: string): Promise<[number, Record<string, string>]> {
  const response = await app.request(path, { headers: origin === undefined ? {} : { origin } })
  return [response.status, shown(response)]
}

/**
 * Cases from the tests of `hono/cors` and `@fastify/cors`. `cors()` differs from both on purpose:
 *
 * - Without options both allow every origin. Here no origin is allowed by default.
 * - Both list methods from an option. Here a granted preflight names the requested method alone.
 * - Both allow all requested headers by default. Here two headers are allowed by default, and `'*'` allows all.
 * - Hono sends `*` with credentials, which browsers refuse. Here that is an error at start.
 * - Hono sets headers also without `Origin`, and fastify answers 400 to OPTIONS without it. Here an OPTIONS request
 *   without `Origin` is not a preflight, and the application answers it.
 * - Both accept functions that return promises, and fastify accepts regular expressions. Here a function is
 *   synchronous, since it is called when the response is sent; and a regular expression without `$` would allow
 *   `site.example.evil.example`.
 * - Hono calls the function for origins also with `null`, and with a list of origins as one string. Here the function
 *   gets only single origins that are not opaque.
 * - Fastify has options for the status of preflights, the log level, the hook and hidden routes. Here the status is
 *   204, and the place in the pipeline replaces the hook.
 * - Fastify sets no CORS headers if the option `origin` is `false`. Here the metadata `false` of a route does that.
 */
const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
const GRANTED = {
  'allow-origin': THEIRS,
  'allow-methods': 'PUT',
  'allow-headers': 'content-type, authorization',
  'max-age': '600',
  vary: PREFLIGHT_VARY,
}

test('a preflight of an allowed origin is granted if there is a route, and nothing after cors() runs', async () => {
  const guard: Middleware = () => {
    throw new HttpError(401)
  }
  const app = withRoutes(
    new Application({ router: new FindMyWayRouter() }).pipe(cors({ origins: [THEIRS] })).pipe(guard),
  )
  expect(await preflight(app, '/notes/7')).toEqual([204, GRANTED])
})

test('cors() allows no origin by default', async () => {
  const app = application()
  expect(await preflight(app, '/notes/7')).toEqual([200, { vary: PREFLIGHT_VARY }])
  expect(await ask(app, '/notes/7', THEIRS)).toEqual([200, { vary: 'Origin' }])
})

test.each([
  ['a path with a route', '/notes/7', 'PUT'],
  ['a path without a route', '/nothing', 'PUT'],
  ['a method that no route of the path has', '/notes/7', 'DELETE'],
  ['a method in another case', '/notes/7', 'put'],
  ['a route that nobody may see', '/hidden', 'PUT'],
])(
  'a preflight for %s is answered by the options, and does not tell which routes exist',
  async (_what, path, method) => {
    const app = new Application({ router: new FindMyWayRouter() }).pipe(cors({ origins: [THEIRS] }))
    withRoutes(app.pipe((request, handler) => (request.path === '/hidden' ? refuse(request, 404) : handler(request))))
    app.put('/hidden', () => text('hidden'))
    expect(await preflight(app, path, { method })).toEqual([204, { ...GRANTED, 'allow-methods': method }])
    const [status, headers] = await preflight(app, path, { method, origin: OTHER })
    expect(status).not.toBe(204)
    expect(headers).toEqual({ vary: PREFLIGHT_VARY })
  },
)

test.each<[string, Middleware]>([
  ['refuses it', (request) => refuse(request, 401)],
  ['throws a 429', () => fail(new HttpError(429))],
])(
  'a preflight without a route is granted also if something after cors() %s, but an error of 500 is answered',
  async (_how, guard) => {
    const app = new Application({ onError: () => undefined }).pipe(cors({ origins: [THEIRS] }))
    app.pipe('/broken', () => fail(new Error('broken'))).pipe(guard)
    expect(await preflight(app, '/nothing')).toEqual([204, GRANTED])
    expect((await preflight(app, '/broken'))[0]).toBe(500)
  },
)

function fail(error: Error): never {
  throw error
}

test('a preflight for HEAD is granted if a route has the method GET', async () => {
  const [status, headers] = await preflight(application({ origins: [THEIRS] }), '/notes/7', { method: 'HEAD' })
  expect([status, headers['allow-methods']]).toEqual([204, 'HEAD'])
})

test.each<[string, (app: Application) => unknown, string]>([
  ['under a prefix', (app) => app.pipe('/api', withRoutes(nested())), '/api/notes/7'],
  ['in a pipeline', (app) => app.pipe('/api', new Pipeline().pipe('/v1', withRoutes(nested()))), '/api/v1/notes/7'],
  [
    'in an application that middleware calls',
    (app) => app.pipe((request, handler) => withRoutes(nested()).process(request, handler)),
    '/notes/7',
  ],
])(
  'a preflight for a route %s is answered by the options, or by the metadata of the route',
  async (_where, add, path) => {
    const app = new Application({ onError: () => undefined }).pipe(cors({ origins: [THEIRS] }))
    add(app)
    expect(await preflight(app, path)).toEqual([204, GRANTED])
    const [closed, open] = [path.replace('notes/7', 'secret'), path.replace('notes/7', 'public')]
    expect(await preflight(app, closed, { method: 'GET' })).toEqual([200, { vary: PREFLIGHT_VARY }])
    expect((await preflight(app, open, { method: 'GET', origin: OTHER }))[1]['allow-origin']).toBe('*')
  },
)

function nested(): Application {
  return new Application({ router: new FindMyWayRouter() })
}

test('cors() inside of a nested application grants preflights for the routes of that application', async () => {
  const inside = nested().pipe(cors({ origins: [THEIRS] }))
  expect(await preflight(new Application().pipe('/api', withRoutes(inside)), '/api/notes/7')).toEqual([204, GRANTED])
})

test('the metadata CORS of a route overrides the options of cors()', async () => {
  const app = application({ origins: [THEIRS], credentials: false })
  expect(await preflight(app, '/secret', { method: 'GET' })).toEqual([200, { vary: PREFLIGHT_VARY }])
  expect(await ask(app, '/secret', THEIRS)).toEqual([200, {}])
  expect(await ask(app, '/public', OTHER)).toEqual([200, { 'allow-origin': '*' }])
  expect((await preflight(app, '/public', { method: 'GET', origin: OTHER }))[1]['allow-origin']).toBe('*')
})

test('scripts of an allowed origin can read responses, also errors and 404s', async () => {
  const app = application({ origins: [THEIRS], expose: ['X-Total'] })
  const headers = { 'allow-origin': THEIRS, 'expose-headers': 'X-Total', vary: 'Origin' }
  expect(await ask(app, '/notes/7', THEIRS)).toEqual([200, headers])
  expect(await ask(app, '/fails', THEIRS)).toEqual([409, headers])
  expect(await ask(app, '/nothing', THEIRS)).toEqual([404, headers])
  expect(await ask(app, '/notes/7', OTHER)).toEqual([200, { vary: 'Origin' }])
  expect(await ask(app, '/notes/7')).toEqual([200, { vary: 'Origin' }])
})

test('with origins "*" a response is the same for every origin, and has no Vary', async () => {
  const app = application({ origins: '*' })
  expect(await ask(app, '/notes/7', OTHER)).toEqual([200, { 'allow-origin': '*' }])
  expect(await ask(app, '/notes/7')).toEqual([200, { 'allow-origin': '*' }])
})

test('with credentials: true, the responses to a preflight and to the request itself allow credentials', async () => {
  const app = application({ origins: [THEIRS], credentials: true })
  expect(await preflight(app, '/notes/7')).toEqual([204, { ...GRANTED, 'allow-credentials': 'true' }])
  expect((await ask(app, '/notes/7', THEIRS))[1]).toEqual({
    'allow-origin': THEIRS,
    'allow-credentials': 'true',
    vary: 'Origin',
  })
})

test('credentials with origins "*" are refused in options, in metadata, and in the combination of both', async () => {
  const message = 'credentials need the origins by name'
  expect(() => cors({ origins: '*', credentials: true })).toThrow(`cors(): ${message}`)
  expect(() =>
    nested()
      .any('/a', () => text('x'))
      .set(CORS, { origins: '*', credentials: true }),
  ).toThrow(message)
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  withRoutes(app.pipe(cors({ origins: [THEIRS], credentials: true })))
  expect(await ask(app, '/public', OTHER)).toEqual([500, {}])
  expect(String(errors[0])).toContain(`cors() with the metadata of GET /public: ${message}`)
})

test('a function as the option origins decides about each origin, and is not called for opaque origins or for lists', async () => {
  const asked: string[] = []
  const origins = (origin: string) => asked.push(origin) > 0
  const app = application({ origins, credentials: true })
  for (const origin of ['null', '', `${THEIRS}, ${OTHER}`, `${THEIRS} ${OTHER}`, `${THEIRS}/`, 'x']) {
    expect((await ask(app, '/notes/7', origin))[1], origin).toEqual({ vary: 'Origin' })
  }
  expect((await ask(app, '/notes/7', THEIRS))[1]['allow-origin']).toBe(THEIRS)
  expect(asked).toEqual([THEIRS])
  const careless = application({ origins: (() => Promise.resolve(false)) as never })
  expect((await ask(careless, '/notes/7', THEIRS))[1]).toEqual({ vary: 'Origin' })
})

test('the response to a preflight allows the request headers that the option "headers" names, and with "*" every requested header with a valid name', async () => {
  const headers = 'x-mine, Content-Type, bad name, *'
  const named = application({ origins: [THEIRS], headers: ['X-Mine'] })
  expect((await preflight(named, '/notes/7', { headers }))[1]['allow-headers']).toBe('x-mine')
  const any = application({ origins: [THEIRS], headers: '*' })
  expect((await preflight(any, '/notes/7', { headers }))[1]['allow-headers']).toBe('x-mine, content-type, *')
  expect((await preflight(any, '/notes/7'))[1]['allow-headers']).toBeUndefined()
})

test('an OPTIONS request without Origin or without Access-Control-Request-Method is not a preflight', async () => {
  const app = application({ origins: [THEIRS] })
  const without = await app.request('/notes/7', { method: 'OPTIONS', headers: { origin: THEIRS } })
  expect([without.status, without.headers.get('allow'), shown(without)]).toEqual([
    200,
    'GET, PUT',
    { 'allow-origin': THEIRS, vary: 'Origin' },
  ])
  const noOrigin = { 'access-control-request-method': 'PUT' }
  expect((await app.request('/notes/7', { method: 'OPTIONS', headers: noOrigin })).status).toBe(200)
})

test('a response keeps the CORS headers and the Vary that the handler has set', async () => {
  const app = new Application().pipe(cors({ origins: [THEIRS] }))
  app.pipe('/own', () => text('x', { headers: { 'access-control-allow-origin': OTHER } }))
  app.pipe(() => text('x', { headers: { vary: 'accept, origin' } }))
  expect((await ask(app, '/own', THEIRS))[1]['allow-origin']).toBe(OTHER)
  expect((await ask(app, '/', THEIRS))[1].vary).toBe('accept, origin')
})

test('the inner of two cors() decides about responses, and about preflights that the outer one does not grant', async () => {
  const app = application({ origins: [THEIRS], credentials: true })
  app.pipe('/open', withRoutes(nested().pipe(cors({ origins: '*' }))))
  expect(await ask(app, '/open/notes/7', THEIRS)).toEqual([200, { 'allow-origin': '*' }])
  const [status, headers] = await preflight(app, '/open/notes/7', { origin: OTHER })
  expect([status, headers['allow-origin'], headers['allow-credentials']]).toEqual([204, '*', undefined])
})

test.each([
  [{ origins: 'https://site.example' }, 'cors(): "origins" must be "*", or a function, such as (origin) => /^https'],
  [{ origins: ['https://site.example/'] }, 'or a list of origins such as "https://www.example.org", without a path'],
  [{ origins: ['null'] }, 'cors(): "origins" must be'],
  [{ origins: ['*'] }, 'cors(): "origins" must be'],
  [{ origin: '*' }, 'cors(): unknown option "origin". Did you mean "origins"?'],
  [{ headers: ['*'] }, 'cors(): "headers" must be "*", or a list of header names'],
  [{ expose: ['a b'] }, 'cors(): "expose" must be a list of header names'],
  [{ expose: '*' }, 'cors(): "expose" must be a list of header names'],
  [{ maxAge: -1 }, 'cors(): "maxAge" must be an integer from 0'],
])('cors() refuses the options %o', (options, message) => {
  expect(() => cors(options as CorsOptions)).toThrow(message)
})

test.each([
  'https://*.site.example',
  'https://*',
  'https://*.*',
  'https://site.*',
  'https://w*.site.example',
  'https://.site.example',
  'https://site..example',
  'https://{www,app}.site.example',
  'https://site.example:*',
  '*://site.example',
  'https://site.example:443',
  'https://SITE.example',
  'site.example',
])('cors() refuses the origin %s, which no browser sends, in options and in metadata', (origin) => {
  const wants = `without a path, a slash at the end or a "*", got a list with "${origin}".`
  expect(() => cors({ origins: [THEIRS, origin] })).toThrow(wants)
  expect(() =>
    nested()
      .get('/a', () => text('x'))
      .set(CORS, { origins: [origin] }),
  ).toThrow(wants)
})

test.each([
  'http://localhost:5173',
  'https://[::1]:8080',
  'https://127.0.0.1',
  'https://a_b.example',
  'https://site.example.',
])('cors() accepts the origin %s as an option', async (origin) => {
  const app = new Application().pipe(cors({ origins: [origin] })).pipe(() => text('x'))
  expect((await ask(app, '/', origin))[1]['allow-origin']).toBe(origin)
})

test('the error for invalid metadata names the route', () => {
  expect(() =>
    nested()
      .get('/a', () => text('x'))
      .set(CORS, { origin: '*' } as CorsOptions),
  ).toThrow(
    'Route GET /a: the metadata "@app/cors" cannot be this: cors: unknown option "origin". Did you mean "origins"?',
  )
})
