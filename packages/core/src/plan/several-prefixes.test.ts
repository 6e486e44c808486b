import { createContainer } from '@app/container-factory'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import {
  Application,
  ApplicationFactory,
  type Config,
  type Middleware,
  Pipeline,
  ROUTER_SERVICE,
  type ServerRequest,
  text,
} from '../index.ts'

const router = new FindMyWayRouter()
const seen = ({ path, basePath }: ServerRequest) => text(`${basePath} ${path}`)

async function answer(app: Application, path: string): Promise<string> {
  const response = await app.request(path)
  return response.status === 404 ? '404' : response.text()
}

function configured(config: Config): Application {
  return ApplicationFactory.create(
    createContainer({ ...config, dependencies: { services: { [ROUTER_SERVICE]: router } } }),
  )
}

const BOTH = ['/admin', '/reseller'] as const
const APPLICATIONS: readonly [where: string, app: Application][] = [
  ['app.pipe()', new Application().pipe(BOTH, seen)],
  ['a pipeline', new Application().pipe(new Pipeline().pipe(BOTH, seen))],
  ['an entry of the configuration', configured({ middleware_pipeline: { seen: { middleware: seen, path: BOTH } } })],
  [
    'an entry of the configuration without slashes',
    configured({ middleware_pipeline: { seen: { middleware: seen, path: ['admin', 'reseller'] } } }),
  ],
]

describe.each(APPLICATIONS)('a list of paths in %s', (_where, app) => {
  test.each([
    ['/admin', '/admin /'],
    ['/admin/users', '/admin /users'],
    ['/reseller/users/', '/reseller /users/'],
    ['/administrator', '404'],
    ['/', '404'],
    ['/other/admin', '404'],
  ])('a request for %s is answered with the base path and rest %s', async (path, expected) => {
    expect(await answer(app, path)).toBe(expected)
  })
})

test('one middleware with a list of paths runs at most once for a request, with the shortest prefix that covers it', async () => {
  const segment = fc.constantFrom('a', 'b', 'ab')
  const prefix = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`)
  await fc.assert(
    fc.asyncProperty(fc.array(prefix, { minLength: 1, maxLength: 5 }), prefix, async (paths, path) => {
      const runs: string[] = []
      const noting: Middleware = (request, handler) => {
        runs.push(`${request.basePath} ${request.path}`)
        return handler(request)
      }
      const app = new Application().pipe(paths as readonly '/a'[], noting).pipe(seen)
      expect(await answer(app, path)).toBe(` ${path}`)
      const covering = paths.filter((one) => `${path}/`.startsWith(`${one}/`)).sort((a, b) => a.length - b.length)
      expect(runs).toEqual(covering.slice(0, 1).map((one) => `${one} ${path.slice(one.length) || '/'}`))
    }),
  )
})

test('a list of paths with / in it covers all paths, without a base path', async () => {
  const app = new Application().pipe(['/admin', '/'], seen)
  expect([await answer(app, '/admin/x'), await answer(app, '/x')]).toEqual([' /admin/x', ' /x'])
  expect(app.describe().items[0]).not.toHaveProperty('paths')
})

test('a service under several paths is made once', async () => {
  const make = vi.fn(() => seen)
  const container = createContainer({ dependencies: { factories: { seen: make } } })
  const app = new Application({ container }).pipe(BOTH, 'seen')
  expect([await answer(app, '/admin/x'), await answer(app, '/reseller/x')]).toEqual(['/admin /x', '/reseller /x'])
  expect(make).toHaveBeenCalledTimes(1)
})

test('run() names a service that a position with a list of paths lacks once', async () => {
  const app = new Application({ container: new Map() }).pipe(BOTH, 'guard')
  await expect(app.run({ port: 0 })).rejects.toThrow(/^pipe 1 at "\/admin", "\/reseller": the container has no service/)
})

test('an application under several paths answers under each, and its errors reach error middleware after it', async () => {
  const inner = new Application({ router })
  inner.get('/x', seen)
  inner.get('/fails', () => {
    throw new Error('inside')
  })
  const app = new Application().pipe(BOTH, inner).pipe(
    BOTH,
    errorMiddleware((_error, request) => text(`failed under ${request.basePath}`)),
  )
  expect(await answer(app, '/admin/x')).toBe('/admin /x')
  expect(await answer(app, '/reseller/x')).toBe('/reseller /x')
  expect(await answer(app, '/reseller/fails')).toBe('failed under /reseller')
})

test('describe() has one item for a list of paths, without those that another one covers', () => {
  const app = configured({
    middleware_pipeline: { guard: { middleware: seen, path: ['/admin', '/admin/users', '/reseller/'], priority: 7 } },
  })
  expect(app.describe().items).toMatchObject([
    {
      kind: 'function',
      name: 'seen',
      paths: ['/admin', '/reseller'],
      entry: { key: 'middleware_pipeline.guard', priority: 7 },
    },
  ])
  expect(app.describe().items[0]).not.toHaveProperty('path')
})

test.each<[unknown, string]>([
  [[], 'the list is empty'],
  [['/admin', 7], 'Invalid path prefix 7: it is not a string'],
  [['/admin', '/{id}'], 'a prefix is a literal path, not a pattern'],
  [['/admin', ['/x']], 'it is not a string'],
])('a list of paths %j is refused: %s', (paths, message) => {
  expect(() => new Application().pipe(paths as never, seen)).toThrow(message)
  expect(() => configured({ middleware_pipeline: { seen: { middleware: seen, path: paths as never } } })).toThrow(
    message,
  )
})

test('a list of paths in a route is refused, and the error says what to write', () => {
  const routes = [{ path: ['/a', '/b'] as never, middleware: seen }]
  expect(() => configured({ routes })).toThrow('routes.0: "path" is a list, and a route has one path. Write an entry')
})

test('pipe() with a list of paths after dispatch warns that the middleware guards no route', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  new Application().pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(BOTH, seen)
  expect(warn.mock.calls.map(([message]) => String(message))).toContainEqual(
    expect.stringContaining("pipe(['/admin', '/reseller'], ...) follows the dispatch step"),
  )
  warn.mockRestore()
})

test('a pattern in a list of paths does not compile', () => {
  // @ts-expect-error a prefix has no placeholder
  expect(() => new Application().pipe(['/admin', '/{id}'], seen)).toThrow('a literal path')
})

test('the line that run() prints counts the routes of nested applications, each once, and makes no service for that', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => log.mockRestore())
  const pages = new Application({ router: new FindMyWayRouter() })
  pages.get('/', () => text('home'))
  pages.get('/about', () => text('about'))
  const made: string[] = []
  const container = {
    has: (name: string) => name === 'late',
    get: (name: string) => {
      made.push(name)
      return pages
    },
  }
  const app = new Application({ router: new FindMyWayRouter(), container })
  app.get('/', () => text('root'))
  app.pipe(['/en', '/de'], pages).pipe(new Pipeline().pipe('/late', 'late'))
  const server = await app.run({ port: 0, host: '127.0.0.1' })
  await server.close()
  expect(log.mock.calls.map(([line]) => String(line).replace(/^.*\(/, '('))).toEqual(['(FindMyWayRouter, 3 routes)'])
  expect(made).toEqual([])
})
