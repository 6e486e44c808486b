import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

test('app explain shows for each entry of the pipeline whether the request reaches it, with prefix, priority and file', async () => {
  expect(await run(`${EXAMPLES}/configured`, ['explain', 'get', '/reports/7'])).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "REQUEST    ENTRY                 PATH   PRIORITY  FROM                                MIDDLEWARE
    runs       timing                       10000     config/autoload/pipeline.global.ts  service acme/timing
    runs       @app/static                  6500      @app/static                         service @app/static
    answers    routing                      1         config/autoload/pipeline.global.ts  pipeline
    runs         routing
    runs         service acme/audit
    answers      dispatch
    answers        routes.2                           config/autoload/app.global.ts       service acme/report
    unreached  fallback              /shop  -10       config/autoload/pipeline.global.ts  service acme/fallback
    unreached  errors                       -1000     config/autoload/pipeline.global.ts  errors (for errors)

    GET /reports/7
    answer  GET /reports/{id} (/reports/{id}^GET), config/autoload/app.global.ts
    params  id=7
    ",
    }
  `)
})

test('for a path without a route, app explain shows a 404 and the routes that nearly match, and ends with exit code 1', async () => {
  const { code, stdout } = await run(`${EXAMPLES}/configured`, ['explain', 'GET', '/reports/x'])
  expect([code, stdout.slice(stdout.indexOf('\n\n') + 2)]).toMatchInlineSnapshot(`
    [
      1,
      "GET /reports/x
    answer  404, unless middleware_pipeline.errors (config/autoload/pipeline.global.ts) answers
    near    GET /reports/{id} (/reports/{id}^GET) the token \\d+ of {id} refuses "x"
    ",
    ]
  `)
})

const CODE = appInCode(`
app.pipe('/admin', function guard(request, handler) { return handler(request) })
app.get('/admin/users/{id}', [function audit(request, handler) { return handler(request) }, () => { throw new Error('ran') }], 'user')
app.post('/orders', () => text(''), 'order')`)

test.each<[string[], number, string]>([
  [['GET', '/admin/users/7?a=b'], 0, 'GET /admin/users/7\nanswer  GET /admin/users/{id} (user)\nparams  id=7\n'],
  [
    ['PUT', '/orders'],
    1,
    'PUT /orders\nanswer  405, Allow: POST\nnear    POST /orders (order) is for POST, and not for PUT\n',
  ],
  [['OPTIONS', '/orders'], 0, 'OPTIONS /orders\nanswer  200, Allow: POST\n'],
  [['GET', '/%2f'], 1, 'GET /%2f\nanswer  400, since "%2f" is a slash for some servers and text for others\n'],
  [['HEAD', 'http://x.example/admin/users/a/../7'], 0, 'HEAD /admin/users/7\nanswer  GET /admin/users/{id} (user)\n'],
])('app explain %j ends with the exit code %i, and no handler runs', async (args, code, expected) => {
  const answer = await run(project({ 'app.ts': CODE }), ['explain', ...args])
  expect([answer.code, answer.stderr]).toEqual([code, ''])
  expect(answer.stdout).toContain(expected)
})

test('app explain --json prints the explanation as JSON', async () => {
  const explained = await runJson<object>(project({ 'app.ts': CODE }), ['explain', 'GET', '/admin/users/7'])
  expect(explained).toMatchObject({
    method: 'GET',
    path: '/admin/users/7',
    answer: 'GET /admin/users/{id} (user)',
    route: { name: 'user', path: '/admin/users/{id}', methods: ['GET'], params: { id: '7' } },
    near: [],
    items: [
      { place: 'pipe 1 at "/admin": guard', verdict: 'runs', path: '/admin' },
      { kind: 'routing', verdict: 'runs' },
      { kind: 'dispatch', verdict: 'answers', items: [{ items: [{ name: 'audit' }, {}] }] },
    ],
  })
})

test('app explain shows a 500 at a service that cannot be made, and its error below the table', async () => {
  const config = `export default {
  dependencies: { factories: { broken: () => { throw new Error('no database') } } },
  middleware_pipeline: { broken: { middleware: 'broken' } },
}`
  const { code, stdout } = await run(project(appFromConfig(config)), ['explain', 'GET', '/'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^answers: 500 +broken +1 +app\.global\.ts/m)
  expect(stdout).toMatch(/^answer {2}500, since it cannot be made: .*no database/m)
})

describe('app explain with wrong arguments ends with exit code 2, and the error names the mistake', () => {
  test.each<[string[], string]>([
    [['/admin'], 'The method is missing. Write app explain GET /admin.'],
    [['GET'], 'The target is missing. Write app explain GET /path.'],
    [['/admin', 'GET'], 'The method comes first. Write app explain GET /admin.'],
    [['GTE', '/'], 'app explain knows no method "GTE". Did you mean GET?'],
    [['GET', 'admin'], '"admin" is not a target of a request: it is a path, as /admin, or a URL'],
    [[], "missing required argument 'method'"],
  ])('app explain with the wrong arguments %j prints nothing to stdout', async (args, message) => {
    const { code, stdout, stderr } = await run(project({ 'app.ts': CODE }), ['explain', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})
