import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

const CORE_OF_THE_TREE = join(import.meta.dirname, '../../../core/src/index.ts')

interface Answer {
  readonly ok: boolean
  readonly problems: readonly { readonly kind: string; readonly message: string }[]
}

async function check(root: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await run(root, ['check', '--json', ...args])
  if (stdout === '') throw new Error(stderr)
  const answer = JSON.parse(stdout) as Answer
  expect(code).toBe(answer.ok ? 0 : 1)
  return answer
}

async function problemsIn(body: string, Router?: 'TrouterRouter'): Promise<readonly string[]> {
  const { problems } = await check(project({ 'app.ts': appInCode(body, Router) }))
  return problems.map(({ kind, message }) => `${kind}: ${message}`)
}

test.each([
  ['hello', [], 'All is well: 3 routes with FindMyWayRouter, 2 positions in the pipeline.\n'],
  ['configured', [], 'All is well: 3 routes with FindMyWayRouter, 5 positions in the pipeline.\n'],
  ['platform', [], 'All is well: 3 routes with FindMyWayRouter, 4 positions in the pipeline.\n'],
  ['hybrid', [], 'All is well: 3 routes with FindMyWayRouter, 2 positions in the pipeline.\n'],
  ['composition', ['--app', 'site.ts'], 'All is well: 3 routes, 4 positions in the pipeline.\n'],
])('app check finds no problem in the example application %s', async (example, args, summary) => {
  expect(await run(`${EXAMPLES}/${example}`, ['check', ...args])).toEqual({ code: 0, stdout: summary, stderr: '' })
})

test('app check --env production checks the configuration of production, without local files and .env of this machine', async () => {
  const root = project({
    ...appFromConfig("export default { routes: { home: { path: '/', middleware: 'acme/home' } } }"),
    'config/autoload/home.local.ts':
      "export default { dependencies: { factories: { 'acme/home': () => () => new Response() } } }",
    'config/autoload/db.production.ts': "export default { routes: { db: { path: '/db', middleware: 'acme/db' } } }",
    '.env': 'APP_ENV=staging',
  })
  const missing = async (...args: readonly string[]) => {
    const { problems } = await check(root, ...args)
    return problems.map(({ message }) => /no service "([^"]+)"/.exec(message)?.[1])
  }

  expect(await missing()).toEqual([])
  expect(await missing('--env', 'production')).toEqual(['acme/home', 'acme/db'])
})

describe('files in config/autoload', () => {
  const PATTERN = 'Names are *.global, *.local or *.ENVIRONMENT, with .ts, .mts, .js, .mjs or .json.'
  const withFile = (name: string, content = 'export default {}') =>
    project({ ...appFromConfig('export default {}'), [`config/autoload/${name}`]: content })

  test.each([
    ['db.ts', 'db.global.ts'],
    ['db.json', 'db.global.json'],
    ['globl.ts', 'global.ts'],
    ['db.globla.ts', 'db.global.ts'],
    ['db.Global.ts', 'db.global.ts'],
    ['db.global.yaml', 'db.global.json, or add a loader for .yaml'],
    ['db.yml', 'db.global.json, or add a loader for .yml'],
    ['db.global.cjs', 'db.global.js'],
    ['db.cts', 'db.global.ts'],
  ])('app check says that %s is never loaded, and how to rename it, and ends with 0', async (name, better) => {
    const { code, stderr } = await run(withFile(name), ['check'])
    const said = `config/autoload/${name} is never loaded, because of its name. Rename it to ${better}. ${PATTERN}\n`
    expect([code, stderr]).toEqual([0, said])
  })

  test.each([
    'db.local.ts',
    'db.production.ts',
    'db.prod.ts',
    'production.json',
    'types.d.ts',
    'README.md',
    'db.local.ts.dist',
    '.yaml',
  ])('app check says nothing of %s', async (name) => {
    expect(await run(withFile(name), ['check'])).toMatchObject({ code: 0, stderr: '' })
  })

  test('app check says nothing of a module that another file of the folder imports, nor of a file with a loader', async () => {
    const root = project({
      ...appFromConfig("import { routes } from './routes.ts'\nexport default { routes }"),
      'config/autoload/routes.ts': 'export const routes = {}',
      'config/autoload/db.global.yaml': 'a: b',
      'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, autoload('config/autoload')], { loaders: { '.yaml': () => ({}) } })
`,
    })
    expect(await run(root, ['check'])).toMatchObject({ code: 0, stderr: '' })
  })

  test('app check --json lists ignored files', async () => {
    const { stdout } = await run(withFile('db.ts'), ['check', '--json'])
    expect(JSON.parse(stdout)).toEqual({ ok: true, problems: [], ignored: [expect.stringContaining('db.global.ts')] })
  })
})

describe('services that cannot be made', () => {
  test('app check reports every missing service in one run, and ends with exit code 1', async () => {
    const config = `export default {
      middleware_pipeline: { steps: { middleware: ['@app/core/routing', 'acme/a', '@app/core/dispatch'] } },
      routes: { home: { path: '/', middleware: 'acme/b' } },
    }`
    const { code, stdout } = await run(project(appFromConfig(config)), ['check'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^- .*the container has no service "acme\/a"/m)
    expect(stdout).toMatch(/^- .*the container has no service "acme\/b"/m)
    expect(stdout).toMatch(/^2 problems found\.$/m)
  })

  test('for an application without a router, app check names the command that installs one', async () => {
    const app = `import { Application } from '@app/core'
const app = new Application()
app.get('/', () => new Response())
export default app`
    const { problems } = await check(project({ 'app.ts': app }))
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('npm install @app/router-find-my-way'),
    ])
  })
})

describe('services that an application constructs as it starts', () => {
  const eager = (factory: string) => `
export default {
  dependencies: {
    eager: ['acme/queue'],
    factories: { 'acme/queue': ${factory} },
  },
}`

  test.each([
    ['throws', "() => { throw new Error('no such queue') }", 'no such queue'],
    ['rejects', "async () => { throw new Error('no such queue') }", 'no such queue'],
    ['requires a missing service', "(container) => container.get('acme/db')", 'Service not found: acme/db'],
  ])('an eager service is a problem if its factory %s', async (_what, factory, message) => {
    expect((await check(project(appFromConfig(eager(factory))))).problems).toEqual([
      { kind: 'resolution', message: expect.stringContaining(message) },
    ])
  })

  test('app check constructs eager services, and does not call their start()', async () => {
    const started = "() => ({ start() { throw new Error('started') } })"
    expect(await check(project(appFromConfig(eager(started))))).toEqual({ ok: true, problems: [] })
  })
})

/** Returns the files of an empty package in `node_modules` that can be imported. */
function installed(name: string, version: string, manifest: object = {}): Readonly<Record<string, string | object>> {
  return {
    [`node_modules/${name}/package.json`]: { name, version, type: 'module', exports: './index.js', ...manifest },
    [`node_modules/${name}/index.js`]: '',
  }
}

describe('several copies of @app/core or of @app/router', () => {
  test('app check reports a package with its own copy of @app/core, and names both versions', async () => {
    const root = project({
      'package.json': { type: 'module', dependencies: { '@app/core': '*', '@acme/audit': '^1' } },
      'app.ts': appInCode(''),
      'node_modules/@acme/audit/package.json': { name: '@acme/audit', dependencies: { '@app/core': '^2' } },
      'node_modules/@acme/audit/node_modules/@app/core/package.json': { name: '@app/core', version: '2.0.0' },
    })
    const { problems } = await check(root)
    expect(problems).toEqual([
      { kind: 'copies', message: expect.stringMatching(/^There are 2 copies of @app\/core: /) },
    ])
    expect(problems[0]?.message).toContain('(for the application)')
    expect(problems[0]?.message).toContain('2.0.0 in node_modules/@acme/audit/node_modules/@app/core (for @acme/audit)')
    expect(problems[0]?.message).toContain('peer dependency')
  })

  test('app check reports a router with its own copy of @app/router, and names both versions', async () => {
    const router = { name: '@acme/router', version: '3.0.0', dependencies: { '@app/router': '^2' } }
    const root = project({
      'package.json': { type: 'module', dependencies: { '@app/core': '*', '@acme/router': '^3' } },
      'app.ts': appInCode(''),
      'node_modules/@acme/router/package.json': router,
      'node_modules/@acme/router/node_modules/@app/router/package.json': { name: '@app/router', version: '2.1.0' },
    })
    const { problems } = await check(root)
    expect(problems.map(({ kind }) => kind)).toEqual(['copies'])
    expect(problems[0]?.message).toMatch(
      /^There are 2 copies of @app\/router: .* \(for @app\/core, @app\/http\) and 2\.1\.0 in /,
    )
    expect(problems[0]?.message).toContain('node_modules/@acme/router/node_modules/@app/router (for @acme/router)')
  })

  test('packages that share one copy of @app/core are not a problem, even if they depend on each other', async () => {
    const root = project({
      'package.json': { type: 'module', dependencies: { '@app/core': '*', '@acme/a': '^1' } },
      'app.ts': appInCode(''),
      'node_modules/@acme/a/package.json': { name: '@acme/a', dependencies: { '@acme/b': '^1' } },
      'node_modules/@acme/b/package.json': {
        name: '@acme/b',
        dependencies: { '@acme/a': '^1' },
        peerDependencies: { '@app/core': '*' },
      },
    })
    expect(await check(root)).toEqual({ ok: true, problems: [] })
  })
})

describe('packages whose range does not include the installed version of @app/core', () => {
  /** Makes an application with version 2 of `@app/core`. */
  const onCore2 = (...packages: readonly object[]) =>
    project({
      'package.json': { type: 'module', dependencies: { '@app/core': '^2', '@acme/audit': '^1', '@acme/cache': '^1' } },
      'app.ts': "import { Application } from '@app/core'\nexport default new Application().pipe(() => new Response())",
      ...installed('@app/core', '2.1.0'),
      'node_modules/@app/core/index.js': `export { Application } from ${JSON.stringify(CORE_OF_THE_TREE)}`,
      ...Object.assign({}, ...packages),
    })

  test('packages made for an older @app/core are a problem, whose message names the versions that would fit all of them', async () => {
    const root = onCore2(
      installed('@acme/audit', '1.2.0', { peerDependencies: { '@app/core': '^1.0.0' } }),
      installed('@acme/cache', '1.0.3', { peerDependencies: { '@app/core': '^1.4.0' } }),
    )
    expect((await check(root)).problems).toEqual([
      {
        kind: 'versions',
        message: `@app/core 2.1.0 is installed, and is not what these packages were made for:
  @acme/audit 1.2.0 asks for ^1.0.0
  @acme/cache 1.0.3 asks for ^1.4.0
@app/core ^1.4.0 fits all that need it: npm install @app/core@^1.4.0. Or take versions of @acme/audit, @acme/cache for @app/core 2.`,
      },
    ])
  })

  test('if no version of @app/core fits all packages, the message names the packages that have to be updated', async () => {
    const root = onCore2(
      installed('@acme/audit', '1.2.0', { peerDependencies: { '@app/core': '^1.0.0' } }),
      installed('@acme/cache', '2.0.0', { peerDependencies: { '@app/core': '^2.1.0' } }),
    )
    expect((await check(root)).problems).toEqual([
      {
        kind: 'versions',
        message: `@app/core 2.1.0 is installed, and is not what these packages were made for:
  @acme/audit 1.2.0 asks for ^1.0.0
No version fits all packages that need it, since these are installed too:
  @acme/cache 2.0.0 asks for ^2.1.0
So take versions of @acme/audit for @app/core 2, or remove these packages.`,
      },
    ])
  })

  test('packages that do not fit @app/core are reported even if the application cannot be loaded', async () => {
    const root = onCore2(installed('@acme/audit', '1.2.0', { peerDependencies: { '@app/core': '^1.0.0' } }), {
      'app.ts': "import { Gone } from '@app/core'\nexport default Gone",
    })
    const { problems } = await check(root)
    expect(problems.map(({ kind }) => kind)).toEqual(['versions', 'loading'])
    expect(problems[1]?.message).toMatch(/^app\.ts cannot be loaded: /)
  })

  test('a package of others that does not fit another package of others is a problem too, if both need @app/core', async () => {
    const peers = { '@app/core': '^2.0.0' }
    const root = onCore2(
      installed('@acme/audit', '1.2.0', { peerDependencies: { ...peers, '@acme/cache': '^1.4.0', left: '^1' } }),
      installed('@acme/cache', '2.0.0', { peerDependencies: peers }),
      installed('left', '2.0.0'),
    )
    const { problems } = await check(root)
    expect(problems.map(({ kind, message }) => [kind, message.split('\n').slice(0, 2)])).toEqual([
      [
        'versions',
        [
          '@acme/cache 2.0.0 is installed, and is not what these packages were made for:',
          '  @acme/audit 1.2.0 asks for ^1.4.0',
        ],
      ],
    ])
  })

  test('a package is not a problem if its range includes version 2 of @app/core, or is not a range of versions', async () => {
    const root = onCore2(
      installed('@acme/audit', '1.2.0', { peerDependencies: { '@app/core': '^1.0.0 || ^2.0.0' } }),
      installed('@acme/cache', '1.0.0', { peerDependencies: { '@app/core': 'workspace:^' } }),
    )
    expect(await check(root)).toEqual({ ok: true, problems: [] })
  })
})

describe('routes that never match', () => {
  test('if the router chooses the earlier of two matching routes, app check reports a route after a wider one', async () => {
    const body = `
app.get('/users/{id}', () => text(''), 'user')
app.get('/users/me', () => text(''), 'me')
app.post('/users/me', () => text(''), 'change')
app.get('/files/{rest...}', () => text(''), 'file')
app.get('/files/a/{b}', () => text(''), 'deep')`
    const problems = await problemsIn(body, 'TrouterRouter')
    expect(problems).toEqual([
      'shadowed-route: Route GET /users/me (me) can never match: TrouterRouter gives its requests to GET /users/{id} (user). Register it before.',
      'shadowed-route: Route GET /files/a/{b} (deep) can never match: TrouterRouter gives its requests to GET /files/{rest...} (file). Register it before.',
    ])
  })

  test('app check reports a route if several earlier routes together match all its requests', async () => {
    const body = `
app.get('/{x}', () => text(''), 'get')
app.post('/{x}', () => text(''), 'post')
app.route('/a', () => text(''), ['GET', 'POST'], 'both')`
    const problems = await problemsIn(body, 'TrouterRouter')
    expect(problems).toEqual([expect.stringContaining('to GET /{x} (get) and POST /{x} (post). Register it before.')])
  })

  test('if the router chooses the more specific of two matching routes, a route after a wider one is not a problem', async () => {
    const body = `
app.get('/users/{id}', () => text(''))
app.get('/users/me', () => text(''))
app.get('/{rest...}', () => text(''))
app.get('/users/{id:\\\\d+}/x', () => text(''))`
    expect(await problemsIn(body)).toEqual([])
  })

  test('a route is not a problem if the earlier route does not match all its paths, due to a token, a literal text or an optional part', async () => {
    const body = `
app.get('/a/{id:\\\\d+}', () => text(''))
app.get('/a/x', () => text(''))
app.get('/b/pre-{id}', () => text(''))
app.get('/b/{id}', () => text(''))
app.get('/c/{id}', () => text(''))
app.post('/c[/{id}]', () => text(''))
app.get('/d/{rest...:[a-z/]+}', () => text(''))
app.get('/d/{id}', () => text(''))
app.get('/d/{rest:.+}', () => text(''))`
    expect(await problemsIn(body, 'TrouterRouter')).toEqual([])
  })

  test('app check reports the route /a/7 after the route /a/{id:\\d+}, whose token matches 7', async () => {
    const body = "app.get('/a/{id:\\\\d+}', () => text(''), 'n')\napp.get('/a/7', () => text(''), 'seven')"
    expect(await problemsIn(body, 'TrouterRouter')).toEqual([expect.stringContaining('Route GET /a/7 (seven)')])
  })

  test('app check reports a route after a route with an empty list of methods only if the router gives the earlier route all methods of the later one', async () => {
    const body = "app.route('/x', () => text(''), [], 'none')\napp.get('/x', () => text(''), 'get')"
    expect(await problemsIn(body)).toEqual([
      'shadowed-route: Route GET /x (get) can never match: FindMyWayRouter gives its requests to no method /x (none). Remove one of them, or use other methods.',
    ])
    expect(await problemsIn(body, 'TrouterRouter')).toEqual([])
  })

  test('app check names the file of a route that never matches, and reports such a route of a nested application too', async () => {
    const nested = `
const inner = new Application({ router: new TrouterRouter() })
inner.get('/{x}', () => text(''))
inner.get('/y', () => text(''))
app.pipe('/in', inner)`
    expect(await problemsIn(nested, 'TrouterRouter')).toEqual([expect.stringContaining('Route GET /y can never match')])
    const config = `
import { TrouterRouter } from '@app/router-trouter'
export default {
  dependencies: { invokables: { '@app/router/RouterInterface': TrouterRouter } },
  routes: { a: { path: '/{x}', middleware: () => new Response() }, b: { path: '/b', middleware: () => new Response() } },
}`
    const { problems } = await check(project(appFromConfig(config)))
    expect(problems.map(({ message }) => message)).toEqual([
      'Route any method /b (b) of config/autoload/app.global.ts can never match: TrouterRouter gives its requests to any method /{x} (a) of config/autoload/app.global.ts. Register it before.',
    ])
  })
})

describe('middleware that never runs', () => {
  test('app check reports the routing step, and with it all routes, after a handler that answers every path', async () => {
    const body = "app.pipe(function hello() { return text('') })\napp.get('/', () => text(''))"
    expect(await problemsIn(body)).toEqual([
      'dead-middleware: The routing step, and with it every route, never runs: position 1 (hello) answers every request before. Put it earlier, or limit the other one to a path, or let the other one pass requests on.',
    ])
  })

  test('app check reports middleware under the prefix of a handler before it, and no other middleware', async () => {
    const body = `
function log(request, handler) { return handler(request) }
app.pipe('/shop', function handler() { return text('') })
app.pipe('/shop/cart', log)
app.pipe('/shopping', log)
app.pipe('/', log)`
    expect(await problemsIn(body)).toEqual([
      expect.stringContaining(
        'Position 2 (log) never runs at /shop/cart: position 1 (handler) answers every request under /shop before.',
      ),
    ])
  })

  test('app check reports middleware after a nested pipeline that answers every request by notFoundHandler', async () => {
    const body = `
function log(request, handler) { return handler(request) }
app.pipe([log, notFoundHandler])
app.pipe(log)`
    expect(await problemsIn(`import { notFoundHandler } from '@app/core'\n${body}`)).toEqual([
      expect.stringContaining('Position 2 (log) never runs: position 1 (pipeline), item 2 (notFoundHandler) answers'),
    ])
  })

  test('app check reports middleware after the dispatch step if a route matches all paths', async () => {
    const behind = `
function log(request, handler) { return handler(request) }
app.pipeRoutingMiddleware()
app.pipeDispatchMiddleware()
app.pipe(new Proxy(log, {}))`
    expect(await problemsIn(`app.get('/{rest...}', () => text(''), 'all')\n${behind}`)).toEqual([
      expect.stringContaining('Position 3 (log) never runs: route all answers every request before.'),
    ])
    expect(await problemsIn(`app.get('/x/{rest...}', () => text(''))\n${behind}`)).toEqual([])
    expect(await problemsIn(`app.get('/{rest:.+}', () => text(''))\n${behind}`)).toEqual([])
    expect(await problemsIn(`app.get('/{rest...}', (request, handler) => handler(request))\n${behind}`)).toEqual([])
  })

  test('app check reports middleware after a service that is a handler, but neither error middleware nor the middleware after the error middleware', async () => {
    const config = `
import { errorMiddleware } from '@app/core/extending'
export default {
  dependencies: { services: { 'acme/all': { handle: () => new Response() } } },
  middleware_pipeline: {
    all: { middleware: 'acme/all', priority: 10 },
    late: { middleware: (request, handler) => handler(request), path: '/late' },
    errors: { middleware: errorMiddleware((error, request, next) => next(request, error)), error: true, priority: -10 },
    last: { middleware: (request, handler) => handler(request), priority: -20 },
  },
}`
    const { problems } = await check(project(appFromConfig(config)))
    const file = '(config/autoload/app.global.ts)'
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        `iddleware_pipeline.late ${file} never runs at /late: middleware_pipeline.all ${file} answers every request before.`,
      ),
    ])
  })

  test('middleware is not a problem after a function that is for one host, or that may pass requests on by rest parameters or `arguments`', async () => {
    const body = `
import { host } from '@app/core'
function log(request, handler) { return handler(request) }
app.pipe((...all) => all[1](all[0]))
app.pipe(function () { return arguments[1](arguments[0]) })
app.pipe(host('api.example.org', () => text('')))
app.pipe(log)`
    expect(await problemsIn(body)).toEqual([])
  })
})

test('if one error makes several handlers fail, app check reports it once, with the dependent services and the failing routes', async () => {
  const root = project(
    appFromConfig(`
import { Application, text } from '@app/core'
const needs = (name) => (container) => ({ handle: () => text(String(container.get(name))), made: container.get(name) })
export default {
  dependencies: {
    factories: { a: needs('db'), b: needs('repository'), repository: needs('db'), db: () => { throw new Error('no disk') } },
  },
  routes: [{ path: '/a', middleware: 'a' }, { path: '/b', middleware: 'b' }],
}`),
  )
  const { problems } = await runJson<{ problems: { message: string }[] }>(root, ['check'])
  expect(problems.map(({ message }) => message.split('\n'))).toEqual([
    [
      'Service "db" could not be created: no disk',
      'a and repository need it.',
      'b needs repository.',
      '2 routes fail: any /a and any /b.',
    ],
  ])
})

test('app check reports each cause once: a missing service, a ring of services, and a name that several routes misspell', async () => {
  const root = project(
    appFromConfig(`
const needs = (...names) => (container) => { for (const name of names) container.get(name); return () => new Response() }
export default {
  dependencies: {
    factories: {
      a: needs('clock'), b: needs('store'), store: needs('clock'),
      c: needs('egg'), d: needs('hen'), egg: needs('hen'), hen: needs('egg'),
    },
  },
  routes: ['a', 'b', 'c', 'd', 'typo', 'typo'].map((middleware, at) => ({ path: '/' + at, middleware, allowed_methods: ['GET'] })),
}`),
  )
  const { stdout } = await run(root, ['check'])
  expect(
    stdout,
  ).toBe(`- Service not found: clock. Register it in dependencies (a class may have static inject instead), or correct the name.
  a and store need it.
  b needs store.
  2 routes fail: GET /0 and GET /1.
- Services require each other in a ring: egg → hen → egg. Let one of them ask the container at its first use instead of while it is made.
  c needs it.
  d needs hen.
  2 routes fail: GET /2 and GET /3.
- The container has no service "typo". Register it, or pipe the middleware itself.
  GET /4 and GET /5 need it.
3 problems found.
`)
})

test('of many services that depend on a failing service, app check names the first twelve and counts the others', async () => {
  const root = project(
    appFromConfig(`
const names = Array.from({ length: 20 }, (_, at) => 's' + at)
export default {
  dependencies: {
    factories: {
      ...Object.fromEntries(names.map((name) => [name, (container) => container.get('db')])),
      db: () => { throw new Error('no disk') },
    },
  },
  routes: names.map((middleware) => ({ path: '/' + middleware, middleware })),
}`),
  )
  const [problem, ...others] = (await runJson<{ problems: { message: string }[] }>(root, ['check'])).problems
  expect(others).toEqual([])
  expect(problem?.message).toMatch(
    /^Service "db" could not be created: no disk\ns0, .*s11 and 8 more need it\.\n20 routes fail: /,
  )
})

describe('app check with policies, and with attributes that handlers read', () => {
  const guarded = (policies: string, more = '') => `import { Application, attributeKey } from '@app/core'
import { reads } from '@app/core'

const USER = attributeKey('user')

export default {
  dependencies: { factories: { 'acme/guard': () => (request, handler) => handler(request) } },
  policies: ${policies},
  middleware_pipeline: {
    guard: { middleware: 'acme/guard', path: '/admin', priority: 100 },
    routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
    ${more}
  },
  routes: {
    users: { path: '/admin/users', middleware: () => new Response() },
    'log-in': { path: '/log-in', middleware: () => new Response(), allowed_methods: ['GET'] },
    me: { path: '/admin/me', middleware: reads([USER], () => new Response()) },
  },
}`
  const FILE = 'config/autoload/app.global.ts'

  test('app check reports a route that lacks the guard of a policy, and an attribute that nothing provides, each with its file and with what to do', async () => {
    const root = project(appFromConfig(guarded(`{ 'signed-in': { routes: '/', pass: 'guard' } }`)))
    expect(await run(root, ['check'])).toMatchObject({
      code: 1,
      stdout: [
        `- policies.signed-in (${FILE}): Route GET /log-in, routes.log-in (${FILE}), is reached without "guard" by GET /log-in. ` +
          'It covers "/admin" alone. Give it a wider path, move the route under it, or write the path of the route into "except".',
        `- Route any method /admin/me, routes.me (${FILE}), reads the attribute "user", and GET /admin/me gets there without it. ` +
          'Nothing provides it. Pipe middleware before it that provides it: provides([user], middleware).',
        '2 problems found.\n',
      ].join('\n'),
    })
  })

  test('app check names the policies that hold, and reports a policy with an unused exception or a misspelt guard', async () => {
    const held = guarded(`{ admin: { routes: '/', pass: 'acme/guard', except: ['/log-in'] } }`).replace(
      'reads([USER], ',
      '(',
    )
    expect((await run(project(appFromConfig(held)), ['check'])).stdout).toMatch(
      /^All is well: 3 routes.*; proven: admin\.$/m,
    )
    const stale = project(appFromConfig(held.replace(`['/log-in']`, `['/log-in', '/help']`)))
    expect((await run(stale, ['check'])).stdout).toContain(
      `policies.admin (${FILE}): The exception "/help" matches no route. Take it away, so that it opens nothing later.`,
    )
    const wrong = project(appFromConfig(held.replace(`pass: 'acme/guard'`, `pass: 'gaurd'`)))
    expect((await run(wrong, ['check'])).stdout).toContain('"gaurd". Did you mean "guard"?')
  })
})

describe('what a server warns of when it starts', () => {
  const STEPS = '[Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE]'
  const configured = (sections: string) =>
    appFromConfig(`import { Application, Priority } from '@app/core'
export default { routes: { home: { path: '/', middleware: () => new Response() } }, ${sections} }`)
  const late = `middleware: (request, handler) => handler(request), priority: Priority.AFTER_ROUTING`

  test.each([
    [
      'middleware at AFTER_ROUTING after dispatch at the priority of routing',
      configured(
        `middleware_pipeline: { routing: Application.ROUTING_MIDDLEWARE, dispatch: Application.DISPATCH_MIDDLEWARE, late: { ${late} } }`,
      ),
      'middleware_pipeline.late: this middleware comes after dispatch (middleware_pipeline.dispatch)',
    ],
    [
      'middleware at AFTER_ROUTING after one entry for both steps',
      configured(`middleware_pipeline: { steps: { middleware: ${STEPS} }, late: { ${late} } }`),
      'middleware_pipeline.late: this middleware comes after dispatch (middleware_pipeline.steps)',
    ],
    [
      'error middleware before routing',
      configured(
        `middleware_pipeline: { early: { error: true, priority: 9, middleware: (await import('@app/core/extending')).errorMiddleware((error) => { throw error }) }, steps: { middleware: ${STEPS} } }`,
      ),
      'middleware_pipeline.early: error middleware stands before routing',
    ],
    [
      'a misspelt section',
      configured(`middleware_pipelin: { log: { middleware: () => new Response() } }`),
      'Did you mean "middleware_pipeline"?',
    ],
    [
      'a prefix after dispatch',
      {
        'app.ts': appInCode(
          "app.get('/', () => text('x'))\napp.pipeRoutingMiddleware().pipeDispatchMiddleware()\napp.pipe('/a', (request, handler) => handler(request))",
        ),
      },
      'dispatch',
    ],
    [
      'a function of three parameters',
      {
        'app.ts': appInCode(
          "app.get('/', () => text('x'))\napp.pipe((request, response, next) => next(request, response))",
        ),
      },
      'takes 3 arguments, and middleware gets two',
    ],
  ])(
    'app check reports %s as a problem, without a warning of node, and ends with exit code 1',
    async (_, files, message) => {
      const { code, stdout, stderr } = await run(project(files), ['check', '--json'])
      expect([code, stderr]).toEqual([1, ''])
      expect(JSON.parse(stdout).problems).toEqual([{ kind: 'warning', message: expect.stringContaining(message) }])
    },
  )
})

describe('routes that nobody may use', () => {
  /** A site with a package `acme`, whose provider adds the route `/about` with the given metadata. */
  const site = (metadata: string, hasAuthorization: boolean, section = '{}', route = '{}') => ({
    ...appFromConfig(`export default { authorization: ${section}, routes: { about: ${route} } }`),
    'src/acme.ts': `export const acme = () => ({ routes: { about: { path: '/about', middleware: () => new Response(), metadata: ${metadata} } } })`,
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
${hasAuthorization ? "import { configProvider as authorization } from '@app/authorization'" : 'const authorization = {}'}
import { acme } from '../src/acme.ts'
export default defineConfig([core, authorization, { middleware_pipeline: { steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] } } }, acme, autoload('config/autoload')])`,
  })
  const closed = [expect.stringMatching(/^closed-route: Route any method \/about, routes\.about \(.*\), is closed to/)]

  test.each<[what: string, files: object, problems: unknown[]]>([
    ['without metadata', site('{}', true), closed],
    ['without metadata, if "otherwise" opens routes', site('{}', true, "{ otherwise: 'public' }"), []],
    ['without metadata, without @app/authorization', site('{}', false), []],
    ['with public', site("{ '@app/authorization': 'public' }", true), []],
    ['with public if there is authorization', site("{ '@app/authorization?': 'public' }", true), []],
    ['that a permission names', site('{}', true, "{ permissions: { editor: ['about'] } }"), []],
    [
      'whose name a permission misspells',
      site('{}', true, "{ permissions: { editor: ['abuot'] } }"),
      [
        'closed-route: authorization(): the permission "abuot" of the role "editor" names no route behind it. Did you mean "about"?',
        ...closed,
      ],
    ],
    [
      'that no permission names',
      site("{ '@app/authorization': 'authenticated' }", true, "{ permissions: { editor: ['home'] } }"),
      [
        expect.stringContaining(
          'the permission "home" of the role "editor" names no route behind it. Correct the name',
        ),
        expect.stringContaining('is closed to everybody: no role has a permission for its name, "about".'),
      ],
    ],
    [
      'that requires a misspelt role',
      site("{ '@app/authorization': { roles: ['editr'] } }", true, '{ roles: { editor: [] } }'),
      [
        expect.stringMatching(
          /^closed-route: The route "about" requires the role "editr", which the option "roles" does not have\. Did you mean "editor"\?$/,
        ),
      ],
    ],
    [
      'with public if there is authorization, without @app/authorization',
      site("{ '@app/authorization?': 'public' }", false),
      [],
    ],
  ])('app check tells of a route %s whether somebody may use it', async (_, files, problems) => {
    expect((await check(project(files as never))).problems.map(({ kind, message }) => `${kind}: ${message}`)).toEqual(
      problems,
    )
  })

  test('a site sets another value than a package that opens its route by a key with "?"', async () => {
    const own = "{ metadata: { '@app/authorization': 'authenticated' } }"
    const root = project(site("{ '@app/authorization?': 'public' }", true, '{}', own) as never)
    expect((await run(root, ['routes'])).stdout).toContain('authenticated')
  })
})
