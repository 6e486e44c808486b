import { Application, createServer, HttpError, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { bearerAuth } from 'hono/bearer-auth'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { csrf } from 'hono/csrf'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { ipRestriction } from 'hono/ip-restriction'
import { jwt, sign } from 'hono/jwt'
import { timing } from 'hono/timing'
import { expect, onTestFinished, test } from 'vitest'
import { connInfo, fromHono, HONO_CONTEXT } from './hono.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Serves middleware of Hono with routes after it. Returns a function that sends requests, and the errors that `onError`
 * of the application gets.
 */
async function serve(...middleware: readonly Middleware[]) {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  for (const one of middleware) app.pipe(one)
  app.get('/', (request) => {
    const payload = request.attribute(HONO_CONTEXT).get('jwtPayload') as { readonly sub: string } | undefined
    return text(`hello ${payload?.sub ?? 'you'}`)
  })
  app.post('/', async (request) => text(await request.text()))
  app.get('/refused', () => {
    throw new HttpError(409)
  })
  app.get('/exception', () => {
    throw new HTTPException(418)
  })
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.address?.port}${path}`, init)
  return { ask, errors }
}

/** Makes the options of a request whose body is sent in chunks, without `Content-Length`. */
const inChunks = (text: string): RequestInit => ({
  method: 'POST',
  body: new Blob([text]).stream(),
  duplex: 'half',
})

test('basic-auth of Hono asks for a password by 401, and admits a visitor who has it', async () => {
  const { ask, errors } = await serve(fromHono(basicAuth({ username: 'ada', password: 'tea' })))
  const refused = await ask('/')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Secure Area"'])
  const headers = { authorization: `Basic ${btoa('ada:tea')}` }
  expect(await (await ask('/', { headers })).text()).toBe('hello you')
  expect(errors).toEqual([])
})

test('bearer-auth of Hono refuses a missing or wrong token by 401 and an unreadable header by 400, and admits the right token', async () => {
  const { ask, errors } = await serve(fromHono(bearerAuth({ token: 'abc' })))
  const status = async (authorization: string) => (await ask('/', { headers: { authorization } })).status
  expect([
    (await ask('/')).status,
    await status('Bearer x'),
    await status('nothing'),
    await status('Bearer abc'),
  ]).toEqual([401, 401, 400, 200])
  expect(errors).toEqual([])
})

test('jwt of Hono refuses a request without a token by 401, and handlers after it read the payload of a token from the context', async () => {
  const { ask, errors } = await serve(fromHono(jwt({ secret: 'secret', alg: 'HS256' })))
  expect((await ask('/')).status).toBe(401)
  const headers = { authorization: `Bearer ${await sign({ sub: 'Ada' }, 'secret', 'HS256')}` }
  expect(await (await ask('/', { headers })).text()).toBe('hello Ada')
  expect(errors).toEqual([])
})

test('csrf of Hono refuses the form of another origin by 403', async () => {
  const { ask, errors } = await serve(fromHono(csrf()))
  const post = (headers: Record<string, string>) =>
    ask('/', { method: 'POST', body: 'a=1', headers: { ...FORM, ...headers } })
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  const own = await ask('/').then(({ url }) => new URL(url).origin)
  const sent = await post({ origin: own })
  expect([sent.status, await sent.text()]).toEqual([200, 'a=1'])
  expect(errors).toEqual([])
})

test('body-limit of Hono refuses a large body by 413, with Content-Length or in chunks, and passes a smaller one on', async () => {
  const { ask, errors } = await serve(fromHono(bodyLimit({ maxSize: 5 })))
  const announced = (body: string) => ask('/', { method: 'POST', body })
  expect([(await announced('too long')).status, (await ask('/', inChunks('too long'))).status]).toEqual([413, 413])
  expect([await (await announced('short')).text(), await (await ask('/', inChunks('short'))).text()]).toEqual([
    'short',
    'short',
  ])
  expect(errors).toEqual([])
})

test('ip-restriction of Hono gets the address of the client by connInfo', async () => {
  const denied = await serve(fromHono(ipRestriction(connInfo, { denyList: ['127.0.0.0/8'] })))
  expect((await denied.ask('/')).status).toBe(403)
  const allowed = await serve(fromHono(ipRestriction(connInfo, { denyList: [], allowList: ['127.0.0.1'] })))
  expect((await allowed.ask('/')).status).toBe(200)
  expect([...denied.errors, ...allowed.errors]).toEqual([])
  const hono = new Hono().get('/', (context) => context.json(connInfo(context)))
  hono.onError((error) => new Response(error.message))
  expect(await (await hono.request('/')).text()).toBe('connInfo() is for middleware that fromHono() runs.')
})

test('etag, cors and timing of Hono change the response of the handler after fromHono()', async () => {
  const { ask } = await serve(fromHono(timing(), cors({ origin: 'https://friend.example' }), etag()))
  const first = await ask('/', { headers: { origin: 'https://friend.example' } })
  const tag = first.headers.get('etag') ?? ''
  expect([await first.text(), first.headers.get('access-control-allow-origin')]).toEqual([
    'hello you',
    'https://friend.example',
  ])
  expect(first.headers.get('server-timing')).toMatch(/^total;dur=/)
  expect((await ask('/', { headers: { 'if-none-match': tag } })).status).toBe(304)
  const headers = { origin: 'https://friend.example', 'access-control-request-method': 'POST' }
  const preflight = await ask('/', { method: 'OPTIONS', headers })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    expect.stringContaining('POST'),
  ])
})

test('onError gets each error of a handler after fromHono(), an HTTPException included, and an ordinary error that middleware of Hono throws', async () => {
  const failing = async (context: { req: { path: string } }, next: () => Promise<void>) => {
    if (context.req.path === '/fails') throw new Error('boom')
    await next()
  }
  const { ask, errors } = await serve(fromHono(failing, timing()))
  expect([(await ask('/refused')).status, (await ask('/exception')).status, (await ask('/fails')).status]).toEqual([
    409, 500, 500,
  ])
  expect(errors.map(String)).toEqual([
    expect.stringContaining('HttpError'),
    expect.stringContaining('Error'),
    'Error: boom',
  ])
})

test('a body that middleware of Hono reads can be read again by handlers after it, within the limit of the request', async () => {
  const reading = async (
    context: { req: { text(): Promise<string>; header(): object } },
    next: () => Promise<void>,
  ) => {
    await context.req.text()
    await next()
  }
  const { ask } = await serve(fromHono(reading), fromHono(reading))
  expect(await (await ask('/', inChunks('grün'))).text()).toBe('grün')
  expect((await ask('/', { method: 'POST', body: 'x'.repeat(1_100_000) })).status).toBe(413)
})

test('context.env of middleware of Hono has the arguments of the platform, and two requests at the same time share no data', async () => {
  const seen: unknown[] = []
  const app = new Application().pipe(
    fromHono(async (context, next) => {
      seen.push(context.env.KEY)
      await next()
    }),
  )
  app.pipe((request) => text(request.path))
  await app.fetch(new Request('http://localhost/a'), { KEY: 1 }, { waitUntil() {} })
  const answers = await Promise.all(['/b', '/c'].map(async (path) => (await app.request(path)).text()))
  expect([seen, answers]).toEqual([
    [1, undefined, undefined],
    ['/b', '/c'],
  ])
})

test('fromHono() refuses a value that is not middleware of Hono', () => {
  expect(() => fromHono({} as never)).toThrow('fromHono(): middleware of Hono is a function, got object.')
})
