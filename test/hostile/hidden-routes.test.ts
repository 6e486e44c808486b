import { authentication, basicAuthenticator } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { COMPRESSION, compression } from '@app/compression'
import { Application, BODY_LIMIT, ErrorHandler, type Middleware, text } from '@app/core'
import { CORS, cors } from '@app/cors'
import { csrf } from '@app/csrf'
import { RATE_LIMIT, rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SECURITY_HEADERS, securityHeaders } from '@app/security-headers'
import { session } from '@app/session'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const ORIGIN = 'https://friend.example'
const ADA = { authorization: `Basic ${btoa('ada:secret')}` }

/** Everything of ours that changes answers, before two hidden routes; `after` says where routing stands. */
function site(routing: 'in front of' | 'behind', origins: '*' | string[]): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app
    .pipe(new ErrorHandler({ listeners: [] }))
    .pipe(securityHeaders())
    .pipe(compression())
    .pipe(cors({ origins }))
  app.pipe(rateLimit({ key: (request) => request.headers.get('x-key') ?? undefined, limit: 3 }))
  app.pipe(session({ secret: 'hidden'.repeat(8) })).pipe(csrf())
  app.pipe(authentication({ authenticators: [basicAuthenticator({ users: [{ id: 'ada', password: 'secret' }] })] }))
  const guard: Middleware = authorization({ hide: true })
  if (routing === 'in front of') app.pipeRoutingMiddleware().pipe(guard).pipeDispatchMiddleware()
  else app.pipe(guard)
  for (const method of ['GET', 'POST'] as const) {
    const route = app.route(`/hidden`, () => text('secret'), [method], `hidden.${method}`)
    route.set(REQUIRES, { roles: ['admin'] }).set(RATE_LIMIT, { limit: 1, window: 600 })
  }
  const free = app.get('/hidden/free', () => text('secret'))
  free
    .set(REQUIRES, { roles: ['admin'] })
    .set(RATE_LIMIT, false)
    .set(COMPRESSION, false)
    .set(BODY_LIMIT, 1)
  return app
}

const REQUESTS: Readonly<Record<string, RequestInit>> = {
  GET: {},
  HEAD: { method: 'HEAD' },
  'GET from another site': { headers: { origin: ORIGIN } },
  'POST of a form': {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
    headers: { 'sec-fetch-site': 'same-origin' },
  },
  'POST from another site': { method: 'POST', headers: { 'sec-fetch-site': 'cross-site', origin: ORIGIN } },
  DELETE: { method: 'DELETE' },
  OPTIONS: { method: 'OPTIONS' },
  ...Object.fromEntries(
    ['GET', 'POST', 'DELETE'].map((method) => [
      `a preflight for ${method}`,
      { method: 'OPTIONS', headers: { origin: ORIGIN, 'access-control-request-method': method } },
    ]),
  ),
}

// The seconds until a limit ends are part of a response, and one may pass between two requests.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Everything that a client sees of a response, except the values that are random. */
async function seen(app: Application, path: string, request: RequestInit, more: Record<string, string>) {
  const headers = { ...(request.headers as Record<string, string>), ...more }
  const response = await app.request(path, { ...request, headers })
  const all = [...response.headers].map(([name, value]) => `${name}: ${value.replace(/nonce-[\w+/=-]+/g, 'nonce')}`)
  return { status: response.status, headers: all, body: (await response.text()).replaceAll(path, '') }
}

describe.each([
  ['in front of', [ORIGIN]],
  ['behind', [ORIGIN]],
  ['behind', '*'],
] as const)('routing stands %s the guard, and these origins may read: %s', (routing, origins) => {
  test.each(Object.entries(REQUESTS))(
    '%s tells nothing of a hidden route, however often it is sent',
    async (_what, request) => {
      const app = site(routing, origins === '*' ? origins : [...origins])
      for (const who of [{}, ADA]) {
        for (let time = 0; time < 5; time++) {
          const key = `missing ${JSON.stringify(who)}`
          const missing = await seen(app, '/missing', request, { ...who, 'x-key': key })
          for (const path of ['/hidden', '/hidden/free'])
            expect(await seen(app, path, request, { ...who, 'x-key': `${path} ${key}` }), path).toEqual(missing)
        }
      }
    },
  )
})

test('a response in place of a hidden route has no headers of its metadata', async () => {
  const app = site('behind', [ORIGIN])
  app
    .get('/hidden/marked', () => text('secret'))
    .set(SECURITY_HEADERS, { referrerPolicy: 'origin' })
    .set(CORS, { maxAge: 7 })
  const headers = { origin: ORIGIN, ...ADA }
  expect(await seen(app, '/hidden/marked', {}, headers)).toEqual(await seen(app, '/missing', {}, headers))
})
