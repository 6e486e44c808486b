import {
  Application,
  ApplicationFactory,
  type Container,
  HttpError,
  host,
  type Middleware,
  type MiddlewareLike,
  Pipeline,
  ROUTER_SERVICE,
  text,
} from '@app/core'
import { beforeDispatch, dispatchMiddleware, implicitHeadMiddleware, routeMiddleware } from '@app/core/extending'
import { doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { type GuardCoverage, guardCoverage, type Policy } from './index.ts'

const guard: Middleware = function guard(request, handler) {
  return handler(request)
}
const ok = () => text('ok')

function empty(options: ConstructorParameters<typeof Application>[0] = {}): Application {
  return new Application({ router: new FindMyWayRouter(), ...options })
}

/** Writes one line for each route; the line of an open route has the request that reaches it. */
function lines({ routes }: GuardCoverage): readonly string[] {
  return routes.map(({ path, verdict, request }) => {
    const { method, path: sent, host, errors = [] } = request ?? {}
    const ways = errors.map(({ thrownBy, resumedBy }) => `${thrownBy} → ${resumedBy}`)
    const shown = request && [method, sent, host, ...ways].filter(Boolean).join(' ')
    return `${path} ${verdict}${shown === undefined ? '' : `: ${shown}`}`
  })
}

async function covered(app: Application, policy: Partial<Policy> = {}): Promise<readonly string[]> {
  return lines(await guardCoverage(app, { routes: '/', pass: guard, ...policy }))
}

describe('guardCoverage()', () => {
  test('a guard with the prefix /admin covers the routes under /admin, and neither /administrator nor a wider route such as /{page}', async () => {
    const app = empty().pipe('/admin', guard)
    for (const path of ['/admin', '/admin/users', '/administrator', '/{page}', '/{rest...}', '/x']) app.get(path, ok)
    expect(await covered(app)).toMatchInlineSnapshot(`
      [
        "/admin passes",
        "/admin/users passes",
        "/administrator open: GET /administrator",
        "/{page} open: GET /any-1",
        "/{rest...} open: GET /any-2/any-2",
        "/x open: GET /x",
      ]
    `)
  })

  test('a guard with a list of prefixes covers the routes under each of them, by itself and by the key of its entry', async () => {
    const app = empty().pipe(['/admin', '/reseller'], guard)
    for (const path of ['/admin/users', '/reseller', '/resellers', '/{page}']) app.get(path, ok)
    const expected = [
      '/admin/users passes',
      '/reseller passes',
      '/resellers open: GET /resellers',
      '/{page} open: GET /any-1',
    ]
    expect(await covered(app)).toEqual(expected)
    const routes = ['/admin/users', '/reseller', '/resellers', '/{page}'].map((path) => ({ path, middleware: ok }))
    const config = {
      middleware_pipeline: {
        guard: { middleware: guard, path: ['/admin', '/reseller'], priority: 2 },
        steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] as const },
      },
      routes,
    }
    const services = new Map<unknown, unknown>([
      ['config', config],
      [ROUTER_SERVICE, new FindMyWayRouter()],
    ])
    const configured = ApplicationFactory.create(services as unknown as Container)
    expect((await covered(configured, { pass: 'guard' })).map((line) => line.replace('any ', ''))).toEqual(expected)
  })

  test('a guard that a function with inject makes is passed by naming the function', async () => {
    const requireLogin = Object.assign((_accounts: unknown) => guard, { inject: ['accounts'] })
    const container = new Map<unknown, unknown>([['accounts', {}]]) as unknown as Container
    const app = empty({ container }).pipe('/admin', requireLogin)
    app.get('/admin', ok)
    app.get('/open', ok)
    expect(await covered(app, { pass: requireLogin })).toEqual(['/admin passes', '/open open: GET /open'])
  })

  test('two guards with different prefixes together cover a route if the prefixes cover all values that the token of the route allows', async () => {
    const app = empty().pipe('/de', guard).pipe('/en/docs', guard)
    app.get('/{language:de|en}/docs[/{page}]', ok)
    app.get('/{language:de|en|fr}/docs', ok)
    app.get('/{language:de|en}/{page}', ok)
    app.get('/{language:d[eE]}/x/{rest...}', ok)
    expect(await covered(app)).toMatchInlineSnapshot(`
      [
        "/{language:de|en}/docs[/{page}] passes",
        "/{language:de|en|fr}/docs open: GET /fr/docs",
        "/{language:de|en}/{page} open: GET /en/any-1",
        "/{language:d[eE]}/x/{rest...} open: GET /dE/x/any-1",
      ]
    `)
  })

  test('a guard with a prefix does not cover a route whose param can spell the prefix in another percent-encoding', async () => {
    const app = empty().pipe('/a,b', guard)
    app.get('/{pair:a,b}', ok)
    expect(await covered(app)).toEqual(['/{pair:a,b} open: GET /a%2Cb'])
    expect((await app.request('/a%2Cb')).status).toBe(200)
  })

  test('a guard covers a route if it runs before the route or its handler, and not if it runs after the route', async () => {
    const app = empty()
    const api = empty()
    api.get('/users', ok)
    app.pipe('/api', api).pipe(guard).pipe('/late', api)
    app.get('/listed', [guard, ok])
    app.get('/first', [ok, guard])
    expect(await covered(app)).toEqual([
      '/listed passes',
      '/first passes',
      '/api/users open: GET /api/users',
      '/late/users passes',
    ])
    expect(await covered(empty().route('/first', [ok, guard]) && routed([ok, guard]))).toEqual([
      '/first open: GET /first',
    ])
  })

  test('a guard in an application or a list covers the routes after it there; an application that the policy names as the guard does not cover its own routes', async () => {
    const services = new Map<unknown, unknown>([
      ['guard', guard],
      ['inner', () => undefined],
    ])
    const inner = empty({ container: services as never }).pipe('guard')
    inner.get('/x', ok)
    services.set('inner', inner)
    const app = empty({ container: services as never })
      .pipe('/a', 'inner')
      .pipe('/b', ['guard', inner])
    expect(await covered(app, { pass: 'guard' })).toEqual(['/a/x passes', '/b/x passes'])
    expect(await covered(app, { pass: 'inner' })).toEqual(['/a/x open: GET /a/x', '/b/x open: GET /b/x'])
  })

  test('a guard for one host leaves a route open for requests to other hosts', async () => {
    const app = empty().pipe(host('api.example.org', guard))
    app.get('/x', ok)
    expect(await covered(app)).toEqual(['/x open: GET /x'])
    const both = empty().pipe(host('localhost', guard)).pipe(host('admin.example.org', app))
    expect(await covered(both)).toEqual(['/x open: GET /x admin.example.org'])
  })

  test('a guard does not cover a route if the guard may throw, and error middleware after the guard passes the request on', async () => {
    const resuming = doublePassError((_error, request, response, next) => next(request, response))
    const app = empty().pipe('/a', guard).pipe(resuming)
    app.get('/a', ok)
    const coverage = await guardCoverage(app, { routes: '/', pass: guard })
    expect(lines(coverage)).toEqual(['/a open: GET /a pipe 1 at "/a": guard → pipe 2'])
    expect(coverage.problems).toEqual([
      'Route GET /a is reached without guard by GET /a, where pipe 1 at "/a": guard throws and pipe 2 goes on. ' +
        'Put that error middleware after dispatch, or before guard.',
    ])
    const behind = empty().pipe('/a', guard).pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(resuming)
    behind.get('/a', ok)
    expect(await covered(behind)).toEqual(['/a passes'])
  })

  test('the example request of an open route reaches this route, and not another route that matches similar paths', async () => {
    const app = empty().pipe('/a', guard)
    app.get('/{x}', ok)
    app.get('/{y:\\w+}', ok)
    expect(await covered(app)).toEqual(['/{x} open: GET /any-1', '/{y:\\w+} open: GET /b'])
  })

  test('guardCoverage() proves for a piped handler, as for a route, whether the guard runs before it', async () => {
    const app = empty()
      .pipe('/graphql', () => text('mounted'))
      .pipe(guard)
      .pipe('/files', () => text('a file'))
    const coverage = await guardCoverage(app, { routes: '/', pass: guard })
    expect(lines(coverage)).toEqual(['/graphql/{rest...} open: GET /graphql/any-1', '/files/{rest...} passes'])
    expect(coverage.problems[0]).toMatch(
      /^Handler pipe 1 at "\/graphql" is reached without guard by GET \/graphql\/any-1\. /,
    )
    expect(await covered(app, { except: ['/graphql/{rest...}'] })).toEqual([
      '/graphql/{rest...} excepted',
      '/files/{rest...} passes',
    ])
  })

  test('a guard between routeMiddleware of an inner application and dispatchMiddleware of the outer one covers the route', async () => {
    const inner = empty().pipe(routeMiddleware)
    inner.get('/x', ok)
    const app = empty().pipe('/a', inner).pipe(guard).pipe(dispatchMiddleware)
    expect(await covered(app)).toEqual(['/a/x passes'])
    const open = empty().pipe('/a', inner).pipe(dispatchMiddleware).pipe(guard)
    expect(await covered(open)).toEqual(['/a/x open: GET /a/x'])
  })
})

function routed(middleware: Middleware[]): Application {
  const app = empty()
  app.get('/first', middleware)
  return app
}

describe('a policy has a problem if its guard, its prefix or one of its exceptions matches nothing in the application, or if a route is open', () => {
  const app = empty().pipe('/admin', guard)
  app.get('/admin/users', ok)
  app.get('/log-in', ok)

  const problems = async (policy: Partial<Policy>) =>
    (await guardCoverage(app, { routes: '/', pass: guard, except: ['/log-in'], ...policy })).problems

  test.each<[string, Partial<Policy>, string[]]>([
    ['no mistake (an empty list)', {}, []],
    [
      'a misspelt name of the guard',
      { pass: 'gaurd' },
      ['"pass" names no entry of middleware_pipeline and no service in the pipeline: "gaurd". There are none.'],
    ],
    [
      'middleware that is piped nowhere',
      { pass: function other() {} as never },
      ['"pass" is other, which is piped nowhere.'],
    ],
    [
      'an exception without a route',
      { except: ['/log-in', '/login'] },
      [
        'The exception "/login" matches no route. Did you mean "/log-in"? Else take it away, so that it opens nothing later.',
      ],
    ],
    ['a prefix without a route', { routes: '/amdin', except: [] }, ['No route is under "/amdin".']],
    [
      'an open route',
      { except: [] },
      [
        'Route GET /log-in is reached without guard by GET /log-in. It covers "/admin" alone. ' +
          'Give it a wider path, move the route under it, or write the path of the route into "except".',
      ],
    ],
  ])('guardCoverage() gives the problems of a policy with %s', async (_what, policy, expected) => {
    expect(await problems(policy)).toEqual(expected)
  })
})

/** Makes a generator of random numbers from a seed: each is at least 0 and less than `below`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const PREFIXES = ['/a', '/b', '/a/b', '/c', '/%40'] as const
const ROUTES = [
  '',
  '/',
  '/a',
  '/b',
  '/a/b',
  '/{x}',
  '/{x:a|b}',
  '/a/{x}',
  '/{x}/b',
  '/{rest...}',
  '/a[/{x}]',
  '/{x}-{y}',
  '/{x:@|a}',
  '/b/{rest...:(?:a|b)(?:/a)*}',
]
const HOSTS = ['one.example', 'two.example']
const TEXTS = ['a', 'b', 'c', '', 'a-b', 'z', '%40', '@', 'A']

/** An application of random middleware and routes, and the handlers that ran for the last request. */
interface Random {
  readonly app: Application
  readonly ran: { id: string; isGuarded: boolean; path: string }[]
  /** The names of the middleware that has to throw during the next request, in the order of the errors. */
  throws: readonly string[]
  /**
   * For each error, the number of the error middleware that has to pass the request on: 1 for the first that gets the
   * error.
   */
  resumesAt: readonly number[]
}

function randomApplication(seed: number): Random {
  const pick = numbersFrom(seed)
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
  const random = { ran: [], throws: [], resumesAt: [] } as unknown as { -readonly [K in keyof Random]: Random[K] }
  const services = new Map<unknown, unknown>([['guard', named('guard', runs('guard'))]])
  let isGuarded = false
  let count = 0
  let routesAround = 0

  function runs(own: string, isFinal = false): Middleware {
    return (request, handler) => {
      if (random.throws[0] === own) {
        random.throws = random.throws.slice(1)
        throw new HttpError(418)
      }
      if (own === 'guard') isGuarded = true
      if (!isFinal) return handler(request)
      random.ran.push({ id: own, isGuarded, path: request.fullPath })
      return text(own)
    }
  }

  function named(own: string, fn: Middleware): Middleware {
    return Object.defineProperty(fn, 'name', { value: own })
  }

  /** Makes a handler that takes no next handler, so that it certainly answers. */
  function answers(own: string): Middleware {
    const run = runs(own, true)
    return Object.defineProperty<Middleware>((request) => run(request, undefined as never), 'name', { value: own })
  }

  function item(depth: number, isAlone = false): MiddlewareLike {
    const kind = pick(14)
    const own = `m${count++}`
    if (kind < 3) return named(own, runs(own))
    if (kind === 3 && routesAround === 0 && pick(3) === 0) return answers(own)
    if (kind < 6) return 'guard'
    if (kind === 6)
      return doublePassError((error, request, response, next) => {
        // If nothing has answered a request, this middleware gets an error 404. The test has not thrown this error, so
        // it is not counted.
        if ((error as HttpError).status === 404) return next(request, response)
        const [left = 1, ...more] = random.resumesAt
        random.resumesAt = left > 1 ? [left - 1, ...more] : more
        return left > 1 ? next(request, response, error) : next(request, response)
      })
    if (kind === 7 && !isAlone) return host(one(HOSTS), item(depth + 1, true))
    if (kind === 8) return [named(own, runs(own)), item(depth + 1)]
    if (depth > 2) return named(own, runs(own))
    const made = pick(3) ? application(depth + 1) : pipeline(depth + 1)
    if (kind < 11) return made
    services.set(own, made)
    return own
  }

  function pipeline(depth: number): Pipeline {
    const made = new Pipeline()
    for (let i = 0; i < 1 + pick(3); i++) made.pipe(item(depth))
    return made
  }

  function application(depth: number): Application {
    const made = new Application({
      router: new FindMyWayRouter(),
      container: services as never,
    })
    const pipes = 1 + pick(4)
    const steps = pick(4)
    for (let i = 0; i < pipes; i++) {
      if (pick(2)) made.pipe(one(PREFIXES) as '/a', item(depth))
      else made.pipe(item(depth))
      if (steps === 0 && i === 0) made.pipe(routeMiddleware).pipe(implicitHeadMiddleware)
      if (steps === 1 && i === 0) made.pipeRoutingMiddleware()
    }
    if (steps === 0) made.pipe(dispatchMiddleware)
    if (steps === 1) made.pipeDispatchMiddleware()
    if (steps < 2 && pick(2)) made.pipe(item(depth))
    for (let i = 0; i < 1 + pick(3); i++) {
      const own = `r${count++}`
      routesAround++
      const inFront = pick(3) ? [] : [item(depth + 1)]
      routesAround--
      try {
        made.route(one(ROUTES) as '/a', [...inFront, answers(own)] as never, [one(['GET', 'POST', 'HEAD'])], own)
      } catch {
        // The application refuses a route that is equal to an earlier one, so this route is left out.
      }
    }
    return made
  }

  const outer = new Application({ container: services as never, onError: () => undefined })
  outer.pipe((request, handler) => {
    isGuarded = false
    random.ran.length = 0
    if (random.throws[0] === 'pipe 1') {
      random.throws = random.throws.slice(1)
      throw new HttpError(418)
    }
    beforeDispatch(request, (route) => {
      if (random.throws[0] !== `a guard before ${route}`) return undefined
      random.throws = random.throws.slice(1)
      throw new HttpError(418)
    })
    return handler(request)
  })
  random.app = outer.pipe(application(0))
  return random as Random
}

/** Makes all lists of the given length with the numbers 1 to 4 as items. */
function tuples(length: number): readonly (readonly number[])[] {
  if (length === 0) return [[]]
  return tuples(length - 1).flatMap((rest) => [1, 2, 3, 4].map((first) => [first, ...rest]))
}

/** Returns the name of middleware from its place, such as `m7` from `pipe 2: m7`. */
function nameIn(place: string): string {
  return place.startsWith('a guard') ? place : (/(?:: |service ")(\w+)"?$/.exec(place)?.[1] ?? place)
}

const CASES = Number(process.env.PROOF_CASES ?? runs(600))
const FIRST = Number(process.env.PROOF_SEED ?? 1)

test(`in ${CASES} random applications, no request reaches a route that guardCoverage() calls covered without the guard, and the example request of each open route reaches that route`, async () => {
  // The test runs as in production. In development and tests, the dispatch step would refuse a request that an error
  // has led past a path prefix.
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const seen = { passes: 0, open: 0, excepted: 0, shown: 0, unguarded: 0, withoutRequest: 0 }
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const random = randomApplication(seed)
    const pick = numbersFrom(seed * 7 + 1)
    const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
    const routes = pick(3) ? '/' : one(PREFIXES)
    const except = pick(3) ? [] : [one(['/a', '/{x}', '/a/b', '/b/{rest...}'])]
    const coverage = await guardCoverage(random.app, { routes, pass: 'guard', except })
    if (coverage.routes.length === 0 || coverage.problems[0]?.startsWith('"pass"')) continue
    const verdicts = new Map<string, Set<string>>()
    for (const { route, handler = '', verdict } of coverage.routes) {
      const name = route?.name ?? nameIn(handler)
      verdicts.set(name, (verdicts.get(name) ?? new Set()).add(verdict))
      seen[verdict]++
    }
    const send = async (
      method: string,
      path: string,
      name = 'localhost',
      throws: readonly string[] = [],
      resumesAt: readonly number[] = [],
    ) => {
      random.throws = throws
      random.resumesAt = resumesAt
      random.ran.length = 0
      await random.app.request(`http://${name}${path}`, { method })
      return random.ran.map((one) => ({ ...one }))
    }
    for (const { route, handler = '', path, verdict, request } of coverage.routes) {
      if (verdict !== 'open') continue
      const errors = request?.errors ?? []
      // This example request reaches the route only if a service throws while it is constructed. No service of this
      // test does, so the request is not sent.
      if (errors.some(({ thrownBy }) => thrownBy.endsWith(' is made,'))) continue
      if (!request) {
        seen.withoutRequest++
        continue
      }
      const throws = errors.map(({ thrownBy }) => nameIn(thrownBy)).filter((name) => name !== '405')
      let isShown = false
      for (const resumesAt of tuples(errors.length)) {
        const ran = await send(request.method, request.path, request.host, throws, resumesAt)
        isShown ||= ran.some(({ id, isGuarded }) => id === (route?.name ?? nameIn(handler)) && !isGuarded)
        if (isShown) break
      }
      expect(isShown, `seed ${seed}, ${path} ${JSON.stringify(request)}`).toBe(true)
      seen.shown++
    }
    const names = ['', '', '', 'pipe 1', 'guard', 'guard', ...Array.from({ length: 30 }, (_, i) => `m${i}`)]
    for (let i = 0; i < 60; i++) {
      const path = `/${Array.from({ length: pick(4) }, () => one(TEXTS)).join('/')}`
      const [method, name] = [one(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']), one([...HOSTS, 'localhost'])]
      const throws = [one(names), one(names)].filter(Boolean)
      const resumesAt = [1 + pick(2), 1 + pick(2)]
      for (const { id, isGuarded, path: reached } of await send(method, path, name, throws, resumesAt)) {
        const isMeant = routes === '/' || reached === routes || reached.startsWith(`${routes}/`)
        if (isGuarded || !isMeant) continue
        seen.unguarded++
        const verdict = [...(verdicts.get(id) ?? [])]
        const note = `seed ${seed}, ${id} by ${method} ${path} ${name} ${throws}: ${verdict}`
        expect(verdict.includes('open') || verdict.includes('excepted'), note).toBe(true)
      }
    }
  }
  // For some open routes no example request is found, since other routes answer all tried requests. These have to be
  // less than a third of the open routes.
  expect(seen.withoutRequest * 3).toBeLessThan(seen.open)
  for (const kind of ['passes', 'shown', 'unguarded', 'excepted'] as const)
    expect(seen[kind]).toBeGreaterThan(CASES / 40)
}, 600_000)
