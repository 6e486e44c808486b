import { runInNewContext } from 'node:vm'
import { authentication } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { COOKIES, cookies } from '@app/cookies'
import {
  Application,
  ErrorHandler,
  HttpError,
  httpErrors,
  type Middleware,
  redirect,
  refuse,
  type ServerRequest,
  text,
} from '@app/core'
import { type AccessEntry, accessLog, requestId } from '@app/core/logging'
import { cors } from '@app/cors'
import { CSRF, csrf } from '@app/csrf'
import { rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { securityHeaders } from '@app/security-headers'
import { expect, test } from 'vitest'

/** What a client, a log and an error listener get of a request. */
interface Seen {
  readonly answer: readonly [status: number, body: string, headers: Readonly<Record<string, string>>]
  readonly entry: Partial<AccessEntry>
  readonly reported: number
}

/** Headers that differ from request to request. */
const RANDOM = /[\w+/-]{22,}(?:==)?/g

/** Sends a request to a route that ends in a given way, through everything that acts on answers. */
async function seen(end: Middleware, errors: readonly ErrorHandler[]): Promise<Seen> {
  const entries: AccessEntry[] = []
  const listened: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => listened.push(error) })
  app.pipe(requestId())
  app.pipe(accessLog({ logger: { info: (entry: AccessEntry) => entries.push(entry) } }))
  for (const handler of errors) app.pipe(handler)
  app.pipe(securityHeaders()).pipe(cors({ origins: ['https://other.example'] }))
  app.pipe(rateLimit({ limit: 5, window: 60, key: () => 'all' }))
  app.pipe(cookies({ secret: 's'.repeat(32) })).pipe(csrf())
  app.pipe(authentication({ authenticators: [{ authenticate: () => ({ id: 'ada' }), challenge: () => 'Basic' }] }))
  app.pipe(authorization())
  const acting: Middleware = async (request, handler) => {
    request.attribute(COOKIES).set('theme', 'dark')
    await request.attribute(CSRF).token()
    return handler(request)
  }
  app.get('/', [acting, end] as never).set(REQUIRES, 'authenticated')
  const response = await app.request('/', { headers: { origin: 'https://other.example' } })
  const headers = Object.fromEntries([...response.headers].map(([name, value]) => [name, value.replace(RANDOM, '…')]))
  const answer = [response.status, await response.text(), headers] as const
  await new Promise((resolve) => setImmediate(resolve))
  const [{ duration: _duration, requestId: id, ...entry } = { duration: 0 }] = entries
  return { answer, entry: { ...entry, ...(id !== undefined && { requestId: '…' }) }, reported: listened.length }
}

const throwing = (make: (request: ServerRequest) => unknown): Middleware => {
  return (request) => {
    throw make(request)
  }
}
const rejecting = (make: (request: ServerRequest) => unknown): Middleware => {
  return async (request) => {
    await new Promise((resolve) => setImmediate(resolve))
    throw make(request)
  }
}
const listeners: [] = []
const translating = () => new ErrorHandler({ listeners, translate: httpErrors })
const answering = (make: () => Response) => new ErrorHandler({ listeners, respond: make })
const there = () => redirect('/there', 303)
const page = () => text('Taken.', { status: 409 })
const broken = () => text('Broken.', { status: 503 })
const fine = () => text('Fine.')
const foreign = () =>
  runInNewContext('error', { error: Object.assign(new Error('Taken.'), { status: 409, expose: true }) })
/** A response of another copy of Fetch: no instance of this `Response`, though it says that it is one. */
const copied = () =>
  new Proxy(there(), {
    getPrototypeOf: () => Object.prototype,
    get: (response, name) => {
      const value: unknown = Reflect.get(response, name, response)
      return typeof value === 'function' ? value.bind(response) : value
    },
  })

type Way = readonly [name: string, end: Middleware, ...errors: ErrorHandler[]]

/**
 * For each response, the ways in which a client can get it. The first one returns it, and the others have to look
 * alike.
 */
const WAYS: Readonly<Record<string, readonly [() => Response, ...Way[]]>> = {
  'a redirect': [
    there,
    ['thrown', throwing(there), translating()],
    ['rejected with', rejecting(there), translating()],
    ['made of an error', throwing(() => new Error('x')), answering(there)],
    ['made of an HttpError', rejecting(() => new HttpError(409)), answering(there)],
    ['made of a refusal', (request) => refuse(request, 409), answering(there)],
    [
      'thrown by an inner error handler',
      throwing(() => 1),
      translating(),
      answering(() => {
        throw there()
      }),
    ],
  ],
  'a redirect of another copy of Fetch': [
    copied,
    ['thrown', throwing(copied), translating()],
    ['made of an error', throwing(() => new Error('x')), answering(copied)],
  ],
  'a 409': [
    page,
    ['thrown', throwing(() => new HttpError(409, 'Taken.', { expose: true }))],
    ['rejected with', rejecting(() => new HttpError(409, 'Taken.', { expose: true })), translating()],
    ['refused', (request) => refuse(request, 409, {}), answering(page)],
    ['thrown as a response', throwing(page), translating()],
    ['thrown by a library', throwing(foreign), translating()],
    ['made of an error', throwing(() => new Error('x')), answering(page)],
  ],
  'a 503': [
    broken,
    ['thrown as a response', throwing(broken), translating()],
    ['made of an error', rejecting(() => new Error('x')), answering(broken)],
    ['made of an HttpError below 500', throwing(() => new HttpError(404)), answering(broken)],
    ['refused', (request) => refuse(request, 503), answering(broken)],
  ],
  'a page': [
    fine,
    ['thrown as a response', throwing(fine), translating()],
    ['made of an error', throwing(() => new Error('x')), answering(fine)],
    ['made of a refusal', (request) => refuse(request, 404), answering(fine)],
  ],
}

test.each(
  Object.entries(WAYS).flatMap(([what, [make, ...ways]]) =>
    ways.map(([how, ...way]) => [what, how, make, way] as const),
  ),
)(
  '%s that is %s has the headers, cookies and log entry of one that is returned',
  async (_what, _how, make, [end, ...errors]) => {
    const returned = await seen(() => make(), [])
    const { answer, entry, reported } = await seen(end, errors)
    expect({ answer, entry }).toEqual({ answer: returned.answer, entry: returned.entry })
    expect(reported).toBe(errors.length === 0 ? 1 : 0)
    expect(entry.requestId).toBeDefined()
    const { headers } = { headers: answer[2] }
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining([
        ...['access-control-allow-origin', 'content-security-policy', 'ratelimit', 'set-cookie', 'x-request-id'],
      ]),
    )
    expect(headers.vary?.toLowerCase()).toContain('cookie')
  },
)
