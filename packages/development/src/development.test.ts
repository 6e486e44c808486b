import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Application, ApplicationFactory, ErrorHandler, HttpError, html, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { developmentErrorResponder } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'development-'))

afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function throwing(error: unknown): Middleware {
  return function fails() {
    throw error
  }
}

function application() {
  const respond = developmentErrorResponder()
  return new Application({ router: new FindMyWayRouter() }).pipe(new ErrorHandler({ respond, listeners: [] }))
}

async function page(error: unknown, headers: Record<string, string> = {}) {
  const response = await application()
    .pipe(throwing(error))
    .request('/', { headers: { accept: 'text/html', ...headers } })
  return { response, html: await response.text() }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests look at
async function problem(error: unknown, app = application().pipe(throwing(error)), path = '/'): Promise<any> {
  return (await app.request(path, { headers: { accept: 'application/json' } })).json()
}

/**
 * Makes an error whose stack says that a library threw it, and that the line `line` of the application's file
 * `location` had called the library.
 */
function thrownAt(location: string, line: number): Error {
  const frames = [
    'at inLibrary (file:///srv/node_modules/lib/index.js:1:1)',
    `at async Shop.total (${location}:${line}:9)`,
    'at node:internal/process/task_queues:105:5',
  ]
  return Object.assign(new RangeError('too much'), { stack: ['RangeError: too much', ...frames].join('\n    ') })
}

test.each(['production', 'test', '', undefined])(
  'with NODE_ENV %s the response shows nothing of the error',
  async (env) => {
    vi.stubEnv('NODE_ENV', env)
    const { response, html } = await page(new HttpError(503, 'secret', { headers: { 'retry-after': '7' } }))
    expect([response.status, html, response.headers.get('retry-after')]).toEqual([503, 'Service Unavailable', '7'])
    const json = await application()
      .pipe(throwing(new Error('secret')))
      .request('/', { headers: { accept: 'application/json' } })
    expect([json.status, await json.text()]).toEqual([500, 'Internal Server Error'])
  },
)

test('a responder made in development shows nothing of an error as soon as NODE_ENV is production', async () => {
  const app = application().pipe(throwing(new Error('secret')))
  expect(await (await app.request('/')).text()).toContain('secret')
  vi.stubEnv('NODE_ENV', 'production')
  expect(await (await app.request('/')).text()).toBe('Internal Server Error')
})

test('in development alone, the reason of a refusal is written below the error page of the application', async () => {
  const respond = developmentErrorResponder((error) => {
    const { status } = error as HttpError
    return status === 415 ? text('ours', { status }) : html(`<h1>${status}</h1>`, { status })
  })
  const app = new Application({ router: new FindMyWayRouter() }).pipe(new ErrorHandler({ respond, listeners: [] }))
  app.pipe('/csrf', throwing(new HttpError(403, 'a write of <another> site')))
  app.pipe('/type', throwing(new HttpError(415, 'the body is a form')))
  app.pipe('/shown', throwing(new HttpError(409, 'Taken.', { expose: true })))
  app.pipe('/bare', throwing(new HttpError(404)))
  const answers = () =>
    Promise.all(['/csrf', '/type', '/shown', '/bare'].map(async (path) => (await app.request(path)).text()))
  expect(await answers()).toEqual([
    '<h1>403</h1>\n<hr><p role="note">Shown in development alone: 403, a write of &lt;another&gt; site</p>\n',
    'ours\nShown in development alone: 415, the body is a form',
    '<h1>409</h1>',
    '<h1>404</h1>',
  ])
  vi.stubEnv('NODE_ENV', 'production')
  expect(await answers()).toEqual(['<h1>403</h1>', 'ours', '<h1>409</h1>', '<h1>404</h1>'])
})

test('in development, error pages of the application are shown too, except for a status of 500 and above', async () => {
  const respond = developmentErrorResponder((error) =>
    text(`ours: ${HttpError.is(error) ? error.status : 500}`, { status: HttpError.is(error) ? error.status : 500 }),
  )
  const app = new Application({ router: new FindMyWayRouter() }).pipe(new ErrorHandler({ respond, listeners: [] }))
  app.pipe('/boom', throwing(new Error('no such luck')))
  app.pipe('/full', throwing(new HttpError(503, 'no room')))
  app.get('/', () => text('home'))
  const answers = async () =>
    Promise.all(['/nowhere', '/boom', '/full'].map(async (path) => (await app.request(path)).text()))
  const [missing, boom, full] = await answers()
  expect(missing).toMatch(/^ours: 404\nShown in development alone: 404, no route has this path/)
  expect(boom).toContain('no such luck')
  expect(full).toContain('no room')
  expect(await (await app.request('/', { method: 'DELETE' })).text()).toMatch(/^ours: 405\n.*take GET$/)
  vi.stubEnv('NODE_ENV', 'production')
  expect(await answers()).toEqual(['ours: 404', 'ours: 500', 'ours: 503'])
})

test('an error page of the application that fails is reported after the error that it should have shown', async () => {
  const heard: unknown[] = []
  const respond = developmentErrorResponder(() => Promise.reject(new Error('no template')))
  const app = new Application({ onError: (error) => heard.push((error as Error).message) })
  app.pipe(new ErrorHandler({ respond })).pipe(throwing(new HttpError(404, 'no such note')))
  expect((await app.request('/')).status).toBe(500)
  expect(heard).toEqual(['no such note', 'no template'])
})

test('a browser gets an error page that may load no other resource, and that is not cached', async () => {
  const { response, html } = await page(new TypeError('no such thing'))
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const nonce = /<style nonce="([\w-]+)">/.exec(html)?.[1]
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('<h1>TypeError</h1>')
  expect(html).not.toMatch(/<script|https?:|url\(/)
})

test('a client that prefers JSON gets the content of the error page as problem details', async () => {
  const app = application()
  app.get('/users/{id}', throwing(new HttpError(409, 'taken', { headers: { 'x-why': 'so' } })), 'user.show')
  const response = await app.request('/users/7?a=1&a=2', { headers: { accept: 'application/json' } })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect([response.status, response.headers.get('x-why'), response.headers.get('vary')]).toEqual([409, 'so', 'accept'])
  expect(await response.json()).toMatchObject({
    title: 'Conflict',
    status: 409,
    detail: 'taken',
    errors: [{ name: 'HttpError', message: 'taken' }],
    request: {
      method: 'GET',
      path: '/users/7',
      params: { id: '7' },
      query: [
        ['a', '1'],
        ['a', '2'],
      ],
    },
    route: { path: '/users/{id}', name: 'user.show', methods: ['GET'], basePath: '' },
    pipeline: [
      { kind: 'middleware', place: 'pipe 1: ErrorHandler', hasThrown: false },
      { kind: 'route', place: '/users/{id}', hasThrown: false },
      { kind: 'middleware', place: 'GET /users/{id} (user.show): fails', hasThrown: true },
    ],
  })
})

test('the error page shows the source around the first stack frame outside of libraries', async () => {
  const file = join(folder, 'shop.ts')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  writeFileSync(file, Array.from({ length: 30 }, (_, i) => `const line${i + 1} = "</pre><b>"`).join('\n'))
  const { errors } = await problem(thrownAt(pathToFileURL(file).href, 20))
  expect(errors[0].source).toMatchObject({ file: 'shop.ts', line: 20, column: 9 })
  expect(errors[0].source.lines.map(({ number }: { number: number }) => number)).toEqual(
    Array.from({ length: 13 }, (_, i) => i + 14),
  )
  expect(errors[0].frames.map(({ call, isOwn }: { call: string; isOwn: boolean }) => [call, isOwn])).toEqual([
    ['inLibrary', false],
    ['async Shop.total', true],
    ['', false],
  ])
  const { html } = await page(thrownAt(file, 20))
  expect(html).toContain('<li value="20" aria-current="true">')
  expect(html).toContain('const li<mark>ne20</mark> = &quot;&lt;/pre&gt;&lt;b&gt;&quot;')
})

test.each(['/etc/passwd', '/nowhere/at/all.ts', 'node:fs', 'evil.ts'])(
  'the error page does not show the source of a stack frame in %s',
  async (location) => {
    const { errors } = await problem(thrownAt(location, 1))
    expect(errors[0].source).toBeUndefined()
  },
)

test('the error page shows the causes of an error, each once, and the errors of an AggregateError', async () => {
  const root = Object.assign(new Error('root'), { code: 'ENOENT' })
  const outer = new Error('outer', { cause: new AggregateError([root, new Error('other')], 'both') })
  root.cause = outer
  const { errors } = await problem(outer)
  expect(errors.map(({ name, message, code }: Record<string, string>) => [name, message, code])).toEqual([
    ['Error', 'outer', undefined],
    ['AggregateError', 'both', undefined],
    ['Error', 'root', 'ENOENT'],
    ['Error', 'other', undefined],
  ])
  expect((await page(outer)).html).toContain('<h3>Error <small>ENOENT</small></h3>')
})

const hostileProxy = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

test.each([
  [null, 'null was thrown'],
  [undefined, 'undefined was thrown'],
  ['text', '"text" was thrown'],
  [{ a: 1 }, '[object Object] was thrown'],
  [Object.create(null), 'Something that cannot be shown was thrown'],
  [hostileProxy, 'Something that cannot be shown was thrown'],
])('the error page describes a thrown value that is not an Error (case %#)', async (thrown, message) => {
  const { errors } = await problem(thrown)
  expect(errors).toEqual([{ name: 'Not an Error', message, frames: [] }])
})

test('the error page escapes all text, and shows invisible characters as escape sequences', async () => {
  class Mean extends Error {
    override name = '<b>"\'`&'
  }
  const { html } = await page(new Mean('</p><script>alert(1)</script>\u202e\x00'), { 'x-note': '<i>' })
  expect(html).not.toMatch(/<script|<b>"|<i>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u202e\\u0000')
})

/**
 * The secret is assembled from two parts: the error page shows lines of this file, in which the whole secret must not
 * occur.
 */
const SECRET = ['s3', 'cret'].join('')

test('a value whose name suggests a secret is masked in every part of the error page', async () => {
  const headers = {
    ...{ authorization: `Basic ${SECRET}`, cookie: `a=${SECRET}`, 'x-api-key': SECRET, 'x-plain': 'shown' },
    ...{ referer: `https://shop.example/reset/${SECRET}`, 'x-forwarded-uri': `/?accesstoken=${SECRET}` },
  }
  const app = application()
  app.get('/reset/{token}', throwing(new Error('x')))
  const response = await app.request(`/reset/t0ken?password=${SECRET}&page=2`, {
    headers: { accept: 'application/json', ...headers },
  })
  const { request } = (await response.json()) as { request: object }
  expect(request).toMatchObject({
    params: { token: '********' },
    query: [
      ['password', '********'],
      ['page', '2'],
    ],
    headers: {
      ...{ authorization: '********', cookie: '********', 'x-api-key': '********', 'x-plain': 'shown' },
      ...{ referer: '********', 'x-forwarded-uri': '/?accesstoken=********' },
    },
  })
  const refused = new Error(`connect to postgres://ada:${SECRET}@db/app`, { cause: `token=${SECRET}` })
  expect((await page(refused, headers)).html).not.toContain(SECRET)
  expect((await page(new Error('x'), headers)).html).not.toContain(SECRET)
})

test('of the steps on the error page, only the innermost one that threw is marked, also in an application under a prefix', async () => {
  const inner = new Application({ router: new FindMyWayRouter() })
  inner.get('/users/{id}', async () => {
    throw new Error('deep')
  })
  const app = application()
    .pipe('/admin', async (request, handler) => handler(request))
    .pipe('/admin', inner)
  const { pipeline, route, request } = await problem(undefined, app, '/admin/users/7')
  expect(route).toMatchObject({ path: '/users/{id}', basePath: '/admin' })
  expect(request.params).toEqual({ id: '7' })
  expect(pipeline.map(({ place, hasThrown }: Record<string, unknown>) => [place, hasThrown])).toEqual([
    ['pipe 1: ErrorHandler', false],
    ['pipe 2 at "/admin"', false],
    ['/users/{id}', false],
    [expect.stringContaining('GET /users/{id}'), true],
  ])
})

test('the place of an entry from a package has the key and the number of the source, without the word configProvider', async () => {
  const entry = { middleware: throwing(new Error('lost')) }
  const config = { middleware_pipeline: { '@acme/menu': entry } }
  const traced = (name: string) => ({ origin: { name }, children: new Map() })
  const section = { ...traced('x'), children: new Map([['@acme/menu', traced('configProvider (source 2)')]]) }
  // The property in which `@app/config` keeps the sources of configurations.
  const shared = globalThis as { [traces: symbol]: WeakMap<object, unknown> | undefined }
  shared[Symbol.for('@app/config/traces')] ??= new WeakMap()
  const root = { ...traced('x'), children: new Map([['middleware_pipeline', section]]) }
  shared[Symbol.for('@app/config/traces')]?.set(config, root)
  const app = application().pipe(ApplicationFactory.create(new Map<unknown, unknown>([['config', config]]) as never))
  const { pipeline } = await problem(undefined, app)
  expect(pipeline.at(-1).place).toBe('middleware_pipeline.@acme/menu (source 2): fails')
})

test('an error that was answered is not part of the report of a later error of the request', async () => {
  const second = new Error('second')
  const app = application()
    .pipe(async function falling(request, handler) {
      await handler(request)
      throw second
    })
    .pipe(new ErrorHandler({ listeners: [], respond: () => text('answered') }))
    .pipe(throwing(new Error('first')))
  const { detail, pipeline } = await problem(undefined, app)
  expect(detail).toBe('second')
  const culprit = pipeline.find(({ hasThrown }: Record<string, unknown>) => hasThrown)
  expect(culprit.place).toBe('pipe 2: falling')
})

test('the error page shortens a long message and a long stack', async () => {
  const error = new Error('x'.repeat(100_000))
  error.stack = `Error: x\n${'    at f (/srv/a.ts:1:1)\n'.repeat(10_000)}`
  const { errors } = await problem(error)
  expect([errors[0].message.length, errors[0].frames.length]).toEqual([10_000, 50])
})
