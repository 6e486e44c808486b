import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  apiKeyAuthenticator,
  authentication,
  basicAuthenticator,
  bearerAuthenticator,
  onceLinks,
  sessionAuthenticator,
} from '@app/authentication'
import { passwords } from '@app/authentication/passwords'
import { secondFactor } from '@app/authentication/second-factor'
import { oidc } from '@app/authentication-oidc'
import { authorization } from '@app/authorization'
import { bodyParser, readBody } from '@app/body-parser'
import { compression } from '@app/compression'
import { defineConfig, loadConfig, resolveConfig, search } from '@app/config'
import { createContainer, services } from '@app/container-factory'
import { COOKIES, cookies } from '@app/cookies'
import {
  AppFactory,
  Application,
  ApplicationFactory,
  conditional,
  ErrorHandler,
  etags,
  html,
  Pipeline,
  Route,
  refuse,
  urlFor,
} from '@app/core'
import { accessLog, consoleLogger, requestId } from '@app/core/logging'
import { cors } from '@app/cors'
import { csrf } from '@app/csrf'
import { developmentErrorResponder } from '@app/development'
import {
  bytesContent,
  endpoint,
  eventContent,
  formContent,
  jsonContent,
  multipartContent,
  problemContent,
  streamContent,
  textContent,
} from '@app/endpoint'
import { type EndpointHandler, entryFor, handlerFor, implement, implementAll } from '@app/endpoint/server'
import { eventStream } from '@app/event-stream'
import { createHub } from '@app/event-stream/hub'
import { health } from '@app/health'
import {
  answeringWith,
  attributeKey,
  createServer,
  HttpError,
  type ServerRequest,
  serve,
  text,
  toNodeHandler,
} from '@app/http'
import { i18n, translations } from '@app/i18n'
import { idempotency, memoryKeys, once } from '@app/idempotency'
import { inspector } from '@app/inspector'
import { job, jobRunner, jobs, memoryJobs, sqlJobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { mount, proxy } from '@app/mount'
import { openApi, openApiDocument, openApiPage } from '@app/openapi'
import { openTelemetry, traceJobs } from '@app/opentelemetry'
import { metricsPage } from '@app/opentelemetry/prometheus'
import { ProblemDetailsError, problem, problemDetails } from '@app/problem-details'
import { testApplication } from '@app/proofs/testing'
import { rateLimit } from '@app/rate-limit'
import { generateUrl, metadataKey } from '@app/router'
import { TrouterRouter } from '@app/router-trouter'
import { securityHeaders } from '@app/security-headers'
import { SESSION, session } from '@app/session'
import { sqlSessions } from '@app/session/sql'
import { createTables, sqlOf } from '@app/sql'
import { assets, sendFile, serveStatic } from '@app/static'
import { createVisitor } from '@app/testing'
import { inTransaction, postgres, sqlite, transactional, transactions } from '@app/transactions'
import { multipart, uploads } from '@app/uploads'
import { field, form, readForm, view } from '@app/view'
import { TemplateFolder } from '@app/view/engine'
import { EtaRenderer } from '@app/view-eta'
import { HandlebarsRenderer } from '@app/view-handlebars'
import { deliver, deliveryHandler, newSecret, webhook } from '@app/webhooks'
import { webSocket } from '@app/websocket'
import { expect, test } from 'vitest'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = import.meta.dirname
const nonsense = { nonsense: 1 }
/** Options with an unknown name, cast so that they fit every type. */
const wrong = nonsense as never
const handler = () => text('')
const route = new Route('/', handler, ['GET'], 'home')
const described = endpoint({ method: 'GET', path: '/', name: 'home', responses: { 200: z.string() } })

/** Calls a function with a request, in a handler after the given middleware, and rejects if the function throws. */
async function within(call: (request: ServerRequest) => unknown, ...middleware: readonly never[]): Promise<void> {
  let thrown: unknown
  const app = new Application({ onError: () => {} })
  for (const one of middleware) app.pipe(one)
  app.pipe(async (request) => {
    try {
      await call(request)
    } catch (error) {
      thrown = error
    }
    return text('')
  })
  await app.request('/')
  if (thrown !== undefined) throw thrown
}

const visiting = session({ secret: 's'.repeat(32) })

/** A call with an unknown option for each function and class that checks its options. */
const CALLS: Readonly<Record<string, () => unknown>> = {
  'authentication authentication': () => authentication({ authenticators: [], ...nonsense }),
  'authentication basicAuthenticator': () => basicAuthenticator({ check: () => null, ...nonsense }),
  'authentication-oidc oidc': () => oidc({ providers: {}, identify: () => undefined, ...nonsense }),
  'authentication bearerAuthenticator': () =>
    bearerAuthenticator({ secret: 's'.repeat(32), issuer: 'a', audience: 'b', ...nonsense }),
  'authentication sessionAuthenticator': () => sessionAuthenticator(wrong),
  'authorization authorization': () => authorization(wrong),
  'body-parser bodyParser': () => bodyParser(wrong),
  'body-parser readBody': () => within((request) => readBody(request, wrong)),
  'compression compression': () => compression(wrong),
  'config defineConfig': () => defineConfig([], wrong),
  'config loadConfig': () => loadConfig(wrong),
  'config resolveConfig': () => resolveConfig(defineConfig([]), wrong),
  'config search': () => search('acme', wrong),
  'container-factory createContainer': () => createContainer({}, wrong),
  'container-factory build': () => services().build(wrong),
  'cookies cookies': () => cookies(wrong),
  'cookies set': () =>
    within((request) => request.attribute(COOKIES).set('a', 'b', wrong), cookies({ secret: 's'.repeat(32) }) as never),
  'core new Application': () => new Application(wrong),
  'core run': () => new Application().run(wrong),
  'core for': () => ApplicationFactory.for({ config: 'a', ...nonsense }),
  'core new ErrorHandler': () => new ErrorHandler(wrong),
  'core new Pipeline': () => new Pipeline(wrong),
  'core create': () => AppFactory.create(undefined, undefined, wrong),
  'core refuse': () => within((request) => refuse(request, 400, wrong)),
  'core urlFor': async () => {
    const app = new Application({ router: new TrouterRouter(), onError: () => {} })
    const thrown = new Promise((_resolve, reject) => {
      app.get(
        '/',
        (request) => {
          try {
            return text(urlFor(request, 'home', {}, wrong))
          } catch (error) {
            reject(error)
            throw error
          }
        },
        'home',
      )
    })
    await Promise.all([thrown, app.request('/')])
  },
  'core url': () => {
    const app = new Application()
    app.get('/', handler, 'home')
    return app.url('home', {}, wrong)
  },
  'core accessLog': () => accessLog(wrong),
  'core consoleLogger': () => consoleLogger(wrong),
  'core requestId': () => requestId(wrong),
  'cors cors': () => cors(wrong),
  'csrf csrf': () => csrf(wrong),
  'development developmentErrorResponder': () => developmentErrorResponder(undefined, wrong),
  'endpoint eventContent': () => eventContent(z.string(), wrong),
  'endpoint formContent': () => formContent(z.string(), wrong),
  'endpoint jsonContent': () => jsonContent(z.string(), wrong),
  'endpoint multipartContent': () => multipartContent(z.string(), wrong),
  'endpoint bytesContent': () => bytesContent(wrong),
  'endpoint streamContent': () => streamContent(wrong),
  'endpoint problemContent': () => problemContent(z.string(), wrong),
  'endpoint textContent': () => textContent(z.string(), wrong),
  'endpoint entryFor': () => entryFor(described, 'acme/home', wrong),
  'endpoint handlerFor': () => handlerFor(described, handler as never, wrong),
  'endpoint implement': () => implement(described, handler as never, wrong),
  'endpoint respond': async () => {
    let thrown: unknown
    const answer: EndpointHandler<typeof described> = ({ respond }) => {
      try {
        return respond(200, '', wrong)
      } catch (error) {
        thrown = error
        throw error
      }
    }
    const app = new Application({ router: new TrouterRouter(), onError: () => {} })
    app.route(implement(described, answer))
    await app.request('/')
    throw thrown
  },
  'endpoint implementAll': () => implementAll({ home: described }, { home: handler as never }, wrong),
  'event-stream createHub': () => createHub(wrong),
  'event-stream eventStream': () => eventStream(async function* () {}, wrong),
  'health health': () => health(wrong),
  'http new HttpError': () => new HttpError(400, undefined, wrong),
  'http answeringWith': () => answeringWith(400, new Error(''), wrong),
  'http attributeKey': () => attributeKey('x', wrong),
  'http createServer': () => createServer(handler, wrong),
  'http listen': () => createServer(handler).listen(wrong),
  'http close': () => createServer(handler).close(wrong),
  'http serve': () => serve(handler, wrong),
  'http toNodeHandler': () => toNodeHandler(handler, wrong),
  'i18n i18n': () => i18n(wrong),
  'i18n translations': () => translations(wrong),
  'inspector inspector': () => inspector(new Application(), wrong),
  'mount mount': () => mount(handler, wrong),
  'mount proxy': () => proxy('http://localhost', wrong),
  'openapi openApi': () => openApi(new Application(), { title: 'a', version: '1', ...nonsense }),
  'openapi openApiDocument': () => openApiDocument(new Application(), { title: 'a', version: '1', ...nonsense }),
  'openapi openApiPage': () => openApiPage({ url: '/openapi.json', ...nonsense }),
  'opentelemetry metricsPage': () => metricsPage(wrong),
  'opentelemetry openTelemetry': () => openTelemetry(wrong),
  'opentelemetry traceJobs': () => traceJobs(wrong),
  'problem-details problem': () => problem({ status: 400 }, wrong),
  'problem-details problemDetails': () => problemDetails(wrong),
  'problem-details new ProblemDetailsError': () => new ProblemDetailsError({ status: 400 }, wrong),
  'proofs testApplication': () => testApplication(defineConfig([]), wrong),
  'rate-limit rateLimit': () => rateLimit({ limit: 1, window: 1, ...nonsense }),
  'router generateUrl': () => generateUrl(route, {}, wrong),
  'router metadataKey': () => metadataKey('acme/nonsense', wrong),
  'security-headers securityHeaders': () => securityHeaders(wrong),
  'session sqlSessions': () => sqlSessions(new DatabaseSync(':memory:'), wrong),
  'session session': () => session({ secret: 's'.repeat(32), ...nonsense }),
  'sql createTables': () => createTables(new DatabaseSync(':memory:'), [], wrong),
  'sql sqlOf': () => sqlOf(new DatabaseSync(':memory:'), wrong),
  'static sendFile': () => within((request) => sendFile(request, import.meta.filename, wrong)),
  'static serveStatic': () => serveStatic(FOLDER, wrong),
  'uploads multipart': () => within((request) => multipart(request, wrong).next()),
  'uploads uploads': () => uploads({ folder: FOLDER, ...nonsense }),
  'websocket webSocket': () => webSocket({}, wrong),
  'view readForm': () => within((request) => readForm(request, z.object({}), wrong)),
  'view view': () => view(wrong),
  'view new TemplateFolder': () => new TemplateFolder({ folder: FOLDER, ...nonsense }, '.eta'),
  'view-eta new EtaRenderer': () => new EtaRenderer({ folder: FOLDER, ...nonsense }),
  'view-handlebars new HandlebarsRenderer': () => new HandlebarsRenderer({ folder: FOLDER, ...nonsense }),
  'authentication apiKeyAuthenticator': () =>
    apiKeyAuthenticator({ prefix: 'acme', find: () => undefined, ...nonsense }),
  'authentication onceLinks': () =>
    onceLinks({ secret: 's'.repeat(32), purposes: { reset: 60 }, version: () => '1', ...nonsense }),
  'authentication passwords': () => passwords(wrong),
  'authentication secondFactor': () =>
    secondFactor({ issuer: 'Notes', store: { read: () => null, replace: () => true }, ...nonsense }),
  'core etags': () => etags(wrong),
  'http conditional': () => within((request) => conditional(request, { version: 1 }, wrong)),
  'idempotency idempotency': () => idempotency(wrong),
  'idempotency memoryKeys': () => memoryKeys(wrong),
  'idempotency once': () => once({ store: memoryKeys(), ...nonsense }),
  'jobs job': () => job({ name: 'a', ...nonsense }),
  'jobs jobRunner': () => jobRunner(jobs({ engine: memoryJobs() }), wrong),
  'jobs jobs': () => jobs({ engine: memoryJobs(), ...nonsense }),
  'jobs redisJobs': () => redisJobs({ call: async () => null } as never, wrong),
  'jobs sqlJobs': () => sqlJobs(new DatabaseSync(':memory:'), wrong),
  'session flash': () => within((request) => request.attribute(SESSION).flash('a', 'b', wrong), visiting as never),
  'session flashes': () => within((request) => request.attribute(SESSION).flashes('a', wrong), visiting as never),
  'static assets': () => assets(wrong),
  'testing createVisitor': () => createVisitor(new Application(), wrong),
  'testing submit': async () => {
    const app = new Application().pipe(() => html('<form action="/"><button>Send</button></form>'))
    const visitor = createVisitor(app)
    await visitor.get('/')
    await visitor.submit(undefined, {}, wrong)
  },
  'transactions inTransaction': () =>
    inTransaction(
      sqlite(() => new DatabaseSync(':memory:')),
      () => undefined,
      wrong,
    ),
  'transactions postgres': () => postgres({ connect: () => undefined } as never, wrong),
  'transactions transactional': () => transactional(async () => undefined, wrong),
  'transactions transactions': () => transactions({ driver: sqlite(() => new DatabaseSync(':memory:')), ...nonsense }),
  'view field': () => field(form(), { name: 'a', label: 'b', ...nonsense }),
  'webhooks deliver': () =>
    deliver({ url: 'http://localhost', secrets: [newSecret()] }, { id: '1', payload: {} }, wrong),
  'webhooks deliveryHandler': () => deliveryHandler(() => undefined, wrong),
  'webhooks webhook': () => webhook({ secrets: [newSecret()], ...nonsense }),
}

test.each(Object.entries(CALLS))('%s refuses an unknown option, with an error that names it', async (_name, call) => {
  await expect((async () => await call())()).rejects.toThrow('unknown option "nonsense"')
})

test.each<[string, () => unknown]>([
  ['compression', () => compression({ threshold: undefined, codings: undefined })],
  ['eventStream', () => eventStream(async function* () {}, { heartbeat: undefined })],
  ['health', () => health({ live: undefined, checks: undefined, timeout: undefined })],
  ['mount', () => mount(() => text(''), { strip: undefined, cors: undefined })],
  ['proxy', () => proxy('http://localhost', { strip: undefined, timeout: undefined, fetch: undefined })],
  ['openTelemetry', () => openTelemetry({ query: undefined })],
  ['resolveConfig', () => resolveConfig(defineConfig([]), { env: undefined, root: undefined })],
  ['securityHeaders', () => securityHeaders({ frames: undefined, contentSecurityPolicy: undefined })],
  ['serveStatic', () => serveStatic(FOLDER, { cacheControl: undefined })],
  ['webSocket', () => webSocket({}, { origins: undefined, messageLimit: undefined })],
])(
  '%s uses the default of an option that is undefined, although with exactOptionalPropertyTypes the compiler may refuse it',
  async (_name, call) => {
    expect(await call()).toBeDefined()
  },
)

/** The functions that do not check their options themselves, each with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'client resume': 'as for createClient: its types refuse an unknown one',
  'client-query mutationOptions': 'they are those of TanStack Query, which has more in each version',
  'client createClient': 'its types refuse an unknown one; a check would not fit into the 2.25 kB that a page loads',
  'router setOptions': 'routers have options of their own, so that these are judged when routes are compiled',
}

/** The functions and classes of a package that take options of ours, according to the API report of the package. */
function takingOptions(report: string): readonly string[] {
  const [, name = ''] = /packages[/\\]([^/\\]+)/.exec(report) ?? []
  let owner = ''
  let door = ''
  return readFileSync(report, 'utf8')
    .split('\n')
    .flatMap((line) => {
      door = /^## (.*)/.exec(line)?.[1] ?? door
      if (door.endsWith('/internal')) return []
      owner = /^class (\w+)/.exec(line)?.[1] ?? owner
      const [, callee, parameters = ''] = /^ *(?:function )?(\w+)(?:<.*?>)?\((.*)\)?/.exec(line) ?? []
      // Options of the platform are not checked: the platform ignores unknown ones.
      if (!/\b(?!Error|Response)[A-Z]\w*(?:Options|Limits)\b/.test(parameters)) return []
      return [`${name} ${callee === 'constructor' ? `new ${owner}` : callee}`]
    })
}

test('every function and class that takes options has a row in this test', () => {
  const found = globSync('packages/*/api.md', { cwd: ROOT }).flatMap((report) => takingOptions(join(ROOT, report)))
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((one) => !(one in CALLS) && !(one in ELSEWHERE))).toEqual([])
})
