import { Application, type ServerRequest, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RATE_LIMIT, type RateLimitOptions, rateLimit } from './index.ts'

/**
 * Cases from the tests of `@fastify/rate-limit`. The test names call that package "other libraries".
 * docs/other-packages.md lists our differences, with their reasons.
 */
const byHeader = (request: ServerRequest) => request.headers.get('x-key') ?? undefined

function application(options: RateLimitOptions = {}): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(rateLimit({ key: byHeader, limit: 2, ...options }))
  app.get('/', () => text('x'))
  return app
}

async function statuses(
  app: Application,
  ...asked: readonly (readonly [path: string, key: string, method?: string])[]
) {
  const answers: number[] = []
  for (const [path, key, method = 'GET'] of asked) {
    answers.push((await app.request(path, { method, headers: { 'x-key': key } })).status)
  }
  return answers
}

test('like other libraries, the window of one key ends while the later window of another key goes on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = application({ limit: 1, window: 10 })
  expect(await statuses(app, ['/', 'a'])).toEqual([200])
  vi.advanceTimersByTime(6_000)
  expect(await statuses(app, ['/', 'b'], ['/', 'a'])).toEqual([200, 429])
  vi.advanceTimersByTime(5_000)
  expect(await statuses(app, ['/', 'a'], ['/', 'b'])).toEqual([200, 429])
})

test('like other libraries, the option key accepts an asynchronous function', async () => {
  const app = application({ limit: 1, key: async (request) => byHeader(request) })
  expect(await statuses(app, ['/', 'a'], ['/', 'a'], ['/', 'b'])).toEqual([200, 429, 200])
})

test('like other libraries, a client without a key is not limited', async () => {
  const allowed = new Set(['friend'])
  const key = (request: ServerRequest) => {
    const name = byHeader(request)
    return name === undefined || allowed.has(name) ? undefined : name
  }
  const app = application({ limit: 1, key })
  expect(await statuses(app, ['/', 'friend'], ['/', 'friend'], ['/', 'a'], ['/', 'a'])).toEqual([200, 200, 200, 429])
})

test('like other libraries, the metadata of a route gives it a limit of its own, or none', async () => {
  const app = application({ limit: 1 })
  app.get('/free', () => text('x')).set(RATE_LIMIT, false)
  app.get('/two', () => text('x')).set(RATE_LIMIT, { limit: 2 })
  const two = ['/two', 'a'] as const
  expect(await statuses(app, ['/free', 'a'], ['/free', 'a'], two, two, two, ['/', 'a'])).toEqual([
    200, 200, 200, 200, 429, 200,
  ])
})

test('like other libraries, no handler behind the limit runs for a refused request', async () => {
  let runs = 0
  const app = new Application({ onError: () => undefined }).pipe(rateLimit({ key: byHeader, limit: 1 }))
  app.pipe(() => text(String(++runs)))
  await statuses(app, ['/', 'a'], ['/', 'a'], ['/', 'a'])
  expect(runs).toBe(1)
})

test('like other libraries, requests with HEAD and requests for a path without a route are counted', async () => {
  const app = application()
  expect(await statuses(app, ['/', 'a', 'HEAD'], ['/none', 'a'], ['/', 'a'])).toEqual([200, 404, 429])
})

test('unlike other libraries, refused requests neither begin the window anew nor make it longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const app = application({ limit: 1, window: 10 })
  expect(await statuses(app, ['/', 'a'], ['/', 'a'])).toEqual([200, 429])
  vi.advanceTimersByTime(9_000)
  expect(await statuses(app, ['/', 'a'])).toEqual([429])
  vi.advanceTimersByTime(1_001)
  expect(await statuses(app, ['/', 'a'])).toEqual([200])
})

test('unlike other libraries, a response has the headers RateLimit and RateLimit-Policy, and no header such as X-RateLimit-Limit', async () => {
  const { headers } = await application().request('/', { headers: { 'x-key': 'a' } })
  const names = [...headers.keys()].filter((name) => name.includes('ratelimit'))
  expect(names).toEqual(['ratelimit', 'ratelimit-policy'])
})
