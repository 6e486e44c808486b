import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  Application,
  attributeKey,
  createServer,
  ErrorHandler,
  empty,
  HttpError,
  host,
  type Middleware,
  redirect,
  refuse,
  type ServerRequest,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Limit, RATE_LIMIT, type RateLimitOptions, rateLimit } from './index.ts'

const byHeader = (request: ServerRequest) => request.headers.get('x-key') ?? undefined

function application(options: RateLimitOptions = {}): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(rateLimit({ key: byHeader, limit: 2, ...options }))
  app.get('/', () => text('x'))
  app.get('/free', () => text('x')).set(RATE_LIMIT, false)
  app.post('/log-in', () => text('x')).set(RATE_LIMIT, { limit: 1, window: 600 })
  return app
}

async function ask(app: Application, path = '/', key: string | undefined = 'a', method = 'GET'): Promise<Response> {
  return app.request(path, { method, headers: key === '' ? {} : { 'x-key': key } })
}

test('rateLimit() refuses requests beyond the limit with 429 and Retry-After, and counts the requests of each key separately', async () => {
  const app = application()
  const answers = [await ask(app), await ask(app), await ask(app), await ask(app, '/', 'b')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, '60', null])
})

test('the header RateLimit of each response says how many requests are left', async () => {
  const app = application()
  const said: (string | null)[] = []
  for (let round = 0; round < 3; round++) said.push((await ask(app)).headers.get('ratelimit'))
  expect(said).toEqual(['"default";r=1;t=60', '"default";r=0;t=60', '"default";r=0;t=60'])
  expect((await ask(app)).headers.get('ratelimit-policy')).toBe('"default";q=2;w=60')
})

test('rateLimit() counts from zero again after the window', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = application({ limit: 1, window: 5 })
  const statuses = [(await ask(app)).status, (await ask(app)).status]
  vi.advanceTimersByTime(5_001)
  expect([...statuses, (await ask(app)).status]).toEqual([200, 429, 200])
})

test('a route may have a limit with counters of its own, or no limit', async () => {
  const app = application()
  const logIn = [await ask(app, '/log-in', 'a', 'POST'), await ask(app, '/log-in', 'a', 'POST')]
  expect(logIn.map(({ status }) => status)).toEqual([200, 429])
  expect(logIn[1]?.headers.get('ratelimit-policy')).toBe('"route";q=1;w=600')
  for (let round = 0; round < 5; round++) expect((await ask(app, '/free')).headers.has('ratelimit')).toBe(false)
  expect((await ask(app)).headers.get('ratelimit')).toBe('"default";r=1;t=60')
})

test.each([60, 2_147_483, 2_147_484, 31_536_000])('a window of %i s limits requests until it ends', async (window) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = application({ limit: 1, window })
  const statuses = [(await ask(app)).status, (await ask(app)).status]
  vi.advanceTimersByTime(window * 1_000 - 1)
  statuses.push((await ask(app)).status)
  vi.advanceTimersByTime(1)
  expect([...statuses, (await ask(app)).status]).toEqual([200, 429, 429, 200])
})

test('setting the clock back does not lengthen a window', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = application({ limit: 1, window: 10 })
  await ask(app)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect((await ask(app)).headers.get('retry-after')).toBe('10')
  vi.advanceTimersByTime(10_000)
  expect((await ask(app)).status).toBe(200)
})

test('routes that share one object of metadata have counters of their own', async () => {
  const shared = { limit: 1 }
  const app = application()
  for (const path of ['/one', '/two']) app.get(path, () => text('x')).set(RATE_LIMIT, shared)
  const statuses: number[] = []
  for (const path of ['/one', '/two', '/one', '/two']) statuses.push((await ask(app, path)).status)
  expect(statuses).toEqual([200, 200, 429, 429])
})

describe('an application that is reached in several ways', () => {
  const pages = (limit: Limit = {}) => {
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.post('/log-in', () => text('wrong')).set(RATE_LIMIT, { limit: 2, window: 600, key: () => 'ada', ...limit })
    return inner
  }
  const container = (services: Record<string, unknown>) => ({
    has: (name: string) => name in services,
    get: (name: string) => services[name],
  })
  const outer = (services: Record<string, unknown> = {}) => {
    const options = { router: new FindMyWayRouter(), onError: () => undefined, container: container(services) }
    return new Application(options).pipe(rateLimit({ key: () => undefined }))
  }
  const guesses = async (app: Application, paths: readonly string[]) => {
    const statuses: number[] = []
    for (const path of paths) statuses.push((await app.request(path, { method: 'POST' })).status)
    return statuses
  }
  const ways: Readonly<Record<string, (app: Application) => unknown>> = {
    'under two prefixes': (app) => {
      const inner = pages()
      app.pipe('/en', inner).pipe('/de', inner)
    },
    'under a list of prefixes': (app) => app.pipe(['/en', '/de'], pages()),
    'as a service under two prefixes': (app) => app.pipe('/en', 'pages').pipe('/de', 'pages'),
    'as a service under a list of prefixes': (app) => app.pipe(['/en', '/de'], 'pages'),
    'within a nested application': (app) => {
      const middle = new Application({ router: new FindMyWayRouter() }).pipe(pages())
      app.pipe('/en', middle).pipe('/de', middle)
    },
    'by process() under two prefixes': (app) => {
      const inner = pages()
      for (const path of ['/en', '/de']) app.pipe(path, (request, handler) => inner.process(request, handler))
    },
  }

  test.each(Object.entries(ways))('%s, counts for the limit of its route once', async (_how, add) => {
    const app = outer({ pages: pages() })
    add(app)
    expect(await guesses(app, ['/de/log-in', '/en/log-in', '/en/log-in', '/de/log-in'])).toEqual([200, 200, 429, 429])
  })

  test('for two hosts, counts for the limit of its route once', async () => {
    const inner = pages()
    const app = outer().pipe(host('one.example', inner)).pipe(host('two.example', inner))
    const urls = ['http://one.example/log-in', 'http://two.example/log-in', 'http://one.example/log-in']
    expect(await guesses(app, urls)).toEqual([200, 200, 429])
  })

  test('has a limit for each prefix if the key includes the base path', async () => {
    const inner = pages({ key: (request) => `ada ${request.basePath}` })
    const app = outer().pipe('/red', inner).pipe('/blue', inner)
    const paths = ['/red/log-in', '/red/log-in', '/red/log-in', '/blue/log-in']
    expect(await guesses(app, paths)).toEqual([200, 200, 429, 200])
  })

  test('has counters of its own beside another application with the same path', async () => {
    const app = outer().pipe('/shop', pages()).pipe('/admin', pages())
    const paths = ['/shop/log-in', '/shop/log-in', '/admin/log-in', '/shop/log-in', '/admin/log-in']
    expect(await guesses(app, paths)).toEqual([200, 200, 200, 429, 200])
  })
})

test('a request that one of several limits of a route refuses does not count for the later limits in the list', async () => {
  const app = application()
  const byAccount = (request: ServerRequest) => request.query.get('account') ?? undefined
  app.get('/in', () => text('x')).set(RATE_LIMIT, [{ limit: 2 }, { limit: 3, window: 600, key: byAccount }])
  const statuses: number[] = []
  // One address may use two of the three guesses for an account, so that the third is left for another address.
  for (const address of ['a', 'a', 'a', 'b', 'c']) statuses.push((await ask(app, '/in?account=ada', address)).status)
  expect(statuses).toEqual([200, 200, 429, 200, 429])
  const { headers } = await ask(app, '/in?account=bob', 'd')
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
    '"route";q=2;w=60, "route-2";q=3;w=600',
    '"route";r=1;t=60, "route-2";r=2;t=600',
  ])
})

test('the error for a refused request names the limit that is used up, and does not show the key', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe(rateLimit({ key: () => 'a secret', limit: 1 })).pipe(() => text('x'))
  await app.request('/')
  await app.request('/')
  expect(errors.map((error) => (error as Error).message)).toEqual([
    'The limit "default", 1 in 60 s, is used up. Requests of this key may come again in 60 s.',
  ])
})

test.each([[[]], ['strict'], [[{ limit: 0 }]], [[{ maximum: 5 }]]])('RATE_LIMIT refuses the value %j', (metadata) => {
  expect(() =>
    application()
      .get('/x', () => text('x'))
      .set(RATE_LIMIT, metadata as never),
  ).toThrow(/rateLimit/)
})

test('a request that is answered by 404 counts, so that guessing paths is limited too', async () => {
  const app = application()
  const answers = [await ask(app, '/x'), await ask(app, '/y'), await ask(app, '/z')]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 429])
})

test('a request without a key is not limited', async () => {
  const app = application({ limit: 1 })
  expect([(await ask(app, '/', '')).status, (await ask(app, '/', '')).status]).toEqual([200, 200])
})

test('two rateLimit() in a pipeline both count a request, and the response has the header RateLimit with both limits', async () => {
  const app = new Application({ onError: () => undefined })
  app.pipe(rateLimit({ key: byHeader, limit: 9 })).pipe(rateLimit({ key: byHeader, limit: 1, name: 'strict' }))
  app.pipe(() => text('x'))
  const [first, second] = [await ask(app), await ask(app)]
  expect(first.headers.get('ratelimit')).toBe('"default";r=8;t=60, "strict";r=0;t=60')
  expect(second.status).toBe(429)
})

test('each IPv4 address has a limit of its own, and all IPv6 addresses of a network of 64 bits share one limit', async () => {
  const app = new Application({ onError: () => undefined }).pipe(rateLimit({ limit: 1 })).pipe(() => text('x'))
  const server = await createServer(app, { trustProxy: ['loopback'] }).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address, connection: 'close' }
    return (await fetch(`http://127.0.0.1:${server.address?.port}/`, { headers })).status
  }
  const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:0:9::1', '2001:db8:0:1::1', '::1']
  const statuses: number[] = []
  for (const address of asked) statuses.push(await from(address))
  expect(statuses).toEqual([200, 429, 200, 200, 429, 200, 200])
})

test('requests without an address are not limited, and a line about them is printed once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  const app = new Application().pipe(rateLimit({ limit: 1 })).pipe(() => text('x'))
  expect([(await app.request('/')).status, (await app.request('/')).status]).toEqual([200, 200])
  expect(warn.mock.calls.map(([line]) => String(line).slice(0, 60))).toEqual([
    'rateLimit(): the address of a request is unknown here, so th',
  ])
})

test('if Redis cannot be reached each process counts alone, and a line about the failure is printed once', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => error.mockRestore())
  const redis = { status: 'connecting', multi: () => undefined, defineCommand: () => undefined }
  const app = application({ limit: 1, redis })
  expect([(await ask(app)).status, (await ask(app)).status]).toEqual([200, 429])
  expect(error).toHaveBeenCalledTimes(1)
})

test.each([
  [{ limit: 0 }, 'rateLimit(): "limit" must be an integer from 1'],
  [{ window: 0.5 }, 'rateLimit(): "window" must be an integer of seconds, from 1 to 31536000, which is a year'],
  [{ window: 31_536_001 }, 'rateLimit(): "window" must be an integer of seconds, from 1 to 31536000'],
  [{ key: 'ip' }, 'rateLimit(): "key" must be "address", or a function'],
  [{ name: 'a b' }, 'rateLimit(): "name" must be a name of letters, digits, dots and hyphens'],
  [{ redis: 'redis://x' }, 'rateLimit(): "redis" must be an object with'],
  [{ max: 5 }, 'rateLimit(): unknown option "max"'],
])('rateLimit() refuses the options %o', (options, message) => {
  expect(() => rateLimit(options as RateLimitOptions)).toThrow(message)
})

describe('memory of counters whose keys clients choose', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heapAfter = async (act: () => Promise<unknown>) => {
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    await act()
    collectGarbage()
    return process.memoryUsage().heapUsed - before
  }

  test.each<[string, (value: string) => string]>([
    ['a whole header of 12 kB', (value) => value],
    ['a part of a header of 12 kB', (value) => value.slice(0, 40)],
    ['two parts of a header of 12 kB, joined', (value) => `${value.slice(0, 30)}:${value.slice(40, 70)}`],
    ['a part that is not well formed', (value) => `\ud800${value.slice(0, 40)}`],
  ])('a key that is %s takes little memory, and is counted', async (_what, cut) => {
    const app = application({ key: (request) => cut(byHeader(request) ?? ''), limit: 1 })
    const long = 'x'.repeat(12_000)
    const growth = await heapAfter(async () => {
      for (let number = 0; number < 2_000; number++) await ask(app, '/', `${number}-${long}`)
    })
    expect(growth).toBeLessThan(3_000_000)
    expect([(await ask(app, '/', `7-${long}`)).status, (await ask(app, '/', `new-${long}`)).status]).toEqual([429, 200])
  })

  test('two long keys that begin alike are counted separately, and no short key is counted like a long one', async () => {
    const app = application({ limit: 1 })
    const long = 'x'.repeat(5_000)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(long))
    const short = Buffer.from(digest).toString('hex')
    const statuses: number[] = []
    for (const key of [long, `${long}y`, short, `#${short}`, long]) statuses.push((await ask(app, '/', key)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  test('a key without requests left stays refused while 100,500 others are counted, which begin with less of their limit', async () => {
    const app = application({ limit: 3, window: 600 })
    for (let number = 0; number < 4; number++) await ask(app, '/', 'refused')
    const left = async (key: string) => (await ask(app, '/', key)).headers.get('ratelimit')
    const first = await left('first')
    for (let number = 0; number < 100_500; number++) await ask(app, '/', `${number}`)
    expect([first, await left('last')]).toEqual(['"default";r=2;t=600', '"default";r=1;t=600'])
    expect((await ask(app, '/', 'refused')).status).toBe(429)
  })
})

describe('a request that something refuses before a route with limits', () => {
  const refusals: Readonly<Record<string, Middleware>> = {
    'throws a 403': () => {
      throw new HttpError(403)
    },
    'rejects with a 403': async () => {
      throw new HttpError(403)
    },
    'refuses it with 404': (request) => refuse(request, 404),
    'redirects it': async () => redirect('/elsewhere'),
    'answers it': () => empty(),
  }

  function guarded(guard: Middleware, options: RateLimitOptions = {}): Application {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.pipe(rateLimit({ key: byHeader, limit: 5, ...options })).pipe(new ErrorHandler({ listeners: [] }))
    app.pipe((request, handler) => (request.query.has('pass') ? handler(request) : guard(request, handler)))
    app.get('/limited', () => text('x')).set(RATE_LIMIT, { limit: 2, window: 600 })
    app.get('/free', () => text('x')).set(RATE_LIMIT, false)
    return app
  }

  test.each(Object.entries(refusals))(
    'if middleware %s, it counts for the general limit alone, with the headers of a missing path',
    async (_how, guard) => {
      const app = guarded(guard)
      const shown = async (path: string, key: string) => {
        const { status, headers } = await ask(app, path, key)
        return [status, headers.get('ratelimit'), headers.get('ratelimit-policy'), headers.get('retry-after')]
      }
      for (let time = 0; time < 7; time++) {
        const missing = await shown('/missing', 'a')
        for (const [path, key] of [
          ['/limited', 'b'],
          ['/free', 'c'],
        ] as const)
          expect(await shown(path, key), path).toEqual(missing)
      }
      const statuses: number[] = []
      for (let time = 0; time < 3; time++) statuses.push((await ask(app, '/limited?pass', 'b')).status)
      expect(statuses).toEqual([200, 200, 429])
    },
  )

  test('a response in whose place the limit answers is cancelled', async () => {
    let cancelled = 0
    const body = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: () => void cancelled++,
      })
    const app = guarded(() => new Response(body()), { limit: 1 })
    const statuses = [(await ask(app, '/limited')).status, (await ask(app, '/limited')).status]
    await vi.waitFor(() => expect(cancelled).toBe(1))
    expect(statuses).toEqual([200, 429])
  })
})

test('the key of a route may read what middleware after rateLimit() has found out, such as the identity', async () => {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(rateLimit())
  const USER = attributeKey<string>('user')
  app.pipe((request, handler) => handler(request.withAttribute(USER, byHeader(request) ?? '')))
  app.get('/', () => text('x')).set(RATE_LIMIT, { limit: 1, key: (request) => request.attribute(USER) })
  expect([(await ask(app)).status, (await ask(app, '/', 'b')).status, (await ask(app)).status]).toEqual([200, 200, 429])
})
