import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, expect, test, vi } from 'vitest'
import {
  Application,
  attributeKey,
  type Middleware,
  Pipeline,
  type RequestHandler,
  Route,
  type RouterInterface,
  type ServerRequest,
  text,
} from '../index.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const pass: Middleware = (request, handler) => handler(request)

/** An application with a route, whose router counts how often it compiles the routes. */
function counted(): { readonly app: Application; readonly compile: ReturnType<typeof vi.fn> } {
  const router = new FindMyWayRouter()
  const compile = vi.fn((...args: Parameters<RouterInterface['compile']>) => router.compile(...args))
  const app = new Application({ router: { traits: router.traits, compile } }).pipe(pass)
  app.get('/hello', () => text('hello'))
  return { app, compile }
}

/** All ways in which a request gets into an application. Each calls `app` in another way, with a new handler each time. */
const WAYS: Readonly<Record<string, (app: Application) => (path: string) => Promise<Response>>> = {
  'app.request()': (app) => (path) => app.request(path),
  'app.fetch()': (app) => async (path) => app.fetch(new Request(`http://localhost${path}`)),
  'app.handle()': (app) => {
    const outer = new Application().pipe(async (request) => (await app.handle(request)).clone())
    return (path) => outer.request(path)
  },
  'process() with a new handler for each request': (app) => {
    const outer = new Application().pipe((request, handler) => app.process(request, (rest) => handler(rest)))
    return (path) => outer.request(path)
  },
  'process() of a pipeline around it': (app) => {
    const pipeline = new Pipeline().pipe(app)
    const outer = new Application().pipe((request, handler) => pipeline.process(request, (rest) => handler(rest)))
    return (path) => outer.request(path)
  },
  'a nested application': (app) => {
    const outer = new Application().pipe('/', app)
    return (path) => outer.request(path)
  },
  'middleware of another copy of the core': (app) => {
    const foreign = { process: (request: ServerRequest, handler: RequestHandler) => app.process(request, handler) }
    const outer = new Application().pipe(foreign)
    return (path) => outer.request(path)
  },
}

test.each(
  ['development', 'test', 'production'].flatMap((mode) => Object.keys(WAYS).map((way) => [mode, way] as const)),
)('with NODE_ENV=%s, an application is compiled once for many requests through %s', async (mode, way) => {
  vi.stubEnv('NODE_ENV', mode)
  const { app, compile } = counted()
  const ask = WAYS[way]?.(app) as (path: string) => Promise<Response>
  for (let i = 0; i < 5; i++) {
    expect(await (await ask('/hello')).text()).toBe('hello')
    expect((await ask('/nowhere')).status).toBe(404)
  }
  expect(compile).toHaveBeenCalledTimes(1)
})

test('one application serves all ways in at the same time, each with its own handler to go on with', async () => {
  const { app, compile } = counted()
  const processed = (answer: string) =>
    new Application().pipe((request) => app.process(request, async () => text(answer))).request('/nowhere')
  const answers = await Promise.all([processed('a'), processed('b'), app.request('/nowhere'), app.request('/hello')])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['a', 'b', 'Not Found', 'hello'])
  expect(compile).toHaveBeenCalledTimes(1)
})

test('an application that runs inside of itself goes on with the handler of each run', async () => {
  const inner: Application = new Application().pipe('/again', (request, handler) =>
    request.headers.has('x-answer') ? handler(request) : inner.process(request, () => text('innermost')),
  )
  const outer = new Application().pipe((request) => inner.process(request, () => text('outermost')))
  expect(await (await outer.request('/again')).text()).toBe('innermost')
  expect(await (await outer.request('/again', { headers: { 'x-answer': '1' } })).text()).toBe('outermost')
})

test('an application that middleware calls as a handler answers 404 itself, also during its own run as middleware', async () => {
  const inner: Application = new Application().pipe(async (request, handler) => {
    if (request.path !== '/whole') return handler(request)
    return request.attribute(IS_WHOLE)
      ? handler(request)
      : (await inner.handle(request.withAttribute(IS_WHOLE, true))).clone()
  })
  const outer = new Application().pipe((request) => inner.process(request, () => text('went on')))
  expect(await (await outer.request('/other')).text()).toBe('went on')
  expect((await outer.request('/whole')).status).toBe(404)
})

const IS_WHOLE = attributeKey('is-whole', { default: false })

/** Ways to register something, each with what the error says. */
const LATE: readonly (readonly [string, (app: Application, nested: Pipeline) => unknown, string])[] = [
  ['pipe()', (app) => app.pipe(pass), 'pipe 3 comes too late'],
  ['pipe() of a nested pipeline', (_app, nested) => nested.pipe(pass), 'pipe 1 comes too late'],
  ['get()', (app) => app.get('/late', () => text('late')), 'Route GET /late comes too late'],
  ['route()', (app) => app.route(new Route('/made', () => text('made'))), 'Route any method /made comes too late'],
  [
    'setOptions() of a route',
    (app) => app.routes[0]?.setOptions({}),
    'setOptions() of route GET /hello comes too late',
  ],
]

test.each(LATE)(
  'after the first request, %s throws an error that says why and what to do',
  async (_what, register, message) => {
    const nested = new Pipeline()
    const app = counted().app.pipe('/nested', nested)
    await app.request('/hello')
    expect(() => register(app, nested)).toThrow(expect.objectContaining({ code: 'APP_FROZEN' }))
    expect(() => register(app, nested)).toThrow(
      `${message}: the pipeline was compiled for its first request, and does not change any more. Register it before, or ` +
        'build a new application for the new state, and serve that.',
    )
    expect(app.describe().items).toHaveLength(4)
  },
)

test('after the first request that needs them, a pipeline in a pipeline and one that a service is take no more middleware', async () => {
  const [inner, service] = [new Pipeline(), new Pipeline()]
  const app = new Application({ container: new Map([['service', service]]) })
  app.pipe(new Pipeline().pipe(inner)).pipe('service')
  await app.request('/')
  for (const pipeline of [inner, service]) {
    expect(() => pipeline.pipe(pass)).toThrow('pipe 1 comes too late: the pipeline was compiled for its first request')
  }
})

test('until the first request, everything can be registered, also after describe() and url()', async () => {
  const { app } = counted()
  app.describe()
  app.url('/hello^GET')
  app.pipe('/late', () => text('late'))
  app.get('/later', () => text('later'))
  expect(await (await app.request('/late')).text()).toBe('late')
  expect(await (await app.request('/later')).text()).toBe('later')
})

test('check() compiles an application, so nothing can be registered after it', async () => {
  const { app } = counted()
  await app.check()
  expect(() => app.pipe(pass)).toThrow('pipe 2 comes too late: the pipeline was compiled for check()')
})

test('an application that could not be compiled can still be completed', async () => {
  const app = new Application({ onError: () => undefined }).pipeDispatchMiddleware()
  await expect(app.request('/')).rejects.toThrow('piped without routing')
  expect(() => app.pipe(pass)).not.toThrow()
})
