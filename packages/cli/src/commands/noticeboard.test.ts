import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Ended } from '../../../../test/programs/run-program.ts'
import { EXAMPLES, run, write } from '../project.test.helper.ts'

/** Makes a copy of the example noticeboard, with `planted` as an additional configuration file. */
function noticeboardWith(planted?: string): string {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'noticeboard-')))
  onTestFinished(() => rmSync(around, { recursive: true, force: true }))
  const root = join(around, 'noticeboard')
  const noticeboard = join(EXAMPLES, 'noticeboard')
  const isOwn = (path: string) => !/[\\/](?:node_modules|data|\.env)$/.test(path)
  cpSync(noticeboard, root, { recursive: true, filter: isOwn })
  symlinkSync(join(noticeboard, 'node_modules'), join(root, 'node_modules'))
  if (planted !== undefined) write(root, { 'config/autoload/planted.global.ts': planted })
  return root
}

function app(root: string, ...args: string[]): Promise<Ended> {
  return run(root, args, { APP_SECRET: 'a secret of a test that is long enough for it', DATABASE_FILE: ':memory:' })
}

/**
 * Runs `app check`, and returns the lines about policies, attributes and `routes.lock.json`. Leaves out other problems:
 * some are expected, since the client of the example is not built here.
 */
async function proofs(root: string): Promise<string> {
  const { stdout } = await app(root, 'check')
  return stdout
    .split('\n')
    .filter((line) => /^- (?!config\/types|Service)|^ {2}\w+ {2}|proven/.test(line))
    .join('\n')
}

function linkTrouter(root: string): void {
  const packages = join(root, '../node_modules/@app')
  mkdirSync(packages, { recursive: true })
  symlinkSync(join(EXAMPLES, '../packages/router-trouter'), join(packages, 'router-trouter'))
}

test('app routes --compare finds no difference between two routers for the noticeboard, and two differences for routes that the test adds', async () => {
  const compared = ['routes', '--compare', '@app/router-trouter']
  const root = noticeboardWith()
  expect(await app(root, ...compared)).toMatchObject({
    code: 2,
    stderr:
      '@app/router-trouter is not installed. Install it without saving it, since an application has one router: ' +
      'npm install --no-save @app/router-trouter\n',
  })
  linkTrouter(root)
  expect(await app(root, ...compared)).toMatchObject({
    code: 0,
    stdout: 'The same: TrouterRouter answers 32 routes as FindMyWayRouter does.\n',
  })
  const planted = `export default {
  routes: {
    help: { path: '/help/{topic}', middleware: () => new Response('a topic'), allowed_methods: ['GET'] },
    search: { path: '/help/search', middleware: () => new Response('found'), allowed_methods: ['GET'] },
    hook: { path: '/hook', middleware: () => new Response('heard') },
  },
}
`
  const other = noticeboardWith(planted)
  linkTrouter(other)
  const { code, stdout } = await app(other, ...compared)
  expect(code).toBe(1)
  expect(stdout).toMatchInlineSnapshot(`
    "ROUTE                      REQUEST           FindMyWayRouter                                                  TrouterRouter
    GET /help/search (search)  GET /help/search  GET /help/search (search)                                        GET /help/{topic} (help), topic=search
    any method /hook (hook)    X-NO-ROUTE /hook  405, Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, TRACE  any method /hook (hook)
    "
  `)
})

test('app explain shows that POST /admin on the noticeboard ends in a 405 of the nested application', async () => {
  const { code, stdout } = await app(noticeboardWith(), 'explain', 'POST', '/admin')
  expect(code).toBe(1)
  expect(stdout).toMatchInlineSnapshot(`
    "REQUEST         ENTRY                  PATH               PRIORITY  FROM                                MIDDLEWARE
    runs            @app/opentelemetry                        11000     @app/opentelemetry                  service @app/opentelemetry
    runs            request-id                                10000     config/autoload/pipeline.global.ts  requestId
    runs            access-log                                10000     config/autoload/pipeline.global.ts  accessLog
    runs            errors                                    10000     config/autoload/pipeline.global.ts  ErrorHandler
    skipped         api-errors             /api               9999      src/api/provider.ts                 ErrorHandler
    runs            @app/health                               9500      @app/health                         service @app/health
    runs            @app/security-headers                     9000      @app/security-headers               service @app/security-headers
    runs            @app/static                               6500      @app/static                         service @app/static
    skipped         client-files           /modules/client    6500      config/autoload/static.global.ts    service noticeboard/client-files
    skipped         endpoint-files         /modules/endpoint  6500      config/autoload/static.global.ts    service noticeboard/endpoint-files
    runs            @app/rate-limit                           6000      @app/rate-limit                     service @app/rate-limit
    runs            @app/cookies                              4000      @app/cookies                        service @app/cookies
    runs            @app/session                              3500      @app/session                        service @app/session
    runs            @app/csrf                                 3000      @app/csrf                           service @app/csrf
    runs            @app/authentication                       2500      @app/authentication                 service @app/authentication
    runs            @app/authorization                        2400      @app/authorization                  service @app/authorization
    skipped         @app/idempotency       /api               2000      src/api/provider.ts                 service @app/idempotency
    answers         admin                  /admin             1000      src/admin/provider.ts               service noticeboard/admin
    runs: no route    routing
    answers: 405      dispatch
    unreached       routing                                   1         config/autoload/pipeline.global.ts  routing
    unreached       enter-team                                -200      src/teams/provider.ts               service noticeboard/enter-team
    unreached       dispatch                                  -500      config/autoload/pipeline.global.ts  dispatch

    POST /admin
    answer  405, Allow: GET
    near    GET /admin (admin.accounts) is for GET, and not for POST
    "
  `)
})

test('app check reports an unguarded route, a missing attribute and a removed route that are planted in the noticeboard', async () => {
  const planted = `import { remove } from '@app/config'
import { Application, attributeKey, type Config, text } from '@app/core'
import { reads } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const TENANT = attributeKey<string, 'tenant'>('tenant')
const statistics = new Application({ router: new FindMyWayRouter() })
statistics.get('/visits', () => text('7'))

export default {
  middleware_pipeline: { statistics: { path: '/statistics', middleware: statistics, priority: 7_000 } },
  policies: { 'signed-in': { routes: '/', pass: '@app/authorization' } },
  routes: {
    'notice.remove': remove(),
    tenant: { path: '/tenant', middleware: reads([TENANT], (request) => text(request.attribute(TENANT))) as never },
  },
} satisfies Config
`
  expect(await proofs(noticeboardWith(planted))).toMatchInlineSnapshot(`
    "- policies.signed-in (config/autoload/planted.global.ts): Route GET /statistics/visits, in middleware_pipeline.statistics (config/autoload/planted.global.ts), is reached without "@app/authorization" by GET /statistics/visits. It comes after the route, or beside it: middleware_pipeline.@app/authorization (@app/authorization (source 3)). Put it before, by a higher priority, or write the path of the route into "except".
    - Route any method /tenant, routes.tenant (config/autoload/planted.global.ts), reads the attribute "tenant", and GET /tenant gets there without it. Nothing provides it. Pipe middleware before it that provides it: provides([tenant], middleware).
    - routes.lock.json: the routes have changed since it was written (major). Take the change back; or write a changeset, app check --changeset, and lock the routes anew, app routes --lock.
      major  POST /teams/{team}/notices/{id}/remove: gone
      minor  GET /statistics/visits: new
      minor  any /tenant: new"
  `)
})

test('the keys "before" and "after" of an entry determine its place in the pipeline, and if they contradict the priorities, the error names the entries', async () => {
  const planted = (where: string) => `export default {
  middleware_pipeline: { audit: { middleware: (request, handler) => handler(request), ${where} } },
}
`
  const { stdout } = await app(noticeboardWith(planted("after: '@app/session'")), 'pipeline', '--json')
  const items = JSON.parse(stdout) as readonly {
    readonly entry?: { readonly key: string; readonly priority?: number }
  }[]
  const keys = items.map(({ entry }) => entry?.key.replace('middleware_pipeline.', ''))
  const at = keys.indexOf('audit')
  expect(keys.slice(at - 1, at + 2)).toEqual(['@app/session', 'audit', '@app/csrf'])
  expect(items[at]?.entry?.priority).toBe(3_500)
  const contradicting = noticeboardWith(planted("after: 'routing', before: '@app/csrf'"))
  expect((await app(contradicting, 'pipeline')).stderr).toMatchInlineSnapshot(`
    "app.ts cannot be loaded: Service "@app/core/Application" could not be created: The order of the pipeline contradicts itself: middleware_pipeline.@app/csrf (configProvider (source 5)) runs after middleware_pipeline.audit (config/autoload/planted.global.ts), as the "before" of that entry says; middleware_pipeline.audit (config/autoload/planted.global.ts) runs after middleware_pipeline.routing (config/autoload/pipeline.global.ts), as its "after" says; middleware_pipeline.routing (config/autoload/pipeline.global.ts) runs after middleware_pipeline.@app/csrf (configProvider (source 5)), whose priority 3000 is higher than 1. Remove one of these conditions.
    "
  `)
})

const WITH_FILE = { APP_SECRET: 'a secret of a test that is long enough for it', DATABASE_FILE: 'data/x.db' }

test('app check leaves the database of the noticeboard as it is, and finds no problem with policies, attributes and routes', async () => {
  const root = noticeboardWith()
  const { stdout } = await run(root, ['check', '--json'], WITH_FILE)
  const { problems } = JSON.parse(stdout) as { problems: readonly { readonly kind: string }[] }
  expect(problems.filter(({ kind }) => kind === 'policy' || kind === 'attribute' || kind === 'lock')).toEqual([])
  expect(existsSync(join(root, 'data/x.db'))).toBe(false)
})

test.each(['types', 'routes'])(
  'app %s makes the services of the noticeboard, and leaves its database as it is',
  async (command) => {
    const root = noticeboardWith()
    await run(root, [command], WITH_FILE)
    expect(existsSync(join(root, 'data/x.db'))).toBe(false)
  },
)
