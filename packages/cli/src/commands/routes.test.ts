import { expect, test } from 'vitest'
import { appFromConfig, appInCode, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

test('lists methods, path, name, middleware, tokens and origin, aligned', async () => {
  const { code, stdout, stderr } = await run(`${EXAMPLES}/configured`, ['routes'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `METHODS  PATH           NAME               MIDDLEWARE           TOKENS  FROM
GET      /              home               service acme/home            config/autoload/app.global.ts
GET      /ping          ping               service acme/ping            config/autoload/app.global.ts
GET      /reports/{id}  /reports/{id}^GET  service acme/report  id=\\d+  config/autoload/app.global.ts
`,
  )
})

test('a route that another package added in code has no origin', async () => {
  const { stdout } = await run(`${EXAMPLES}/platform`, ['routes'])
  expect(stdout).toMatch(/^GET +\/metrics +metrics +\(\) => text\(.*$/m)
})

test('gives the same as JSON', async () => {
  const [, , report] = await runJson<object[]>(`${EXAMPLES}/configured`, ['routes'])
  expect(report).toEqual({
    methods: ['GET'],
    path: '/reports/{id}',
    name: '/reports/{id}^GET',
    middleware: 'service acme/report',
    tokens: { id: '\\d+' },
    metadata: {},
    key: 'routes.2',
    origin: 'config/autoload/app.global.ts',
  })
})

test('routes of nested applications stand under their prefix', async () => {
  const rows = await runJson<{ path: string }[]>(`${EXAMPLES}/composition`, ['routes', '--app', 'site.ts'])
  expect(rows.map(({ path }) => path)).toEqual(['/blog/', '/blog/{slug}', '/api/posts/{id:\\d+}'])
})

test('routes of an application that is a service stand under its prefix', async () => {
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
    stdout: expect.stringMatching(
      /^any +\/admin\/users\/\{id\} +users +service acme\/users +config\/autoload\/app\.global\.ts$/m,
    ),
    stderr: '',
  })
  expect(await run(root, ['check'])).toMatchObject({
    stdout: 'All is well: 1 route, 1 position in the pipeline.\n',
  })
})

test('routes of an application that answers a route stand under the prefix of that route', async () => {
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

test('says that routes may be missing where a service cannot be made', async () => {
  const root = project({ 'app.ts': appInCode("app.pipe('/admin', 'acme/admin'); app.get('/', () => text(''))") })
  const { code, stdout, stderr } = await run(root, ['routes'])
  expect([code, stderr]).toEqual([
    0,
    'Not everything can be made, so routes may be missing here. See what is wrong: app check\n',
  ])
  expect(stdout).toMatch(/^GET +\/ /m)
})

test('shows any method, nested middleware, classes and objects', async () => {
  const root = project({
    'app.ts': appInCode(`
class Show { handle() { return text('') } }
function log(request, handler) { return handler(request) }
app.any('/a', [log, Show])
app.route('/b', new Show(), [])`),
  })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toMatch(/^any +\/a +\/a +\[log, Show\]$/m)
  expect(stdout).toMatch(/^none +\/b +\/b\^ +Show$/m)
})

test('shows metadata, whatever it is, where a route has some', async () => {
  const root = project({
    'app.ts': appInCode(`
const ACCESS = metadataKey('acme/access')
class Policy { maxAge = 5 }
const ring = { of: [1n, new Date(0)] }
ring.itself = ring
app.get('/reports', () => text('')).with(ACCESS, { role: 'auditor', ask() {}, policy: new Policy(), ring })
app.get('/open', () => text(''))`).replace('{', '{ metadataKey, '),
  })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toMatch(/^METHODS +PATH +NAME +MIDDLEWARE +TOKENS +METADATA +FROM$/m)
  expect(stdout).toContain('acme/access={role, ask, policy, ring}')
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

test('metadata is brief also in a pipe: short values as they are, long ones by their keys, length or beginning', async () => {
  const root = project({
    'app.ts': appInCode(`
const Limit = metadataKey('acme/limit')
const limited = (value) => app.get('/' + app.routes.length, () => text('')).with(Limit, value)
limited(5)
limited({ perMinute: 5 })
limited({ method: 'POST', path: '/', body: { title: 'x'.repeat(50) } })
limited(Array.from({ length: 50 }, (_, at) => at))
limited('x'.repeat(50))
limited(Object.fromEntries(Array.from({ length: 50 }, (_, at) => ['key' + at, at])))`).replace('{', '{ metadataKey, '),
  })
  const { stdout } = await run(root, ['routes'])
  expect(Array.from(stdout.matchAll(/acme\/limit=(.*)/g), ([, shown]) => shown)).toEqual([
    '5',
    '{"perMinute":5}',
    '{method, path, body}',
    'list of 50',
    `"${'x'.repeat(38)}…`,
    '{key0, key1, key2, key3, key4, key5, ke…',
  ])
})

test('says so where there are none', async () => {
  expect(await run(project({ 'app.ts': appInCode('') }), ['routes'])).toMatchObject({
    code: 0,
    stdout: 'The application has no routes.\n',
  })
})

test('control characters in a name do not reach the terminal', async () => {
  const root = project({ 'app.ts': appInCode("app.get('/', () => text(''), 'x\\u001b[31m')") })
  const { stdout } = await run(root, ['routes'])
  expect(stdout).toContain('x\\u001b[31m')
  expect(stdout).not.toContain('\u001b')
})

test('--guards shows what runs in front of each route, and for which it depends on the request', async () => {
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
    stdout: `In front of every route: log.

METHODS  PATH          ALSO IN FRONT           FOR SOME REQUESTS
GET      /admin/users  guard at /admin, audit
GET      /log-in
GET      /{page}                               guard at /admin
`,
  })
  expect(await runJson<object[]>(root, ['routes', '--guards'])).toMatchObject([
    { path: '/admin/users', always: ['log', 'guard at /admin', 'audit'], sometimes: [] },
    {},
    { path: '/{page}', always: ['log'], sometimes: ['guard at /admin'] },
  ])
})
