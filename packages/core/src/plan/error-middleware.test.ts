import { describe, expect, test, vi } from 'vitest'
import { doublePassError } from '../double-pass.ts'
import { Application, type Middleware, type MiddlewareLike, Pipeline, text } from '../index.ts'

const throwing = (error: unknown) => () => {
  throw error
}
const rejecting = (error: unknown) => () => Promise.reject(error)

/** Makes error middleware that records each error, and passes the error on. */
function noting(heard: unknown[], name: string) {
  return doublePassError((error, request, response, next) => {
    heard.push([name, error])
    return next(request, response, error)
  })
}

const answering = doublePassError((error, _request, response) => response.write(`answered ${error}`))

describe('a failure of middleware', () => {
  test.each([
    ['that is thrown', throwing],
    ['that is rejected', rejecting],
  ])('a failure %s goes to the error middleware behind it, in order, until one answers', async (_name, failing) => {
    const heard: unknown[] = []
    const app = new Application()
      .pipe(noting(heard, 'before'))
      .pipe(failing('boom'))
      .pipe(noting(heard, 'first'))
      .pipe(() => text('skipped'))
      .pipe(noting(heard, 'second'))
      .pipe(answering)
      .pipe(noting(heard, 'behind the answer'))
    expect(await (await app.request('/')).text()).toBe('answered boom')
    expect(heard).toEqual([
      ['first', 'boom'],
      ['second', 'boom'],
    ])
  })

  test('a failure that error middleware throws replaces the earlier failure', async () => {
    const app = new Application()
      .pipe(throwing('first'))
      .pipe(doublePassError(throwing('second')))
      .pipe(answering)
    expect(await (await app.request('/')).text()).toBe('answered second')
  })

  test('a failure that no middleware answers goes once to each error middleware, and once to the listener', async () => {
    const heard: unknown[] = []
    const onError = vi.fn()
    const error = new Error('nobody')
    const inner = new Pipeline().pipe(throwing(error)).pipe(noting(heard, 'inner'))
    const app = new Application({ onError })
      .pipe((request, handler) => handler(request))
      .pipe(inner)
      .pipe(noting(heard, 'outer'))
    expect((await app.request('/')).status).toBe(500)
    expect(heard).toEqual([
      ['inner', error],
      ['outer', error],
    ])
    expect(onError).toHaveBeenCalledOnce()
  })

  test('an error object that is thrown in two requests goes to the error middleware in each of them', async () => {
    const heard: unknown[] = []
    const error = new Error('shared')
    const app = new Application({ onError: () => undefined }).pipe(throwing(error)).pipe(noting(heard, 'each time'))
    await app.request('/')
    await app.request('/')
    expect(heard).toHaveLength(2)
  })

  test('a failure of middleware on the way out reaches the error middleware behind it', async () => {
    const app = new Application()
      .pipe(async (request, handler) => {
        await handler(request)
        throw new Error('on the way out')
      })
      .pipe(answering)
      .pipe(() => text('fine'))
    expect(await (await app.request('/')).text()).toBe('answered Error: on the way out')
  })
})

const passing: Middleware = (request, handler) => handler(request)
const failing: Middleware = () => {
  throw new Error('boom')
}
const failingLater: Middleware = async () => {
  throw new Error('boom')
}
const unavailable = () => doublePassError(() => text('answered', { status: 503 }))

test.each<[string, (fails: Middleware) => readonly MiddlewareLike[], number]>([
  ['fails, E', (fails) => [fails, unavailable()], 503],
  ['A, fails, E', (fails) => [passing, fails, unavailable()], 503],
  ['E, fails', (fails) => [unavailable(), fails], 500],
  ['A, E, fails', (fails) => [passing, unavailable(), fails], 500],
  ['E, A, fails', (fails) => [unavailable(), passing, fails], 500],
  ['A, [E], fails', (fails) => [passing, [unavailable()], fails], 500],
  ['A, E, [fails]', (fails) => [passing, unavailable(), [passing, fails]], 500],
  ['A, E, fails, E', (fails) => [passing, unavailable(), fails, unavailable()], 503],
])('error middleware E runs for errors of the positions before it alone: %s', async (_order, pipeline, status) => {
  for (const fails of [failing, failingLater]) {
    const app = new Application({ onError: () => undefined })
    for (const middleware of pipeline(fails)) app.pipe(middleware)
    expect((await app.request('/')).status).toBe(status)
  }
})
