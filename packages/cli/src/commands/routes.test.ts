import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

test('app routes lists methods, path, name, handler, tokens and file of each route, with the common folder in the header', async () => {
  const { code, stdout, stderr } = await run(`${EXAMPLES}/configured`, ['routes'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `METHODS  PATH           NAME  HANDLER      TOKENS  FROM config/autoload/
GET      /              home  acme/home            app.global.ts
GET      /ping          ping  acme/ping            app.global.ts
GET      /reports/{id}        acme/report  id=\\d+  app.global.ts

3 routes: 3 GET
`,
  )
})

test('app routes shows no file for a route that a package has added in code', async () => {
  const { stdout } = await run(`${EXAMPLES}/platform`, ['routes'])
  expect(stdout).toMatch(/^GET +\/metrics +metrics +\(\) => text\(.*$/m)
})

test('app routes --json prints the list of routes as JSON', async () => {
  const [, , report] = await runJson<object[]>(`${EXAMPLES}/configured`, ['routes'])
  expect(report).toEqual({
    methods: ['GET'],
    path: '/reports/{id}',
    name: '/reports/{id}^GET',
    handler: 'acme/report',
    tokens: { id: '\\d+' },
    metadata: {},
    key: 'routes.2',
    origin: 'config/autoload/app.global.ts',
  })
})

test('app routes lists the routes of nested applications with the prefix of the application', async () => {
  const rows = await runJson<{ path: string }[]>(`${EXAMPLES}/composition`, ['routes', '--app', 'site.ts'])
  expect(rows.map(({ path }) => path)).toEqual(['/blog/', '/blog/{slug}', '/api/posts/{id:\\d+}'])
})

test('app routes lists the routes of an application that is piped as a service, with its prefix', async () => {
  const config = `import { Application, ApplicationFactory } from '@app/core'

export default {
  dependencies: {
    services: { 'admin/config': { routes: { users: { path: '/users/{id}', middleware: 'acme/users' } } } },
    factories: {
      'acme/users': () => () => new Response('users'),
      'acme/admin': ApplicationFactory.for({ config: 'admin/config' }),
    },
  },
  middleware_pipeline: { admin: { path: '/admin', middleware: 'acme/admin' } },
}`
  const root = project(appFromConfig(config))
  const rows = await runJson<{ path: string; name: string }[]>(root, ['routes'])
  expect(rows.map(({ path, name }) => [path, name])).toEqual([['/admin/users/{id}', 'users']])
  expect(await run(root, ['routes'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^any +\/admin\/users\/\{id\} +users +acme\/users +app\.global\.ts$/m),
    stderr: '',
  })
  expect(await run(root, ['check'])).toMatchObject({
    stdout: 'All is well: 1 route, 1 position in the pipeline.\n',
  })
})

test('app routes lists the routes of an application that is the handler of a route, without the path of that route', async () => {
  const root = project({
    'app.ts': appInCode(`
const shop = new Application({ router: new FindMyWayRouter() })
shop.get('/shop/{id}', () => text('item'), 'item')
const all = new Application({ router: new FindMyWayRouter() })
all.get('/shop/{id}', shop, 'shop')
all.get('/more/{id}', [(request, handler) => handler(request), shop], 'more')
app.pipe('/site', all)`),
  })
  const rows = await runJson<{ path: string; name: string }[]>(root, ['routes'])
  expect(rows.map(({ path, name }) => `${name} ${path}`)).toEqual([
    'shop /site/shop/{id}',
    'item /site/shop/{id}',
    'more /site/more/{id}',
    'item /site/shop/{id}',
  ])
  expect(await run(root, ['check'])).toMatchObject({
    stdout: 'All is well: 4 routes with FindMyWayRouter, 1 position in the pipeline.\n',
  })
})

test('if a service cannot be made, app routes lists the other routes, and warns that routes may be missing', async () => {
  const root = project({ 'app.ts': appInCode("app.pipe('/admin', 'acme/admin'); app.get('/', () => text(''))") })
  const { code, stdout, stderr } = await run(root, ['routes'])
  expect([code, stderr]).toEqual([
    0,
    'Not everything can be made, so routes may be missing here. See what is wrong: app check\n',
  ])
  expect(stdout).toMatch(/^GET +\/ /m)
})

test('app routes shows the method `any` for a route that takes every method, and names handlers that are lists, classes and objects', async () => {
  const root = project({
    'app.ts': appInCode(`
class Show { handle() { return text('') } }
function log(request, handler) { return handler(request) }
app.any('/a', [log, Show])
app.route('/b', new Show(), [])`),
  })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toMatch(/^any +\/a +\[log, Show\]$/m)
  expect(stdout).toMatch(/^none +\/b +Show$/m)
})

test('app routes shows metadata of any type, also a map that contains itself', async () => {
  const root = project({
    'app.ts': appInCode(`
const ACCESS = metadataKey('acme/access')
class Policy { maxAge = 5 }
const ring = { of: [1n, new Date(0)] }
ring.itself = ring
app.get('/reports', () => text('')).set(ACCESS, { role: 'auditor', ask() {}, policy: new Policy(), ring })
app.get('/open', () => text(''))`).replace('{', '{ metadataKey, '),
  })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toMatch(/^METHODS +PATH +HANDLER +METADATA$/m)
  expect(stdout).toMatch(/^GET +\/reports +\(\) => text\(''\) +acme\/access$/m)
  const rows = await runJson<{ metadata: object }[]>(root, ['routes'])
  expect(rows.map(({ metadata }) => metadata)).toEqual([
    {
      'acme/access': {
        role: 'auditor',
        ask: '[function ask]',
        policy: '[object of Policy]',
        ring: { of: ['1', '1970-01-01T00:00:00.000Z'], itself: '[the same again]' },
      },
    },
    {},
  ])
})

test('app routes shows metadata as one word: the key without the scope of its package, and the value if it is short', async () => {
  const root = project({
    'app.ts': appInCode(`
let count = 0
const limited = (...pairs) => pairs.reduce(
  (route, [name, value]) => route.set(metadataKey(name), value),
  app.get('/' + count++, () => text('')),
)
limited(['acme/limit', 5])
limited(['@acme/limit', 'often'], ['@acme/audit', true])
limited(['@acme/limit', { perMinute: 5 }], ['@other/limit', [1, 2]])
limited(['@acme/limit', 'two words'])
limited(['@acme/limit', 'x'.repeat(50)])
limited(['@acme/limit', () => 5])`).replace('{', '{ metadataKey, '),
  })
  const { stdout } = await run(root, ['routes'])
  expect(Array.from(stdout.matchAll(/text\(''\) +(.*)/g), ([, shown]) => shown)).toEqual([
    'acme/limit=5',
    'limit=often audit',
    '@acme/limit @other/limit',
    'limit',
    'limit',
    'limit',
  ])
})

describe('groups of routes in the output of app routes', () => {
  const APP = appInCode(`
for (const path of ['/{page}', '/teams', '/about', '/api/teams', '/teams/{team}', '/api/notes', '/']) {
  app.get(path, () => text(''))
}
app.post('/teams', () => text(''), 'team.found')
app.any('/hook', () => text(''))`)

  test('app routes groups routes by the first segment of their paths, after the routes that are in no group', async () => {
    const { stdout } = await run(project({ 'app.ts': APP }), ['routes'])
    expect(stdout.replace(/ +(team\.found +)?(\(\) => text\(''\)|NAME +HANDLER)$/gm, '')).toBe(`METHODS  PATH
GET      /{page}
GET      /about
GET      /
any      /hook

GET      /teams
GET      /teams/{team}
POST     /teams

GET      /api/teams
GET      /api/notes

9 routes: 7 GET, 1 POST, 1 any
`)
  })

  test('if all paths begin with /v1, app routes groups the routes by the segment after /v1', async () => {
    const routes = ['/v1/a', '/v1/b/c', '/v1/b/d'].map((path) => `app.get('${path}', () => text(''))`)
    const { stdout } = await run(project({ 'app.ts': appInCode(routes.join('\n')) }), ['routes'])
    expect(Array.from(stdout.matchAll(/^(?:GET +(\S+).*)?$/gm), ([, path = '']) => path)).toEqual([
      '/v1/a',
      '',
      '/v1/b/c',
      '/v1/b/d',
      '',
      '',
    ])
  })

  test('app routes --json prints the routes in the order of registration, not by groups', async () => {
    const rows = await runJson<{ path: string }[]>(project({ 'app.ts': APP }), ['routes'])
    expect(rows.slice(0, 4).map(({ path }) => path)).toEqual(['/{page}', '/teams', '/about', '/api/teams'])
  })

  test.each([
    [['--path', '/teams'], ['/teams', '/teams/{team}', '/teams', '/api/teams'], '4 of 9 routes: 3 GET, 1 POST'],
    [['--method', 'post'], ['/hook', '/teams'], '2 of 9 routes: 1 POST, 1 any'],
    [['--name', 'found'], ['/teams'], '1 of 9 routes: 1 POST'],
    [['--method', 'POST', '--path', '/teams', '--guards'], ['/teams'], '1 of 9 routes: 1 POST'],
  ])('app routes %j lists only the routes that meet the conditions, and counts them', async (filters, paths, count) => {
    const root = project({ 'app.ts': APP })
    const { code, stdout } = await run(root, ['routes', ...filters])
    expect(code).toBe(0)
    expect(Array.from(stdout.matchAll(/^(?:[A-Z]{3,4}|any) +(\/\S*)/gm), ([, path]) => path).sort()).toEqual(
      paths.sort(),
    )
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(count)
    expect(await runJson<object[]>(root, ['routes', ...filters])).toHaveLength(paths.length)
  })

  test('if no route meets the conditions, app routes prints the conditions', async () => {
    const { code, stdout } = await run(project({ 'app.ts': APP }), ['routes', '--path', '/x', '--method', 'delete'])
    expect([code, stdout]).toEqual([0, 'None of 9 routes has "/x" in its path and the method DELETE.\n'])
  })
})

test('for a route whose handler is an endpoint, app routes shows the name of the route as the handler', async () => {
  const app = `
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
${appInCode("app.route(implement(endpoint({ method: 'GET', path: '/x', name: 'x.show', responses: { 204: null } }), () => null))")}`
  const [row] = await runJson<object[]>(project({ 'app.ts': app }), ['routes'])
  expect(row).toMatchObject({ name: 'x.show', handler: 'x.show' })
})

test('for an application without routes, app routes says that there are none', async () => {
  expect(await run(project({ 'app.ts': appInCode('') }), ['routes'])).toMatchObject({
    code: 0,
    stdout: 'The application has no routes.\n',
  })
})

test('app routes escapes control characters in the name of a route', async () => {
  const root = project({ 'app.ts': appInCode("app.get('/', () => text(''), 'x\\u001b[31m')") })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toContain('x\\u001b[31m')
  expect(stdout).not.toContain('\u001b')
})

test('app routes --guards lists the middleware before each route, and in a column of its own the middleware that only some requests for the route pass', async () => {
  const named = (name: string) => `function ${name}(request, handler) { return handler(request) }`
  const root = project({
    'app.ts': appInCode(`
app.pipe(${named('log')}).pipe('/admin', ${named('guard')})
app.get('/admin/users', [${named('audit')}, () => text('')])
app.get('/log-in', () => text(''))
app.get('/{page}', () => text(''))`),
  })
  expect(await run(root, ['routes', '--guards'])).toEqual({
    code: 0,
    stderr: '',
    stdout: `Before every route: log.

METHODS  PATH          ALSO BEFORE             FOR SOME REQUESTS
GET      /admin/users  guard at /admin, audit
GET      /log-in
GET      /{page}                               guard at /admin

3 routes: 3 GET
`,
  })
  const some = await run(root, ['routes', '--guards', '--path', 'n'])
  expect(some.stdout).toMatch(/^Before each of these: log\.$/m)
  expect(await runJson<object[]>(root, ['routes', '--guards'])).toMatchObject([
    { path: '/admin/users', always: ['log', 'guard at /admin', 'audit'], sometimes: [] },
    {},
    { path: '/{page}', always: ['log'], sometimes: ['guard at /admin'] },
  ])
})
