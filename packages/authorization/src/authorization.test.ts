import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Authenticator, authentication, IDENTITY, type Identity } from '@app/authentication'
import {
  Application,
  ErrorHandler,
  type HttpError,
  type Middleware,
  Pipeline,
  ROUTE_RESULT,
  Route,
  redirect,
  text,
  toNodeHandler,
} from '@app/core'
import { routeFor } from '@app/core/extending'
import { doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AuthorizationOptions, authorization, REQUIRES, type Requirement } from './index.ts'

const USERS: Record<string, Identity> = {
  ada: { id: 'ada', roles: ['editor'] },
  bob: { id: 'bob' },
}

/** An authenticator that takes the user's name from a header, without a password. */
const byName: Authenticator = {
  authenticate: ({ headers }) => USERS[headers.get('x-user') ?? ''],
  challenge: () => 'Name',
}

const known = (loginPage?: string) =>
  authentication({ authenticators: [byName], ...(loginPage !== undefined && { loginPage }) })

function empty(): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
}

/** Adds routes, at least one for each kind of requirement. */
function withRoutes(app: Application): Application {
  app.get('/public', () => text('public')).set(REQUIRES, 'public')
  app.get('/account', () => text('account')).set(REQUIRES, 'authenticated')
  app.get('/edit', () => text('edit')).set(REQUIRES, { roles: ['admin', 'editor'] })
  app.get('/of/{id}', () => text('own')).set(REQUIRES, { allow: ({ id }, params) => id === params.id })
  app.get('/forgotten', () => text('forgotten'))
  app.any('/any', () => text('any')).set(REQUIRES, { roles: ['editor'] })
  return app
}

function guarded(options?: AuthorizationOptions, loginPage?: string): Application {
  return withRoutes(empty().pipe(known(loginPage)).pipe(authorization(options)))
}

/** Returns the statuses for a visitor who has not logged in, for Bob, and for Ada, who is an editor. */
async function statuses(app: Application, path: string, method = 'GET'): Promise<number[]> {
  const asked = ['', 'bob', 'ada'].map((name) => app.request(path, { method, headers: { 'x-user': name } }))
  return (await Promise.all(asked)).map(({ status }) => status)
}

test.each<[string, number[]]>([
  ['/public', [200, 200, 200]],
  ['/account', [401, 200, 200]],
  ['/edit', [401, 403, 200]],
  ['/of/bob', [401, 200, 403]],
  ['/of/ada', [401, 403, 200]],
  ['/forgotten', [401, 403, 403]],
  ['/any', [401, 403, 200]],
])('a request for %s by a stranger, by Bob, and by the editor Ada has the statuses %j', async (path, expected) => {
  expect(await statuses(guarded(), path)).toEqual(expected)
})

test('a 401 has the challenge, a browser gets the log-in page, and neither reveals whether a route exists', async () => {
  const paths = ['/edit', '/forgotten', '/nothing', '/of/']
  for (const path of paths) {
    const response = await guarded().request(path)
    expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
      401,
      'Name',
      'Unauthorized',
    ])
    const page = await guarded({}, '/log-in').request(path, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('location')]).toEqual([303, `/log-in?return=${encodeURIComponent(path)}`])
  }
})

describe('paths without a route', () => {
  test('without a route for the path and method, a visitor who has logged in gets 404, 405 or the response to OPTIONS, and a stranger 401', async () => {
    expect(await statuses(guarded(), '/nothing')).toEqual([401, 404, 404])
    expect(await statuses(guarded(), '/edit', 'POST')).toEqual([401, 405, 405])
    expect(await statuses(guarded(), '/edit', 'OPTIONS')).toEqual([401, 200, 200])
    const refused = await guarded().request('/edit', { method: 'PUT', headers: { 'x-user': 'bob' } })
    expect(refused.headers.get('allow')).toBe('GET')
    const options = await guarded().request('/edit', { method: 'OPTIONS', headers: { 'x-user': 'bob' } })
    expect(options.headers.get('allow')).toBe('GET')
  })

  test('an error handler before authorization() makes the response for a path without a route', async () => {
    const handler = new ErrorHandler({ respond: () => text('mine', { status: 404 }), listeners: [] })
    const app = empty().pipe(handler).pipe(known()).pipe(authorization())
    expect(await (await app.request('/nothing', { headers: { 'x-user': 'bob' } })).text()).toBe('mine')
  })

  test('a piped handler, which is not a route, is closed by default, and open to the visitors whom the option "otherwise" admits', async () => {
    const piped = (options: AuthorizationOptions) =>
      empty()
        .pipe(known())
        .pipe(authorization(options))
        .pipe('/files', () => text('a file'))
    expect(await statuses(piped({}), '/files/a')).toEqual([401, 404, 404])
    expect(await statuses(piped({ otherwise: 'authenticated' }), '/files/a')).toEqual([401, 200, 200])
    expect(await statuses(piped({ otherwise: { roles: ['editor'] } }), '/files/a')).toEqual([401, 403, 200])
    expect(await statuses(piped({ otherwise: 'public' }), '/files/a')).toEqual([200, 200, 200])
  })
})

test('with the option "hide", a visitor who has logged in but has no access gets the same 404 as for a path without a route', async () => {
  const app = guarded({ hide: true })
  expect(await statuses(app, '/edit')).toEqual([401, 404, 200])
  expect(await statuses(app, '/forgotten')).toEqual([401, 404, 404])
  expect(await statuses(app, '/edit', 'POST')).toEqual([401, 404, 405])
  expect(await statuses(app, '/nothing')).toEqual([401, 404, 404])
  const bob = { headers: { 'x-user': 'bob' } }
  const [there, nowhere] = [await app.request('/edit', bob), await app.request('/nothing', bob)]
  expect([await there.text(), [...there.headers]]).toEqual([await nowhere.text(), [...nowhere.headers]])
  const part = empty()
    .pipe(known())
    .pipe('/admin', authorization({ otherwise: { roles: ['editor'] }, hide: true }))
  part.get('/admin/x', () => text('x'))
  expect([await statuses(part, '/admin/x'), await statuses(part, '/admin/y')]).toEqual([
    [401, 404, 200],
    [401, 404, 404],
  ])
})

describe('with the option "hide", no response reveals a route to visitors without access, for every value of otherwise', () => {
  const otherwise: readonly NonNullable<AuthorizationOptions['otherwise']>[] = [
    'denied',
    'public',
    'authenticated',
    { roles: ['editor'] },
    { allow: ({ id }) => id === 'bob' },
  ]
  const all = otherwise.flatMap((rule) =>
    ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST'].map((method) => [rule, method] as const),
  )

  test.each(all)(
    'with the option "hide" and %j as "otherwise", no response to %s reveals a route to visitors without access',
    async (rule, method) => {
      const app = guarded({ hide: true, otherwise: rule })
      app.post('/two', () => text('two')).set(REQUIRES, 'public')
      app.get('/two', () => text('two')).set(REQUIRES, { roles: ['admin'] })
      const told = async (path: string) => {
        const answer = await app.request(path, { method, headers: { 'x-user': 'bob' } })
        return [answer.status, await answer.text(), [...answer.headers]]
      }
      const nothing = await told('/nothing')
      expect(nothing[0]).toBe(404)
      expect(await told('/edit')).toEqual(nothing)
      expect(await told('/of/ada')).toEqual(nothing)
      if (method === 'POST') return
      const two = await app.request('/two', { method, headers: { 'x-user': 'bob' } })
      if (two.status !== 404) expect(two.headers.get('allow')).toBe('POST')
    },
  )

  test('with the option "hide", a visitor with access to a path gets 405 with its methods in Allow, or 404 if the requirement "otherwise" refuses this visitor', async () => {
    for (const rule of otherwise) {
      const app = guarded({ hide: true, otherwise: rule })
      const ada = await app.request('/edit', { method: 'PUT', headers: { 'x-user': 'ada' } })
      const may = rule !== otherwise.at(-1)
      expect([ada.status, ada.headers.get('allow')], JSON.stringify(rule)).toEqual(may ? [405, 'GET'] : [404, null])
    }
  })
})

test('with the option showMissing, visitors who have not logged in also get 404 and 405, but no access to routes or piped handlers', async () => {
  const app = guarded({ showMissing: true }, '/log-in')
  expect(await statuses(app, '/nothing')).toEqual([404, 404, 404])
  expect(await statuses(app, '/public', 'PUT')).toEqual([405, 405, 405])
  expect(await statuses(app, '/forgotten')).toEqual([401, 403, 403])
  expect(await statuses(app, '/edit')).toEqual([401, 403, 200])
  expect((await app.request('/edit', { headers: { accept: 'text/html' } })).status).toBe(303)
  const piped = empty()
    .pipe(known())
    .pipe(authorization({ showMissing: true }))
  piped.pipe('/files', () => text('a file'))
  expect(await statuses(piped, '/files/a')).toEqual([404, 404, 404])
  // The path has a route for GET that visitors who have not logged in may not use. So a 405 for PUT must not reveal
  // this route.
  expect(await statuses(guarded({ showMissing: true, hide: true }), '/edit', 'PUT')).toEqual([404, 404, 405])
})

describe('what visitors get where there is a route, no route, or a route for another method', () => {
  const others: readonly (Requirement | 'denied')[] = [
    'denied',
    'public',
    'authenticated',
    { roles: ['editor'] },
    { allow: ({ id }) => id === 'ada' },
  ]
  const cells = others.flatMap((otherwise) =>
    [false, true].flatMap((hide) =>
      [false, true].flatMap((showMissing) =>
        [false, true].map((routed) => ({ otherwise, hide, showMissing, routed, rule: JSON.stringify(otherwise) })),
      ),
    ),
  )

  test.each(cells)(
    'otherwise $rule, hide $hide and showMissing $showMissing, with a guard after the routing step: $routed',
    async ({ otherwise, hide, showMissing, routed }) => {
      const app = empty().pipe(known())
      if (routed) app.pipeRoutingMiddleware()
      app.pipe(authorization({ otherwise, hide, showMissing }))
      withRoutes(app)
      if (routed) app.pipeDispatchMiddleware()
      // Of a stranger, of Bob, and of Ada, whom each `otherwise` but "denied" admits.
      const admitted = [otherwise === 'public', otherwise === 'public' || otherwise === 'authenticated', true]
      const missing = (status: number, unauthorized: boolean[] = admitted) =>
        unauthorized.map((isAdmitted, index) => {
          if (isAdmitted || showMissing || (otherwise === 'denied' && index > 0)) return status
          return index === 0 ? 401 : hide ? 404 : 403
        })
      expect(await statuses(app, '/nothing')).toEqual(missing(404))
      expect(await statuses(app, '/public', 'PUT')).toEqual(missing(405))
      // With "hide", no 405 names a method that the visitor may not use.
      const closed = missing(405).map((status, index) => (hide && status === 405 && index < 2 ? 404 : status))
      expect(await statuses(app, '/edit', 'PUT')).toEqual(closed)
      expect(await statuses(app, '/public')).toEqual([200, 200, 200])
      expect(await statuses(app, '/edit')).toEqual([401, hide ? 404 : 403, 200])
      const no = hide ? 404 : 403
      const open = admitted.map((isAdmitted) => isAdmitted && otherwise !== 'denied')
      expect(await statuses(app, '/forgotten')).toEqual(open.map((isOpen, index) => (isOpen ? 200 : index ? no : 401)))
    },
  )

  test.each(others)(
    'with showMissing and otherwise %j, a piped handler answers only visitors whom it admits',
    async (otherwise) => {
      const app = empty()
        .pipe(known())
        .pipe(authorization({ otherwise, showMissing: true }))
      app.pipe('/files', () => text('a file'))
      const expected = { denied: [404, 404, 404], public: [200, 200, 200], authenticated: [404, 200, 200] }
      expect(await statuses(app, '/files/a')).toEqual(
        typeof otherwise === 'string' ? expected[otherwise] : [404, 404, 200],
      )
    },
  )
})

describe('a guarded response below 400 gets no-store unless the handler sets Cache-Control', () => {
  const cached = (cacheControl?: string) =>
    text('x', cacheControl === undefined ? {} : { headers: { 'cache-control': cacheControl } })

  test.each<[string, string, string | null]>([
    ['/public', 'ada', null],
    ['/account', 'ada', 'no-store'],
    ['/edit', 'ada', 'no-store'],
    ['/of/ada', 'ada', 'no-store'],
    ['/forgotten', 'ada', 'no-store'],
    ['/says', 'ada', 'private, max-age=60'],
    ['/fails', 'ada', null],
    ['/redirects', 'ada', 'no-store'],
    ['/edit', 'bob', null],
    ['/nothing', 'ada', null],
  ])('the response to %s for %s has the cache-control %s', async (path, name, expected) => {
    const app = guarded({ otherwise: 'authenticated' })
    app.get('/says', () => cached('private, max-age=60'))
    app.get('/fails', () => Promise.reject(new Error('x')))
    app.get('/redirects', () => Response.redirect('https://site.example/'))
    const headers = { 'x-user': name }
    expect((await app.request(path, { headers })).headers.get('cache-control')).toBe(expected)
  })
})

test('the option "otherwise" does not apply to routes with a requirement of their own', async () => {
  expect(await statuses(guarded({ otherwise: 'authenticated' }), '/forgotten')).toEqual([401, 200, 200])
  expect(await statuses(guarded({ otherwise: { roles: ['editor'] } }), '/forgotten')).toEqual([401, 403, 200])
  expect(await statuses(guarded({ otherwise: { roles: ['editor'] } }), '/account')).toEqual([401, 200, 200])
  expect(await statuses(guarded({ otherwise: 'public' }), '/edit')).toEqual([401, 403, 200])
  expect(await statuses(guarded({ otherwise: 'authenticated' }), '/nothing')).toEqual([401, 404, 404])
})

describe('authorization() checks the requirement of the route that runs', () => {
  test.each<[string, () => Application, string]>([
    ['in a nested application', () => empty().pipe(known()).pipe(authorization()).pipe(withRoutes(empty())), ''],
    [
      'under prefixes',
      () =>
        empty()
          .pipe(known())
          .pipe(authorization())
          .pipe('/a', new Pipeline().pipe('/b', withRoutes(empty()))),
      '/a/b',
    ],
    [
      'with authorization() at the prefix',
      () =>
        empty()
          .pipe(known())
          .pipe('/a', [authorization(), withRoutes(empty())]),
      '/a',
    ],
    [
      'with authorization() inside of the nested application',
      () =>
        empty()
          .pipe(known())
          .pipe('/a', withRoutes(empty().pipe(authorization()))),
      '/a',
    ],
    [
      'behind authorization(), in another item at the same prefix',
      () => empty().pipe(known()).pipe('/a', authorization()).pipe('/a', withRoutes(empty())),
      '/a',
    ],
    [
      'with authorization() between routing and dispatch',
      () => withRoutes(empty().pipe(known()).pipeRoutingMiddleware().pipe(authorization()).pipeDispatchMiddleware()),
      '',
    ],
    [
      'with authorization() outside and inside of the nested application',
      () =>
        empty()
          .pipe(known())
          .pipe(authorization())
          .pipe('/a', withRoutes(empty().pipe(authorization()))),
      '/a',
    ],
  ])('authorization() checks the requirement of the route that runs %s', async (_where, make, prefix) => {
    const app = make()
    expect(await statuses(app, `${prefix}/edit`)).toEqual([401, 403, 200])
    expect(await statuses(app, `${prefix}/edit`, 'HEAD')).toEqual([401, 403, 200])
    expect(await statuses(app, `${prefix}/of/bob`)).toEqual([401, 200, 403])
    expect(await statuses(app, `${prefix}/public`)).toEqual([200, 200, 200])
    expect(await statuses(app, `${prefix}/forgotten`)).toEqual([401, 403, 403])
    expect(await statuses(app, `${prefix}/nothing`)).toEqual([401, 404, 404])
  })

  test('authorization() at a prefix ignores requests outside of this prefix', async () => {
    const app = empty()
      .pipe(known())
      .pipe('/admin', authorization({ otherwise: { roles: ['editor'] } }))
    app.get('/admin/x', () => text('x'))
    app.get('/other', () => text('x'))
    app.get('/administrator', () => text('x'))
    expect(await statuses(app, '/admin/x')).toEqual([401, 403, 200])
    expect([await statuses(app, '/other'), await statuses(app, '/administrator')]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
  })

  test('a request behind two authorization() has to be admitted by both', async () => {
    const app = empty()
      .pipe(known())
      .pipe(authorization({ otherwise: 'authenticated' }))
    app.pipe('/admin', authorization({ otherwise: { roles: ['editor'] } }))
    app.get('/admin/x', () => text('x'))
    app.get('/x', () => text('x'))
    expect([await statuses(app, '/admin/x'), await statuses(app, '/x')]).toEqual([
      [401, 403, 200],
      [401, 200, 200],
    ])
  })

  test.each(['/%65dit', '/./edit', '/x/../edit', '/edit?a=/public'])(
    'the path %s has the same requirement as /edit',
    async (path) => {
      expect(await statuses(guarded(), path)).toEqual([401, 403, 200])
    },
  )

  test.each(['/EDIT', '/edit/', '//edit', '/edit//', '/edit;a', '/public/../edit/', '/public%2fedit', '/edit%2f'])(
    'the path %s, similar to /edit, is closed to visitors without access',
    async (path) => {
      const app = guarded()
      for (const name of ['', 'bob']) {
        const response = await app.request(`http://localhost${path}`, { headers: { 'x-user': name } })
        expect([400, 401, 403, 404]).toContain(response.status)
      }
    },
  )

  test('a route with an optional slash at the end is guarded in both spellings, and /EDIT is another route', async () => {
    const app = empty().pipe(known()).pipe(authorization())
    app.get('/edit[/]', () => text('x')).set(REQUIRES, { roles: ['editor'] })
    app.get('/{any}', () => text('x')).set(REQUIRES, 'public')
    expect([await statuses(app, '/edit'), await statuses(app, '/edit/'), await statuses(app, '/EDIT')]).toEqual([
      [401, 403, 200],
      [401, 403, 200],
      [200, 200, 200],
    ])
  })

  test('authorization() treats each method of a path as a route of its own', async () => {
    const app = empty().pipe(known()).pipe(authorization())
    app.get('/notes', () => text('read')).set(REQUIRES, 'public')
    app.post('/notes', () => text('written')).set(REQUIRES, { roles: ['editor'] })
    app.route(new Route('/heads', () => text(''), ['HEAD'])).set(REQUIRES, { roles: ['editor'] })
    app.get('/heads', () => text('')).set(REQUIRES, 'public')
    expect(await statuses(app, '/notes')).toEqual([200, 200, 200])
    expect(await statuses(app, '/notes', 'POST')).toEqual([401, 403, 200])
    expect(await statuses(app, '/notes', 'HEAD')).toEqual([200, 200, 200])
    expect(await statuses(app, '/heads', 'HEAD')).toEqual([401, 403, 200])
  })

  test('authorization() decides by the rest of the path if a framework such as Express has removed a prefix from the URL', async () => {
    const handle = toNodeHandler(guarded())
    const server = createServer((incoming, outgoing) => {
      const url = incoming.url?.replace('/outer', '')
      // Answers an unhandled error with the error's `status`, as Express does.
      const next = (error?: unknown) => outgoing.writeHead((error as HttpError | undefined)?.status ?? 418).end()
      void handle(Object.assign(incoming, { originalUrl: incoming.url, baseUrl: '/outer', url }), outgoing, next)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const ask = async (path: string, user: string) => {
      const headers = { 'x-user': user, connection: 'close' }
      return (await fetch(`http://127.0.0.1:${port}/outer${path}`, { headers })).status
    }
    const users = ['', 'bob', 'ada']
    expect(await Promise.all(users.map((user) => ask('/edit', user)))).toEqual([401, 403, 200])
    expect(await Promise.all(users.map((user) => ask('/public', user)))).toEqual([200, 200, 200])
    expect(await Promise.all(users.map((user) => ask('/of/bob', user)))).toEqual([401, 200, 403])
  })

  test('middleware that replaces the matched route before dispatch does not get around authorization()', async () => {
    const toPut: Middleware = async (request, handler) =>
      handler(request.withAttribute(ROUTE_RESULT, await routeFor(request, 'PUT')))
    const app = empty().pipe(known()).pipe(authorization())
    app.pipeRoutingMiddleware().pipe(toPut).pipeDispatchMiddleware()
    app.get('/a', () => text('read')).set(REQUIRES, 'public')
    app.put('/a', () => text('written')).set(REQUIRES, { roles: ['editor'] })
    expect(await statuses(app, '/a')).toEqual([401, 403, 200])
  })

  test('authorization() decides again if middleware after it changes the identity', async () => {
    const app = empty().pipe(known()).pipe(authorization())
    app.pipe((request, handler) => handler(request.withAttribute(IDENTITY, USERS.bob as Identity)))
    withRoutes(app)
    expect(await statuses(app, '/edit')).toEqual([401, 403, 403])
  })

  test('an application that middleware calls by process() is closed, unless an authorization() inside of it decides', async () => {
    const outside = empty().pipe(known()).pipe(authorization())
    const inner = withRoutes(empty())
    outside.pipe((request, handler) => inner.process(request, handler))
    expect([await statuses(outside, '/edit'), await statuses(outside, '/public')]).toEqual([
      [401, 404, 404],
      [401, 404, 404],
    ])
    const steps = empty().pipeRoutingMiddleware().pipe(authorization()).pipeDispatchMiddleware()
    const own = withRoutes(steps)
    const around = empty().pipe(known())
    around.pipe((request, handler) => own.process(request, handler))
    expect([await statuses(around, '/edit'), await statuses(around, '/public')]).toEqual([
      [401, 403, 200],
      [200, 200, 200],
    ])
  })

  test('a route with an application in it, and each route of that application, has its own requirement', async () => {
    const inner = withRoutes(empty())
    const app = empty().pipe(known()).pipe(authorization())
    app.any('/{rest...}', [inner]).set(REQUIRES, 'public')
    expect([await statuses(app, '/edit'), await statuses(app, '/public'), await statuses(app, '/forgotten')]).toEqual([
      [401, 403, 200],
      [200, 200, 200],
      [401, 403, 403],
    ])
  })

  test('error middleware that continues after a refusal does not reach the refused route', async () => {
    const app = empty().pipe(known()).pipe(authorization())
    app.pipe(doublePassError((_error, _request, response, next) => next(_request, response)))
    withRoutes(app)
    expect(await statuses(app, '/edit')).toEqual([401, 403, 200])
  })
})

test('no middleware behind authorization() runs for a refused request, and allow is called once for each request of a visitor who has logged in', async () => {
  const ran: string[] = []
  const app = empty().pipe(known()).pipe(authorization())
  app.pipe((request, handler) => {
    ran.push(request.headers.get('x-user') ?? '')
    return handler(request)
  })
  app
    .get('/of/{id}', () => text('x'))
    .set(REQUIRES, {
      allow: async ({ id }, params) => {
        ran.push(`asked of ${id}`)
        return id === params.id
      },
    })
  await statuses(app, '/of/bob')
  expect(ran.sort()).toEqual(['asked of ada', 'asked of bob', 'bob'])
})

test.each<[string, unknown]>([
  ['1', 1],
  ['a record', { id: 7 }],
  ['a promise of undefined', Promise.resolve(undefined)],
  ['a promise of a string', Promise.resolve('yes')],
])('an allow function that returns %s lets nobody pass', async (_what, given) => {
  const app = empty().pipe(known()).pipe(authorization())
  app.get('/a', () => text('x')).set(REQUIRES, { allow: () => given as boolean })
  expect(await statuses(app, '/a')).toEqual([401, 403, 403])
})

test('an allow function that rejects causes a 500, and lets nobody pass', async () => {
  const app = empty().pipe(known()).pipe(authorization())
  app.get('/a', () => text('x')).set(REQUIRES, { allow: () => Promise.reject(new Error('ECONNREFUSED')) })
  expect(await statuses(app, '/a')).toEqual([401, 500, 500])
})

describe('roles that are not a list of strings', () => {
  const shapes: readonly unknown[] = [
    'editor',
    'not-an-editor-at-all',
    { editor: true },
    new Set(['editor']),
    [['editor']],
    [1],
    null,
    true,
  ]

  test.each(shapes)(
    'the roles %j, which are not a list of strings, are an error that lets nobody pass',
    async (roles) => {
      const identity = { id: 'eve', roles } as Identity
      const set: Record<string, Middleware> = {
        'an authenticator': authentication({
          authenticators: [{ authenticate: () => identity, challenge: () => 'Name' }],
        }),
        'middleware of the application': (request, handler) => handler(request.withAttribute(IDENTITY, identity)),
      }
      for (const [who, middleware] of Object.entries(set)) {
        const errors: unknown[] = []
        const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
        withRoutes(app.pipe(middleware).pipe(authorization()))
        expect((await app.request('/edit')).status, who).toBe(500)
        expect(String(errors[0]), who).toMatch(
          /^TypeError: .* gave an identity whose "roles" are .*\. Write a list of texts/,
        )
      }
    },
  )
})

test('a requirement with roles and allow admits only identities that meet both', async () => {
  const app = empty().pipe(known()).pipe(authorization())
  app.get('/of/{id}', () => text('x')).set(REQUIRES, { roles: ['editor'], allow: ({ id }, params) => id === params.id })
  expect([await statuses(app, '/of/bob'), await statuses(app, '/of/ada')]).toEqual([
    [401, 403, 403],
    [401, 403, 200],
  ])
})

test('without authorization() before it, a route with a requirement other than "public" answers 500', async () => {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  withRoutes(app.pipe(known()))
  expect([await statuses(app, '/edit'), await statuses(app, '/public')]).toEqual([
    [500, 500, 500],
    [200, 200, 200],
  ])
  expect(String(errors[0])).toContain('Pipe authorization() of @app/authorization before routing')
})

test('without authentication() before it, every route that is not public answers 401, and the error says that authentication() is missing', async () => {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  withRoutes(app.pipe(authorization()))
  expect([await statuses(app, '/edit'), await statuses(app, '/public')]).toEqual([
    [401, 401, 401],
    [200, 200, 200],
  ])
  expect(String(errors[0])).toContain('no authentication() of @app/authentication has seen this request')
})

test('the error of a 403 names the route and its requirement, and the response does not', async () => {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  withRoutes(app.pipe(known()).pipe(authorization()))
  const bob = { headers: { 'x-user': 'bob' } }
  expect(await (await app.request('/edit', bob)).text()).toBe('Forbidden')
  await app.request('/forgotten', bob)
  expect(errors.map(String)).toEqual([
    'HttpError: GET /edit is for the roles admin, editor.',
    'HttpError: GET /forgotten has no requirement, so that nobody may use it. Add one: .set(REQUIRES, …).',
  ])
})

test('a public log-in page does not redirect to itself', async () => {
  const app = empty().pipe(known('/log-in')).pipe(authorization())
  app.get('/log-in', () => text('Who are you?')).set(REQUIRES, 'public')
  app.post('/log-in', () => redirect('/')).set(REQUIRES, 'public')
  const page = await app.request('/', { headers: { accept: 'text/html' } })
  const location = page.headers.get('location') ?? ''
  expect(await (await app.request(location, { headers: { accept: 'text/html' } })).text()).toBe('Who are you?')
})

test.each<[unknown, string]>([
  [undefined, 'write "public", "authenticated", or { roles, allow }, got undefined'],
  ['admin', 'write "public", "authenticated", or { roles, allow }, got "admin"'],
  ['denied', 'got "denied"'],
  [{}, 'No condition is named'],
  [{ roles: [] }, '"roles" must be a list of one or more names'],
  [{ roles: 'editor' }, '"roles" must be a list of one or more names'],
  [{ role: ['editor'] }, 'unknown option "role". Did you mean "roles"?'],
  [{ allow: true }, '"allow" must be a function'],
  [null, 'expected a map of options'],
])('REQUIRES refuses %j, which is not a requirement', (value, message) => {
  expect(() =>
    empty()
      .get('/a', () => text('x'))
      .set(REQUIRES, value as Requirement),
  ).toThrow(message)
})

test.each(['nobody', 7, {}, { roles: [] }, null])(
  'authorization() refuses %j as the value of its option "otherwise"',
  (value) => {
    expect(() => authorization({ otherwise: value as Requirement })).toThrow('"otherwise" must be "denied", "public"')
  },
)
