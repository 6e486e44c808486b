import { setTimeout as sleep } from 'node:timers/promises'
import { bodyParser } from '@app/body-parser'
import {
  Application,
  attributeKey,
  ErrorHandler,
  HttpError,
  json,
  type Middleware,
  provides,
  reads,
  refuse,
  type ServerRequest,
  text,
} from '@app/core'
import { requestId } from '@app/core/logging'
import { afterEach, expect, test, vi } from 'vitest'
import { type InspectorOptions, inspector } from './index.ts'
import { application, inspect, visit } from './inspected.test.helper.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const USER = attributeKey<{ readonly name: string; readonly token: string }>('user')
const waiting: Middleware = async function waiting(request, handler) {
  await sleep(5)
  return handler(request)
}
const enter = provides([USER], function enter(request, handler) {
  return handler(request.withAttribute(USER, { name: 'Ada', token: 'x' }))
})

test('the inspector refuses to work in production and staging, and where NODE_ENV is not set', () => {
  for (const mode of ['production', 'staging', undefined]) {
    vi.stubEnv('NODE_ENV', mode)
    expect(() => inspector(application())).toThrow(expect.objectContaining({ code: 'APP_INSPECTOR_PRODUCTION' }))
    expect(() => inspector(application())).toThrow(/^inspector\(\) shows requests, .* or set NODE_ENV=development/)
  }
  vi.stubEnv('NODE_ENV', 'development')
  expect(inspector(application())).toBeTypeOf('function')
  vi.stubEnv('NODE_ENV', undefined)
  vi.stubEnv('NODE_TEST_CONTEXT', 'child-v8')
  expect(inspector(application())).toBeTypeOf('function')
})

test('the inspector refuses an unknown option, the path "/", and the address of an editor that would run code in the browser or lacks {file}', () => {
  const refused = (options: object) => () => inspector(application(), options as InspectorOptions)
  expect(refused({ request: 5 })).toThrow('inspector(): unknown option "request". Did you mean "requests"?')
  expect(refused({ editor: 'javascript:alert(1)//{file}' })).toThrow(/"editor" must be an address with \{file}/)
  expect(refused({ editor: 'vscode://file' })).toThrow(/"editor" must be an address with \{file}/)
  expect(refused({ path: '/' })).toThrow(/"path" must be a path such as "\/_app"/)
})

test('the inspector shows the middleware and routes that a request reaches, nested, each with its own time and the attributes that it sets and reads', async () => {
  const app = application().pipe(waiting).pipe('/orders', enter)
  app.get(
    '/orders/{id}',
    reads([USER], async function show({ params }: ServerRequest) {
      await sleep(5)
      return json(params)
    }) as never,
    'order',
  )
  const details = await visit(inspect(app), '/orders/7?page=2')
  expect(details).toMatchObject({
    method: 'GET',
    target: '/orders/7?page=2',
    route: '/orders/{id}',
    routeName: 'order',
  })
  expect(details).toMatchObject({ status: 200, params: [['id', '7']] })
  expect(details.steps.map(({ label, depth, kind }) => [label, depth, kind])).toEqual([
    ['waiting', 0, 'middleware'],
    ['enter', 1, 'middleware'],
    ['/orders/{id}', 2, 'route'],
    ['show', 3, 'middleware'],
  ])
  const [outer, setting, , inner] = details.steps
  expect(setting?.sets).toContainEqual(['user', '{ name, token }'])
  expect(inner?.reads).toEqual(['user'])
  for (const step of [outer, inner]) expect(step?.own).toBeGreaterThan(3)
  expect(setting?.own).toBeLessThan((setting?.end ?? 0) - (setting?.start ?? 0))
})

test('the inspector names the middleware that threw an error, and links the stack to the editor', async () => {
  const app = application()
    .pipe(new ErrorHandler({ listeners: [] }))
    .pipe(waiting)
  app.get('/', function failing() {
    throw new TypeError('no price', { cause: new Error('no stock') })
  })
  const details = await visit(inspect(app, { editor: 'idea://open?file={file}&line={line}' }), '/')
  expect(details).toMatchObject({ status: 500, error: 'TypeError: no price' })
  expect(details.steps.filter(({ isCulprit }) => isCulprit).map(({ label }) => label)).toEqual(['failing'])
  expect(details.errors.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'TypeError: no price',
    'Error: no stock',
  ])
  expect(details.errors[0]?.frames[0]?.link).toMatch(/^idea:\/\/open\?file=\/.*\/inspector\.test\.ts&line=\d+$/)
})

test('the inspector gives the reason of a 4xx: the error, the missing route, or the middleware that answered', async () => {
  const app = application().pipe('/closed', function guard(request) {
    return refuse(request, 403)
  })
  app.get('/orders/{id}', ({ params }) => {
    throw new HttpError(409, `Order ${params.id} is paid.`)
  })
  const inspected = inspect(app)
  expect((await visit(inspected, '/orders/7')).reason).toBe('HttpError: Order 7 is paid.')
  expect((await visit(inspected, '/orders/7', { method: 'PUT' })).reason).toMatch(/^405/)
  expect((await visit(inspected, '/order')).reason).toMatch(/^404/)
  expect((await visit(inspected, '/closed/x')).reason).toBe('guard answered with 403')
  expect((await visit(inspected, '/%zz')).reason).toMatch(/^400, since /)
  expect((await visit(inspected, '/%zz')).target).toBe('/%zz')
})

test('the inspector hides secrets everywhere in a recorded request: in headers, in the query and in the response, unless the option showSecrets is true', async () => {
  const app = application().pipe(() => text('x', { headers: { 'set-cookie': 'sid=abcdef0123' } }))
  const init = {
    headers: { authorization: 'Bearer abcdef0123', cookie: 'sid=abcdef0123', 'x-api-key': 'abcdef0123', accept: '*/*' },
  }
  const masked = JSON.stringify(await visit(inspect(app), '/?token=abcdef0123&page=2', init))
  expect(masked).not.toContain('abcdef0123')
  expect(masked).toContain('page=2')
  const shown = await visit(inspect(app, { showSecrets: true }), '/?token=abcdef0123', init)
  expect(shown.target).toBe('/?token=abcdef0123')
  expect(shown.headers).toContainEqual(['cookie', 'sid=abcdef0123'])
})

test('the inspector sends a request again with its body and its hidden headers, and records it as a repetition; without a kept body, it refuses', async () => {
  const app = application().pipe(requestId()).pipe('/orders', bodyParser())
  const bodies: unknown[] = []
  app.post('/orders', async (request) => {
    bodies.push([await request.json(), request.headers.get('authorization')])
    return json({}, { status: 201 })
  })
  const inspected = inspect(app)
  const init = {
    method: 'POST',
    body: '{"tea":3}',
    headers: { authorization: 'Bearer abcdef', 'content-type': 'application/json' },
  }
  const { id } = await visit(inspected, '/orders', init)
  const own = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }
  const answer = await inspected.request(`/_app/requests/${id}/again`, own)
  expect(await answer.json()).toEqual({ id: id + 1, status: 201 })
  expect(bodies).toEqual(Array(2).fill([{ tea: 3 }, 'Bearer abcdef']))
  expect(await inspected.details(id + 1)).toMatchObject({ repeats: id, status: 201, route: '/orders' })
  expect((await inspected.request('/_app/requests/99/again', own)).status).toBe(404)
  const unread = await visit(inspected, '/nowhere', init)
  expect(unread.missingBody).toMatch(/^The body was not kept/)
  const refused = await inspected.request(`/_app/requests/${unread.id}/again`, own)
  expect(await refused.json()).toEqual({
    message: 'The body of this request was not kept, so the request cannot be sent again.',
  })
})

test('the inspector does not record requests to its own pages, and if two inspectors see a request, only one records it', async () => {
  const app = application()
  app.pipe(inspector(app)).pipe(() => text('x'))
  const inspected = inspect(app)
  await visit(inspected, '/')
  expect(await inspected.list()).toHaveLength(1)
})

test('the inspector takes its options from the configuration of the application', () => {
  const config = { inspector: { requests: 'many' } }
  const container = { has: (name: unknown) => name === 'config', get: () => config }
  expect(() => inspector(new Application({ container }))).toThrow(/inspector\.requests.*integer/)
})
