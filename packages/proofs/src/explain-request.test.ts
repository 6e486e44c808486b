import { Application, host, type Middleware, Pipeline, text } from '@app/core'
import {
  dispatchMiddleware,
  errorMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from '@app/core/extending'
import { doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { type ExplainedPosition, explainRequest } from './index.ts'

/** Makes middleware with a name, which passes each request on. */
function passes(name: string): Middleware {
  return Object.defineProperty<Middleware>((request, handler) => handler(request), 'name', { value: name })
}

/** Writes one line for each position of a pipeline; the positions inside of a position are indented. */
function lines(items: readonly ExplainedPosition[], indent = ''): readonly string[] {
  return items.flatMap(({ place, verdict, reason, items: inner = [] }) => [
    `${indent}${place}: ${verdict}${reason === undefined ? '' : `, ${reason}`}`,
    ...lines(inner, `${indent}  `),
  ])
}

function application(): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  app
    .pipe(passes('log'))
    .pipe('/admin', passes('guard'))
    .pipe(host('api.example.org', passes('api')))
  app.pipe([passes('a'), passes('b')]).pipe(doublePassError((_error, _request, response) => response))
  app.pipeRoutingMiddleware().pipe(passes('between')).pipeDispatchMiddleware().pipe(passes('last'))
  app.get('/admin/users', [passes('audit'), () => text('users')], 'users')
  app.post('/orders', () => text(''), 'order')
  return app
}

describe('explainRequest()', () => {
  test('explainRequest() says for each position of the pipeline whether the request reaches it, and names the route that answers', async () => {
    const { answer, path, items } = await explainRequest(application(), 'GET', '/admin/x/../users?page=2')
    expect([path, answer]).toEqual(['/admin/users', 'GET /admin/users (users)'])
    expect(lines(items)).toMatchInlineSnapshot(`
      [
        "pipe 1: log: runs",
        "pipe 2 at "/admin": guard: runs",
        "pipe 3 for api.example.org: api: skipped, not for the host api.example.org",
        "pipe 4: runs",
        "  pipe 4, item 1: a: runs",
        "  pipe 4, item 2: b: runs",
        "pipe 5: skipped, only for errors",
        "pipe 6: runs, finds GET /admin/users (users)",
        "pipe 7: between: runs",
        "pipe 8: answers, runs GET /admin/users (users)",
        "  GET /admin/users (users): answers",
        "    GET /admin/users (users), item 1: audit: runs",
        "    GET /admin/users (users), item 2: answers",
        "pipe 9: last: unreached",
      ]
    `)
  })

  test.each([
    ['GET', '/', '404, since nothing answers'],
    ['GET', '/orders', '405'],
    ['OPTIONS', '/orders', '200'],
    [
      'GET',
      '/%',
      '400, since "%" is not a byte: "%" has to be followed by two hex digits, and a percent sign is written "%25"',
    ],
    ['GET', '/a%2fb', '400, since "%2f" is a slash for some servers and text for others'],
    ['GET', '/%00', '400, since "%00" is a control character'],
    ['GET', '/%ff', '400, since "/%ff" is not UTF-8'],
    ['HEAD', '/admin/users', 'GET /admin/users (users)'],
    ['POST', 'http://api.example.org/orders', 'POST /orders (order)'],
  ])('explainRequest() says that %s %s is answered by: %s', async (method, target, answer) => {
    expect((await explainRequest(application(), method, target)).answer).toBe(answer)
  })

  test('error middleware after routing runs for a 404 of routing and for a 405 of dispatch, and may answer otherwise', async () => {
    const app = new Application({ router: new FindMyWayRouter() })
    app.pipeRoutingMiddleware().pipeDispatchMiddleware()
    app.pipe(passes('last')).pipe(
      errorMiddleware(function answering() {
        return text('sorry', { status: 503 })
      }),
    )
    app.post('/orders', () => text(''))
    const unknown = await explainRequest(app, 'GET', '/none')
    expect([unknown.answer, unknown.status]).toEqual(['404, unless pipe 4 answers', 404])
    expect(lines(unknown.items).slice(2)).toEqual(['pipe 3: last: runs', 'pipe 4: runs, gets the 404'])
    const wrongMethod = await explainRequest(app, 'GET', '/orders')
    expect([wrongMethod.answer, wrongMethod.status, wrongMethod.allow]).toEqual([
      '405, unless pipe 4 answers',
      405,
      ['POST'],
    ])
    expect(lines(wrongMethod.items).slice(1)).toEqual([
      'pipe 2: answers, 405, the path allows POST',
      'pipe 3: last: unreached',
      'pipe 4: runs, gets the 405',
    ])
    expect((await app.request('/none')).status).toBe(503)
    expect((await app.request('/orders')).status).toBe(503)
  })

  test('explainRequest() constructs a service to explain its middleware; for a service that cannot be constructed, it says that the response is a 500', async () => {
    const services: Record<string, unknown> = { final: () => text('here') }
    const container = {
      has: (name: unknown) => String(name) in services,
      get: (name: unknown) => services[String(name)],
    }
    const app = new Application({ container: container as never }).pipe('/gone', 'gone').pipe('final')
    expect((await explainRequest(app, 'GET', '/')).answer).toBe('pipe 2, service "final": final')
    const { answer, items } = await explainRequest(app, 'GET', '/gone')
    expect([answer, items[0]?.reason]).toEqual(['500', expect.stringContaining('has no service "gone"')])
  })
})

describe('an explanation names the routes that nearly match the request, each with the reason why it does not answer', () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/reports/{id:\\d+}', () => text(''), 'report')
  app.post('/reports/{id:\\d+}', () => text(''), 'report.write')
  app.get('/reports/{id:\\d+}/print', () => text(''), 'report.print')
  app.get('/{area}/{id}', () => text(''), 'any')
  const shop = new Application({ router: new FindMyWayRouter() })
  shop.get('/cart', () => text(''), 'cart')
  app.pipe('/shop', shop)

  const near = async (method: string, target: string) =>
    (await explainRequest(app, method, target)).near.map(({ name, reason }) => `${name} ${reason}`)

  test.each<[string, string, string[]]>([
    [
      'GET',
      '/reports/7',
      [
        'report.write is for POST, and not for GET',
        'any comes after GET /reports/{id:\\d+} (report)',
        'report.print has one segment more',
      ],
    ],
    ['GET', '/reports/x', ['report the token \\d+ of {id} refuses "x"']],
    [
      'PUT',
      '/reports/7',
      [
        'report is for GET, and not for PUT',
        'report.write is for POST, and not for PUT',
        'any is for GET, and not for PUT',
      ],
    ],
    [
      'GET',
      '/reports/7/prnt',
      ['report.print has "print", and not "prnt"', 'any has one segment less', 'report has one segment less'],
    ],
    ['GET', '/shop/cart/1', ['any has one segment less', 'cart has one segment less']],
  ])('explainRequest() names the routes that nearly match %s %s', async (method, target, expected) => {
    expect((await near(method, target)).sort()).toEqual(expected.sort())
  })

  test('an explanation has the full path and the params of the route that answers, and for a 405 the allowed methods', async () => {
    expect(await explainRequest(app, 'GET', '/shop/cart')).toMatchObject({
      route: { name: 'cart', path: '/shop/cart', methods: ['GET'], params: {} },
    })
    expect((await explainRequest(app, 'GET', '/reports/7')).route).toMatchObject({ params: { id: '7' } })
    expect(await explainRequest(app, 'PUT', '/reports/7')).toMatchObject({ status: 405, allow: ['GET', 'POST'] })
    expect(await explainRequest(app, 'GET', '/')).toMatchObject({ status: 404, near: [] })
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

/** The middleware that the routing step and the dispatch step consist of. Each may be piped by itself. */
const PARTS = [
  routeMiddleware,
  implicitHeadMiddleware,
  dispatchMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
]
const PATHS = ['/', '/a', '/a/b', '/a/b/c', '/b', '/b/a', '/ab', '/c']

/** Makes a random pipeline or application, whose middleware adds its name to `ran` when it runs. */
function randomApplication(
  pick: (below: number) => number,
  ran: string[],
  depth = 0,
  name = 'p',
): Application | Pipeline {
  const isApplication = depth === 0 || pick(2) === 0
  const made = isApplication ? new Application({ router: new FindMyWayRouter() }) : new Pipeline()
  const noting =
    (own: string): Middleware =>
    (request, handler) => {
      ran.push(own)
      return handler(request)
    }
  const ending = (own: string) => () => {
    ran.push(own)
    return text(own)
  }
  const named = (own: string, fn: Middleware): Middleware => Object.defineProperty(fn, 'name', { value: own })
  for (let i = 0; i < 2 + pick(4); i++) {
    const own = `${name}${i}`
    const kind = pick(11)
    const item =
      kind === 10
        ? errorMiddleware(() => {
            ran.push('error middleware')
            return text(own, { status: 503 })
          })
        : kind < 5
          ? named(own, noting(own))
          : kind === 5
            ? named(own, ending(own))
            : kind < 8 && depth < 3
              ? randomApplication(pick, ran, depth + 1, own)
              : [named(`${own}x`, noting(`${own}x`)), named(`${own}y`, noting(`${own}y`))]
    const piping = made as Application
    if (pick(2)) piping.pipe(PATHS[1 + pick(6)] as '/a', item as Middleware)
    else piping.pipe(item as Middleware)
  }
  if (!(made instanceof Application)) return made
  for (const path of PATHS) {
    const own = `${name}${path}`
    if (pick(3) === 0)
      made.route(
        path,
        [named(`${own}!`, noting(`${own}!`)), named(own, ending(own))],
        [['GET', 'POST'][pick(2)] as 'GET'],
      )
  }
  const parts = pick(4)
  if (parts === 3) for (const part of PARTS.filter(() => pick(4) > 0)) made.pipe(part)
  if (parts < 2)
    made
      .pipeRoutingMiddleware()
      .pipe(named(`${name}-`, noting(`${name}-`)))
      .pipeDispatchMiddleware()
  return made
}

/**
 * Returns the names of the middleware that runs according to an explanation, in the order of the explanation. The error
 * middleware of these tests answers, so nothing runs after it.
 */
function said(items: readonly ExplainedPosition[]): readonly string[] {
  const names = allSaid(items)
  const last = names.indexOf('error middleware')
  return last === -1 ? names : names.slice(0, last + 1)
}

function allSaid(items: readonly ExplainedPosition[]): readonly string[] {
  return items.flatMap(({ kind, name = '', verdict, isError, items: inner = [] }) => {
    if (verdict !== 'runs' && verdict !== 'answers') return []
    if (isError) return ['error middleware']
    return kind === 'function' ? [name] : allSaid(inner)
  })
}

const CASES = runs(200)

test(`in ${CASES} random applications, each request runs exactly the middleware that explainRequest() names, in the same order`, async () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const ran: string[] = []
    const app = randomApplication(numbersFrom(seed), ran) as Application
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      for (const path of PATHS) {
        const { items, answer } = await explainRequest(app, method, path)
        ran.length = 0
        const response = await app.request(path, { method })
        expect(said(items), `seed ${seed}, ${method} ${path}: ${JSON.stringify(items, null, 1)}`).toEqual(ran)
        if (answer.includes('unless')) expect(response.status).toBe(503)
        else if (/^\d/.test(answer))
          expect(answer.slice(0, 3), `seed ${seed}, ${method} ${path}: ${JSON.stringify(items, null, 1)}`).toBe(
            String(response.status),
          )
        else expect(response.status).toBe(200)
      }
    }
  }
})
