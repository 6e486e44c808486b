import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authentication, basicAuthenticator } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { COMPRESSION, compression } from '@app/compression'
import {
  Application,
  BODY_LIMIT,
  type Container,
  createServer,
  host,
  type Middleware,
  Pipeline,
  text,
  toNodeHandler,
} from '@app/core'
import { CORS, cors } from '@app/cors'
import { RATE_LIMIT, rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SECURITY_HEADERS, securityHeaders } from '@app/security-headers'
import express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampled } from '../sampled.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Puts the application with the routes into the outer one, so that its routes are reached under `at`. */
const NESTINGS: Readonly<
  Record<string, { readonly at?: string; add(app: Application, inner: () => Application): unknown }>
> = {
  'at the root': { add: (app, inner) => app.pipe(inner()) },
  'under a prefix': { at: '/in', add: (app, inner) => app.pipe('/in', inner()) },
  'for a host': { add: (app, inner) => app.pipe(host('localhost', inner())) },
  'in a pipeline': { at: '/in', add: (app, inner) => app.pipe('/in', new Pipeline().pipe(inner())) },
  'in a pipeline in a pipeline': {
    at: '/in/side',
    add: (app, inner) => app.pipe('/in', new Pipeline().pipe(new Pipeline().pipe('/side', inner()))),
  },
  'as a service': { at: '/in', add: (app) => app.pipe('/in', 'inner') },
  'as the middleware of a route': { add: (app, inner) => app.any('/{rest...}', [inner()]).set(REQUIRES, 'public') },
  'by process() of one application': {
    add: (app, make) => {
      const inner = make()
      return app.pipe((request, handler) => inner.process(request, handler))
    },
  },
  'by process() under a prefix': {
    at: '/in',
    add: (app, make) => {
      const inner = make()
      return app.pipe('/in', async (request, handler) => inner.process(request, (later) => handler(later)))
    },
  },
  'by process() of a new application for each request': {
    add: (app, inner) => app.pipe((request, handler) => inner().process(request, handler)),
  },
  'by process() in the handler of a route': {
    add: (app, make) => {
      const inner = make()
      const handler: Middleware = (request, next) => inner.process(request, next)
      return app.any('/{rest...}', [handler]).set(REQUIRES, 'public')
    },
  },
}

/** The ways by which a request reaches the outer application. */
const TRANSPORTS: Readonly<Record<string, (app: Application) => Ask | Promise<Ask>>> = {
  directly: (app) => (path, init) => app.request(path, init),
  'over a socket': async (app) => {
    const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => void (await server.close()))
    return (path, init) => fetch(`http://localhost:${server.address?.port}${path}`, init)
  },
  'inside of Express': async (app) => {
    const server = createNodeServer(express().use('/base', toNodeHandler(app)) as never).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    return (path, init) => fetch(`http://localhost:${port}/base${path}`, { ...init, keepalive: false })
  },
}

const LONG = 'long '.repeat(1_000)
const ORIGIN = 'https://friend.example'
const FOREIGN = { headers: { origin: ORIGIN } }
const put = { ...FOREIGN, method: 'OPTIONS' }
Object.assign(put, { headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' } })

/** Each key of metadata that changes a response, and the responses that show that it holds. */
const KEYS: Readonly<Record<string, (ask: Ask) => Promise<readonly unknown[]>>> = {
  RATE_LIMIT: async (ask) => [
    (await ask('/limited')).status,
    (await ask('/limited')).status,
    (await ask('/plain')).status,
  ],
  'RATE_LIMIT false': async (ask) => {
    for (let time = 0; time < 60; time++) if ((await ask('/plain')).status === 429) break
    return [(await ask('/plain')).status, (await ask('/unlimited')).status]
  },
  REQUIRES: async (ask) => [(await ask('/closed')).status, (await ask('/plain')).status],
  CORS: async (ask) =>
    (await Promise.all([ask('/shared', FOREIGN), ask('/plain', FOREIGN), ask('/shared', put), ask('/plain', put)])).map(
      ({ headers }) => headers.get('access-control-allow-origin'),
    ),
  SECURITY_HEADERS: async (ask) =>
    (await Promise.all([ask('/framed'), ask('/plain')])).map(({ headers }) => headers.get('referrer-policy')),
  COMPRESSION: async (ask) =>
    (await Promise.all(['/raw', '/plain'].map((path) => ask(path, { headers: { 'accept-encoding': 'gzip' } })))).map(
      ({ headers }) => headers.get('content-encoding'),
    ),
  BODY_LIMIT: async (ask) =>
    (await Promise.all(['/small', '/plain'].map((path) => ask(path, { method: 'POST', body: LONG })))).map(
      ({ status }) => status,
    ),
}

const HOLDS: Readonly<Record<string, readonly unknown[]>> = {
  RATE_LIMIT: [200, 429, 200],
  'RATE_LIMIT false': [429, 200],
  REQUIRES: [401, 200],
  CORS: ['*', null, '*', null],
  SECURITY_HEADERS: ['origin', 'strict-origin-when-cross-origin'],
  COMPRESSION: [null, 'gzip'],
  BODY_LIMIT: [413, 200],
}

/**
 * A route that only the code of middleware reaches cannot be looked up before it: there the general limit counts as
 * well, whatever the limit of the route is.
 */
const ALSO_GENERAL = { ...HOLDS, 'RATE_LIMIT false': [429, 429] }

function inner(): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  const route = (path: string) => app.any(path, async (request) => text(`${LONG}${(await request.text()).length}`))
  route('/plain')
  route('/limited').set(RATE_LIMIT, { limit: 1 })
  route('/unlimited').set(RATE_LIMIT, false)
  route('/closed').set(REQUIRES, 'authenticated')
  route('/shared').set(CORS, { origins: '*' })
  route('/framed').set(SECURITY_HEADERS, { referrerPolicy: 'origin' })
  route('/raw').set(COMPRESSION, false)
  route('/small').set(BODY_LIMIT, 100)
  return app
}

function outer(nesting: string): Application {
  const services: Readonly<Record<string, unknown>> = { inner: inner() }
  const container = { has: (name: string) => name in services, get: (name: string) => services[name] } as Container
  const app = new Application({ router: new FindMyWayRouter(), container, onError: () => undefined })
  app
    .pipe(cors())
    .pipe(securityHeaders())
    .pipe(compression())
    .pipe(rateLimit({ key: () => 'a', limit: 50 }))
  app.pipe(authentication({ authenticators: [basicAuthenticator({ users: [{ id: 'ada', password: 'secret' }] })] }))
  app.pipe(authorization({ otherwise: 'public' }))
  NESTINGS[nesting]?.add(app, inner)
  return app
}

const cases = Object.keys(NESTINGS).flatMap((nesting) =>
  Object.keys(TRANSPORTS).map((transport) => [nesting, transport] as const),
)

describe('the metadata of routes', () => {
  test.each(sampled(cases, ([nesting]) => nesting))(
    'holds in an application that is nested %s, asked %s',
    async (nesting, transport) => {
      const found: Record<string, readonly unknown[]> = {}
      for (const [key, show] of Object.entries(KEYS)) {
        const ask = await TRANSPORTS[transport]?.(outer(nesting))
        const at = NESTINGS[nesting]?.at ?? ''
        found[key] = await show(async (path, init) => {
          const response = (await ask?.(at + path, init)) as Response
          await response.arrayBuffer().catch(() => undefined)
          return response
        })
      }
      expect(found).toEqual(/process|middleware/.test(nesting) ? ALSO_GENERAL : HOLDS)
    },
  )
})

test('a prefix that a surrounding framework takes from the request gives nobody counters of their own', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(rateLimit())
  app.get('/log-in', () => text('in')).set(RATE_LIMIT, { limit: 2 })
  const server = createNodeServer(express().use('/:tenant', toNodeHandler(app)) as never).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const statuses: number[] = []
  for (const tenant of ['a', 'b', 'c']) statuses.push((await fetch(`http://127.0.0.1:${port}/${tenant}/log-in`)).status)
  expect(statuses.slice(0, 2)).toEqual([200, 200])
  expect(statuses[2]).not.toBe(200)
})
