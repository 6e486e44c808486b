import { type EndpointMethod, endpoint, streamContent, textContent } from '@app/endpoint'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, createClient } from './index.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const answered = (status: number, headers: Record<string, string> = {}) =>
  new Response(`${status}`, { status, headers: { 'content-type': 'text/plain', ...headers } })

/** Waits for the result of a call. Fake timers skip the pauses of the call. */
async function settled<T>(outcome: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  outcome.then(settle, settle)
  while (!isSettled) {
    await new Promise((resolve) => setImmediate(resolve))
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  }
  return outcome
}

/** Calls an endpoint whose answers come from a list. An error in the list is a failure of the network. */
function asking(answers: (Response | Error)[], options: ClientOptions = {}, method: EndpointMethod = 'GET') {
  const times: number[] = []
  const begin = Date.now()
  const fetch = async () => {
    times.push(Date.now() - begin)
    const next = answers.shift()
    if (next instanceof Response) return next
    throw next ?? new Error('asked too often')
  }
  const described = endpoint({ method, path: '/', responses: { 200: textContent() } })
  const { call } = createClient({ call: described }, { fetch, timeout: 0, ...options })
  const outcome = call().then(
    ({ status }) => status as number,
    (error: unknown) => error,
  )
  return { outcome, times }
}

describe('attempts of a call', () => {
  test('a call is retried twice after 502, 503, 504 and a failing network, with growing pauses', async () => {
    const { outcome, times } = asking([answered(503), new TypeError('reset'), answered(200)])
    expect([await settled(outcome), times]).toEqual([200, [0, 150, 450]])
    const third = asking([answered(502), answered(504), answered(503), answered(200)])
    expect([await settled(third.outcome), third.times]).toEqual([503, [0, 150, 450]])
    const failing = asking([new TypeError('a'), new TypeError('b'), new TypeError('c')])
    expect(await settled(failing.outcome)).toMatchObject({ reason: 'network', message: 'GET /: TypeError: c' })
  })

  test('a call is retried as often as the option retries says', async () => {
    const never = asking([answered(503), answered(200)], { retries: 0 })
    const once = asking([answered(503), answered(200)], { retries: 1 })
    expect([await settled(never.outcome), await settled(once.outcome)]).toEqual([503, 200])
  })

  test('a call is retried after the time in Retry-After, seconds or a date, unless this time is more than ten seconds', async () => {
    const seconds = asking([answered(503, { 'retry-after': '7' }), answered(200)])
    const date = new Date(Date.now() + 5_000).toUTCString()
    const dated = asking([answered(503, { 'retry-after': date }), answered(200)])
    const past = asking([answered(503, { 'retry-after': '0' }), answered(200)])
    const long = asking([answered(503, { 'retry-after': '11' }), answered(200)])
    const nonsense = asking([answered(503, { 'retry-after': 'soon' }), answered(200)])
    expect([await settled(seconds.outcome), seconds.times]).toEqual([200, [0, 7_000]])
    expect(await settled(dated.outcome)).toBe(200)
    expect(dated.times[1]).toBeGreaterThan(3_999)
    expect([await settled(past.outcome), past.times]).toEqual([200, [0, 150]])
    expect([await settled(long.outcome), long.times]).toEqual([503, [0]])
    expect([await settled(nonsense.outcome), nonsense.times]).toEqual([200, [0, 150]])
  })

  test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const)(
    'a call with the method %s is retried after a 503',
    async (method) => {
      const { outcome } = asking([answered(503), answered(200)], {}, method)
      expect(await settled(outcome)).toBe(200)
    },
  )

  test.each(['POST', 'PATCH'] as const)(
    'a call with the method %s is never retried, since the first attempt may have had an effect',
    async (method) => {
      const { outcome } = asking([answered(503), answered(200)], {}, method)
      const failing = asking([new TypeError('reset'), answered(200)], {}, method)
      expect([await settled(outcome), await settled(failing.outcome)]).toEqual([
        503,
        expect.objectContaining({ reason: 'network' }),
      ])
    },
  )

  test('a call whose body is a stream is not retried, since a stream can be read only once', async () => {
    const described = endpoint({ method: 'PUT', path: '/', body: streamContent(), responses: { 200: textContent() } })
    const seen: string[] = []
    const fetch = async (request: Request) => {
      seen.push(await request.text())
      return answered(503)
    }
    const { put } = createClient({ put: described }, { fetch, timeout: 0 })
    expect((await put({ body: new Blob(['once']).stream() })).status).toBe(503)
    const again = await settled(put({ body: new Blob(['again']) }))
    expect([again.status, seen]).toEqual([503, ['once', 'again', 'again', 'again']])
  })

  test('a call is not retried after a status other than 502, 503 and 504', async () => {
    const outcomes = [500, 501, 429, 404, 200].map((status) => asking([answered(status)]).outcome)
    expect(await Promise.all(outcomes)).toEqual([500, 501, 429, 404, 200])
  })
})

describe('the end of a call', () => {
  const forever = () => new Promise<Response>(() => undefined)
  const described = endpoint({ method: 'GET', path: '/slow', responses: { 200: textContent(), 206: streamContent() } })

  test('a call ends with an error after its timeout, which includes all attempts and pauses', async () => {
    const { slow } = createClient({ slow: described }, { fetch: forever })
    const outcome = slow({}, { timeout: 0.7 }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(699)
    expect(await Promise.race([outcome, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject({
      name: 'ClientError',
      reason: 'timeout',
      message: 'GET /slow: no answer in 0.7 s',
    })
    const usual = slow().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await usual).toMatchObject({ reason: 'timeout' })
    const pausing = asking([answered(503, { 'retry-after': '5' }), answered(200)], { timeout: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await pausing.outcome).toMatchObject({ reason: 'timeout' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([0, Number.POSITIVE_INFINITY])('a call with the timeout %s never times out', async (timeout) => {
    const { slow } = createClient({ slow: described }, { fetch: forever, timeout })
    slow()
    await Promise.resolve()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a call ends with the reason of its signal when the signal aborts, also during a pause', async () => {
    const reason = new Error('gone')
    const { slow } = createClient({ slow: described }, { fetch: forever })
    const controller = new AbortController()
    const outcome = slow({}, { signal: controller.signal }).catch((error: unknown) => error)
    const pausing = asking([answered(503), answered(200)], { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(1)
    controller.abort(reason)
    expect([await outcome, await pausing.outcome]).toEqual([reason, reason])
    await vi.runAllTimersAsync()
    expect([pausing.times, vi.getTimerCount()]).toEqual([[0], 0])
    const before = asking([answered(200)], { signal: controller.signal })
    expect([await before.outcome, before.times]).toEqual([reason, []])
  })

  test('a call whose signal aborts also aborts its request, even while the body of the response is read', async () => {
    const controller = new AbortController()
    let seen: AbortSignal | undefined
    const fetch = async ({ signal }: Request) => {
      seen = signal
      return new Response(new ReadableStream(), { headers: { 'content-type': 'text/plain' } })
    }
    const { slow } = createClient({ slow: described }, { fetch })
    const outcome = slow({}, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    expect(await outcome).toBe(controller.signal.reason)
    expect(seen?.aborted).toBe(true)
  })

  test('the timeout of a call does not end a stream that has begun', async () => {
    const fetch = async () => {
      const headers = { 'content-type': 'application/octet-stream' }
      return new Response(new Blob(['late']).stream(), { status: 206, headers })
    }
    const { slow } = createClient({ slow: described }, { fetch, timeout: 0.01 })
    const answer = await slow()
    await vi.advanceTimersByTimeAsync(1_000)
    if (answer.status !== 206) throw new Error('another status')
    expect(await new Response(answer.data).text()).toBe('late')
  })
})
