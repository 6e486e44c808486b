import { expect, test } from 'vitest'
import { appFromConfig, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

const CONFIG = `
class Clock {}
class Anything { canCreate() { return false } create() {} }
export default {
  dependencies: {
    services: { given: 1 },
    invokables: { clock: Clock },
    factories: { made: () => ({}), often: { create: () => ({}) } },
    aliases: { time: 'clock' },
    delegators: { made: [(container, name, create) => create()] },
    abstract_factories: [new Anything()],
    shared: { often: false },
  },
}
`

test('app services lists services of each kind (factory, alias, …), with their file, and whether they are shared', async () => {
  const { code, stdout } = await run(project(appFromConfig(CONFIG)), ['services'])
  expect(code).toBe(0)
  expect(stdout).toBe(
    `NAME                   KIND                    SHARED  FROM
@app/core/Application  factory                 yes     @app/core
@app/core/Logger       factory                 yes     @app/core
clock                  invokable               yes     config/autoload/app.global.ts
given                  value                   yes     config/autoload/app.global.ts
made                   factory, delegated (1)  yes     config/autoload/app.global.ts
often                  factory                 no      config/autoload/app.global.ts
time                   alias of clock          yes     config/autoload/app.global.ts
(Anything)             abstract                yes     config/autoload/app.global.ts
`,
  )
})

test('app services --json prints the list of services as JSON', async () => {
  const rows = await runJson<object[]>(project(appFromConfig(CONFIG)), ['services'])
  const origin = 'config/autoload/app.global.ts'
  expect(rows).toContainEqual({ name: 'time', kind: 'alias', target: 'clock', delegators: 0, isShared: true, origin })
  expect(rows).toContainEqual({ name: 'often', kind: 'factory', delegators: 0, isShared: false, origin })
})

test('app services ends with exit code 1 for an application without a container, and the error says so', async () => {
  const { code, stderr } = await run(`${EXAMPLES}/hello`, ['services'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('The application has no container')])
})

const PLACED = `
class Audit { static inject = ['acme/db']; process(request, handler) { return handler(request) } }
const twice = (name) => {
  const one = { listNotes: (db) => () => new Response(db) }.listNotes
  one.inject = [name]
  return one
}
class Known { static inject = ['acme/db']; handle() { return new Response('known') } }
export default {
  dependencies: { services: { 'acme/db': 'db', 'acme/clock': 'clock' }, factories: { 'acme/known': Known } },
  middleware_pipeline: {
    audit: { middleware: Audit, priority: 10 },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  routes: {
    list: { path: '/list', middleware: twice('acme/db') },
    clock: { path: '/clock', middleware: [Audit, twice('acme/clock')] },
    known: { path: '/known', middleware: Known },
  },
}
`

test('app services lists the classes and functions that stand in the pipeline and in routes, each once, with where they stand', async () => {
  const { code, stdout } = await run(project(appFromConfig(PLACED)), ['services'])
  expect(code).toBe(0)
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))
  expect(rows.slice(-4, -1)).toEqual([
    ['Audit', 'class in audit, routes.clock', 'yes'],
    ['listNotes', 'function in routes.list', 'yes'],
    ['listNotes#2', 'function in routes.clock', 'yes'],
  ])
  expect(stdout).not.toContain('Known')
})

test('app routes, pipeline and explain show such a class or function by its name', async () => {
  const root = project(appFromConfig(PLACED))
  expect((await run(root, ['routes'])).stdout).toMatch(/\/clock +clock +\[Audit, listNotes\]/)
  expect((await run(root, ['pipeline'])).stdout).toMatch(/^Audit +\/ +10 +at first use +audit /m)
  const { stdout } = await run(root, ['explain', 'GET', '/list'])
  expect(stdout).toMatch(/^answers +list .*listNotes/m)
  expect(stdout).toMatch(/^runs +audit .*Audit/m)
  const rows = await runJson<{ middleware: object }[]>(root, ['pipeline'])
  expect(rows[0]).toMatchObject({ kind: 'class', name: 'Audit', needs: ['acme/db'] })
})

test('app check names the service that such a function lacks, and the route that fails', async () => {
  const root = project(appFromConfig(PLACED.replace("'acme/clock': 'clock'", '')))
  const { code, stdout } = await run(root, ['check'])
  expect(code).toBe(1)
  expect(stdout).toContain('Service not found: acme/clock')
  expect(stdout).toContain('listNotes#2 needs it.')
  expect(stdout).toContain('The route any /clock fails.')
})

const PATHS = `
const guard = (request, handler) => handler(request)
const inner = () => new Response('inner')
export default {
  middleware_pipeline: {
    guard: { middleware: guard, path: ['/admin', '/reseller'], priority: 10 },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  routes: {
    users: { path: '/admin/users', middleware: inner },
    sales: { path: '/reseller/sales', middleware: inner },
    home: { path: '/', middleware: inner },
  },
}
`

test('app pipeline, explain and routes --guards show middleware with a list of paths once', async () => {
  const root = project(appFromConfig(PATHS))
  expect((await run(root, ['pipeline'])).stdout).toMatch(/^guard +\/admin, \/reseller +10 /m)
  const { stdout } = await run(root, ['explain', 'GET', '/reseller/sales'])
  expect(stdout.match(/^.*guard.*$/gm)).toEqual([expect.stringMatching(/^runs +guard +\/admin, \/reseller +10 /)])
  expect((await run(root, ['explain', 'GET', '/'])).stdout).toMatch(/^skipped +guard /m)
  const rows = await runJson<{ path: string; always: string[] }[]>(root, ['routes', '--guards'])
  expect(Object.fromEntries(rows.map(({ path, always }) => [path, always]))).toEqual({
    '/admin/users': ['guard at /admin'],
    '/reseller/sales': ['guard at /reseller'],
    '/': [],
  })
  expect((await run(root, ['check'])).code).toBe(0)
})
