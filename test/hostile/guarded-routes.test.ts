import { authentication, IDENTITY, type Identity } from '@app/authentication'
import { authorization, REQUIRES, type Requirement } from '@app/authorization'
import {
  Application,
  ConfigurationError,
  HttpError,
  type Middleware,
  Pipeline,
  ROUTE_RESULT,
  type ServerRequest,
  text,
} from '@app/core'
import { routeFor } from '@app/core/extending'
import { doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../programs/sampled.ts'

/**
 * A part of an application: a route, or further parts in a nested application. `kind` says how the outer application
 * contains the nested one.
 */
type Part =
  | { readonly kind: 'route'; readonly path: string; readonly method: string; readonly requires: Asked }
  | { readonly kind: (typeof AROUND)[number]; readonly prefix: string; readonly parts: readonly Part[] }

type Asked = Exclude<Requirement, { readonly allow?: unknown }> | { readonly roles: readonly string[] } | undefined

const AROUND = ['application', 'pipeline', 'in a route', 'called', 'guarded twice', 'between steps'] as const
const PREFIXES = ['', '/a', '/b', '/a/b']
const METHODS = ['GET', 'POST', 'HEAD', 'any']
const USERS: readonly (Identity | undefined)[] = [
  undefined,
  { id: 'bob' },
  { id: 'ada', roles: ['editor'] },
  { id: 'eve', roles: ['admin'] },
]

const someAsked = fc.constantFrom<Asked>(
  'public',
  'authenticated',
  { roles: ['editor'] },
  { roles: ['admin'] },
  undefined,
)
const someRoute = fc.record({
  kind: fc.constant('route' as const),
  path: fc.constantFrom('/', '/a', '/b', '/{x}', '/a/b', '/a/{x}', '/{rest...}', '/a[/b]'),
  method: fc.constantFrom(...METHODS),
  requires: someAsked,
})
const { parts: someParts } = fc.letrec<{ part: Part; parts: readonly Part[] }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    someRoute,
    fc.record({
      kind: fc.constantFrom(...AROUND),
      prefix: fc.constantFrom(...PREFIXES),
      parts: tie('parts'),
    }),
  ),
  parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
}))
const somePath = fc
  .array(fc.constantFrom('a', 'b', 'c', '%61', 'A', '', '.', '..', '%2e', 'a%2fb', 'a;b', '{x}'), { maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`)
const someRequest = fc.record({
  path: somePath,
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
  user: fc.constantFrom(...USERS),
})

test('no handler runs for a visitor whom its route does not admit, however applications are combined', async () => {
  let reached = 0
  await fc.assert(
    fc.asyncProperty(
      someParts,
      someAsked,
      fc.array(fc.constantFrom(...BEHIND), { maxLength: 2 }),
      fc.array(someRequest, { minLength: 8, maxLength: 8 }),
      async (parts, otherwise, behind, requests) => {
        const ran: [asked: Asked | 'denied', identity: Identity | undefined][] = []
        const faults: unknown[] = []
        const onError = (error: unknown) => HttpError.is(error) || faults.push(error)
        const app = new Application({ router: new FindMyWayRouter(), onError })
        const byHeader = ({ headers }: ServerRequest) => USERS[Number(headers.get('x-user'))]
        app.pipe(authentication({ authenticators: [{ authenticate: byHeader, challenge: () => 'Name' }] }))
        app.pipe(authorization(otherwise === undefined ? {} : { otherwise })).pipe(behind)
        for (const part of parts)
          add(app, part, (asked, identity) => ran.push([asked ?? otherwise ?? 'denied', identity]))
        for (const { path, method, user } of requests) {
          const headers = { 'x-user': String(USERS.indexOf(user)) }
          await app.request(`http://localhost${path}`, { method, headers })
        }
        reached += ran.length
        expect(faults).toEqual([])
        expect(ran.filter(([asked, identity]) => !mayPass(asked, identity))).toEqual([])
      },
    ),
    { numRuns: runs(400) },
  )
  // If the guard had refused all requests, the test would prove nothing.
  expect(reached).toBeGreaterThan(0)
})

/**
 * Middleware between guard and routes that does nothing, changes the routing result or the identity, or throws: a guard
 * that decided before this middleware runs would miss these changes.
 */
const BEHIND: readonly Middleware[] = [
  (request, handler) => handler(request),
  async (request, handler) => handler(request.withAttribute(ROUTE_RESULT, await routeFor(request, 'POST'))),
  (request, handler) => handler(request.withAttribute(IDENTITY, { id: 'bob' })),
  (request, handler) => (request.method === 'PUT' ? Promise.reject(new HttpError(409)) : handler(request)),
]

type Note = (asked: Asked, identity: Identity | undefined) => void

function add(app: Application, part: Part, note: Note): void {
  if (part.kind === 'route') {
    addRoute(app, part, note)
    return
  }
  const { kind, prefix, parts } = part
  const inner = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  if (kind === 'guarded twice') inner.pipe(authorization())
  const isRouted = kind === 'between steps'
  if (isRouted) inner.pipeRoutingMiddleware().pipe(authorization()).pipeDispatchMiddleware()
  inner.pipe(doublePassError((_error, request, response, next) => next(request, response)))
  // An application after routing and dispatch would see only requests that no route answers, so only routes are added
  // there.
  for (const item of parts) if (item.kind === 'route' || !isRouted) add(inner, item, note)
  if (kind === 'in a route') {
    attempt(() => app.any(`${prefix}/{rest...}`, [inner]).set(REQUIRES, 'public'))
    return
  }
  const called: Middleware = (request, handler) => inner.process(request, handler)
  const middleware = kind === 'called' ? called : kind === 'pipeline' ? new Pipeline().pipe(inner) : inner
  if (prefix === '') app.pipe(middleware)
  else app.pipe(prefix, middleware)
}

function addRoute(app: Application, { path, method, requires }: Part & { readonly kind: 'route' }, note: Note): void {
  const handler = (request: ServerRequest) => {
    note(requires, request.attribute(IDENTITY))
    return text('x')
  }
  attempt(() => {
    const route = method === 'any' ? app.any(path, handler) : app.route(path, handler, [method])
    if (requires !== undefined) route.set(REQUIRES, requires)
  })
}

/** Registers a route, and ignores the error if the application already has a route of this path and method. */
function attempt(register: () => unknown): void {
  try {
    register()
  } catch (error) {
    if (!ConfigurationError.is(error) || error.code !== 'APP_ROUTE_DUPLICATE') throw error
  }
}

function mayPass(asked: Asked | 'denied', identity: Identity | undefined): boolean {
  if (asked === 'public') return true
  if (identity === undefined || asked === 'denied') return false
  return typeof asked !== 'object' || asked.roles.some((role) => identity.roles?.includes(role))
}
