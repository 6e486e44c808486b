import {
  Application,
  ApplicationFactory,
  after,
  attributeKey,
  type Config,
  provides,
  reads,
  type ServerRequest,
  text,
} from '@app/core'
import { doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { checkProofs, middlewareBefore } from './index.ts'

const ok = () => text('ok')

function configured(config: Config): Application {
  const services = new Map<unknown, unknown>([
    ['config', config],
    ['guard', (request: never, handler: (request: never) => never) => handler(request)],
    ['@app/router/RouterInterface', new FindMyWayRouter()],
  ])
  return ApplicationFactory.create(services as never)
}

const middleware_pipeline: NonNullable<Config['middleware_pipeline']> = {
  'signed-in': { middleware: 'guard', path: '/admin' },
  routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: -1 },
}
const routes = { users: { path: '/admin/users', middleware: ok }, 'log-in': { path: '/log-in', middleware: ok } }

test.each<[string, Config['policies'] | object, string[]]>([
  ['a guard named by the key of its entry', { a: { routes: '/', pass: 'signed-in', except: ['/log-in'] } }, []],
  ['a guard named as a service', { a: { routes: '/admin', pass: 'guard' } }, []],
  [
    'a route outside of the prefix of the guard',
    { all: { routes: '/', pass: 'guard' } },
    [
      'policies.all: Route any method /log-in, routes.log-in, is reached without "guard" by GET /log-in. It covers "/admin" alone. ' +
        'Give it a wider path, move the route under it, or write the path of the route into "except".',
    ],
  ],
  [
    'a misspelt name of the guard',
    { a: { routes: '/admin', pass: 'signed-on' } },
    [expect.stringContaining('Did you mean "signed-in"?') as never],
  ],
  [
    'an unknown option',
    { a: { route: '/admin', pass: 'guard' } },
    ['policies.a: unknown option "route". Did you mean "routes"?'],
  ],
  [
    'a missing option',
    { a: { pass: 'guard' } },
    ['policies.a: "routes" is missing: it must be a path such as "/admin", or a list of paths.'],
  ],
  [
    'an option of the wrong type',
    { a: { routes: 7, pass: 'guard' } },
    ['policies.a: "routes" must be a path such as "/admin", or a list of paths, got a number.'],
  ],
  [
    'an exception that is not a path',
    { a: { routes: '/admin', pass: 'guard', except: ['login'] } },
    [expect.stringContaining('policies.a: ') as never],
  ],
  [
    'a prefix with a placeholder',
    { a: { routes: '/{x}', pass: 'guard' } },
    [expect.stringContaining('a prefix is a literal path') as never],
  ],
])('checkProofs() gives the problems, if any, of a policy with %s', async (_what, policies, expected) => {
  const application = configured({ middleware_pipeline, routes, policies: policies as never })
  expect((await checkProofs(application)).policies).toEqual(expected)
})

test('a policy that names error middleware has a problem, which suggests no error middleware', async () => {
  const middleware = doublePassError((error, request, response, next) => next(request, response, error))
  const errors = { middleware, priority: -2 }
  const application = configured({
    middleware_pipeline: { ...middleware_pipeline, errors },
    routes,
    policies: { a: { routes: '/admin', pass: 'errors' } },
  })
  expect((await checkProofs(application)).policies).toEqual([
    'policies.a: "pass" names no entry of middleware_pipeline and no service in the pipeline: "errors". ' +
      'There are signed-in, guard, routing.',
  ])
})

test('checkProofs() reports a section of the configuration whose name is a misspelt "policies"', async () => {
  const application = configured({
    middleware_pipeline,
    routes,
    polices: { a: { routes: '/', pass: 'guard' } },
  } as never)
  expect((await checkProofs(application)).policies).toEqual([
    'polices: nobody reads this key. Did you mean "policies"?',
  ])
})

const USER = attributeKey<string, 'user'>('user')
const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))
const home = reads([USER], (request: ServerRequest) => text(request.attribute(USER)))
const member = after([enter])

async function attributes(fill: (app: Application) => void): Promise<readonly string[]> {
  const app = new Application({ router: new FindMyWayRouter() })
  fill(app)
  return (await checkProofs(app)).attributes
}

test('checkProofs() reports an attribute that a handler reads if some request reaches the handler before middleware of the route or of the pipeline has provided the attribute', async () => {
  expect(await attributes((app) => app.get('/', [enter, home]))).toEqual([])
  expect(await attributes((app) => app.pipe(enter).get('/', member(home)))).toEqual([])
  expect(await attributes((app) => app.pipe('/members', enter).get('/members/{id}', member(home)))).toEqual([])
  expect(await attributes((app) => app.pipe('/members', enter).get('/{id}', member(home)))).toEqual([
    'Route GET /{id} reads the attribute "user", and GET /any-1 gets there without it. ' +
      'It is provided by pipe 1 at "/members", for "/members". Put that middleware before them, for these paths too.',
  ])
  expect(await attributes((app) => app.get('/', member(home)))).toEqual([
    'Route GET / reads the attribute "user", and GET / gets there without it. ' +
      'Nothing provides it. Pipe middleware before it that provides it: provides([user], middleware).',
  ])
  expect(await attributes((app) => app.pipe('/a', member(home) as never).pipe(enter))).toEqual([
    'pipe 1 at "/a" reads the attribute "user", and GET /a gets there without it. ' +
      'It is provided by pipe 2. Put that middleware before them, for these paths too.',
  ])
})

test('middlewareBefore() lists the middleware before each route; a second list has the middleware that only some requests run through', async () => {
  const app = configured({
    middleware_pipeline,
    routes: { ...routes, page: { path: '/{page}', middleware: ['guard', ok] } },
  })
  const fronts = await middlewareBefore(app)
  expect(
    fronts.map(({ path, always, sometimes }) => [
      path,
      always.map(({ entry, name }) => entry?.key ?? name),
      sometimes.length,
    ]),
  ).toEqual([
    ['/admin/users', ['middleware_pipeline.signed-in'], 0],
    ['/log-in', [], 0],
    ['/{page}', ['guard'], 1],
  ])
})
