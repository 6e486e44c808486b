import { expect, test, vi } from 'vitest'
import { Application, ErrorHandler, HttpError, text } from '../index.ts'

const quiet = () => new ErrorHandler({ listeners: [] })

const throwing = (error: unknown) => () => {
  throw error
}

async function answer(app: Application) {
  const response = await app.request('/')
  return [response.status, await response.text()]
}

test('logs errors of status 500 and above where it has no listeners', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await answer(new Application().pipe(ErrorHandler).pipe(throwing('logged')))
  await answer(new Application().pipe(ErrorHandler).pipe(throwing(new HttpError(404))))
  expect(log.mock.calls).toEqual([['GET /: "logged" was thrown. Throw an Error, which says from where.']])
  log.mockRestore()
})

test('answers 500 without a word of the error, and nothing leaves it', async () => {
  const onError = vi.fn()
  const app = new Application({ onError }).pipe(quiet()).pipe(throwing(new Error('secret')))
  expect(await answer(app)).toEqual([500, 'Internal Server Error'])
  expect(onError).not.toHaveBeenCalled()
})

test('catches what is thrown synchronously, rejected, and raised on the way out', async () => {
  const rejecting = async () => {
    throw new Error('later')
  }
  for (const middleware of [throwing(null), throwing('text'), rejecting]) {
    expect(await answer(new Application().pipe(quiet()).pipe(middleware))).toEqual([500, 'Internal Server Error'])
  }
})

test('only an HttpError gives its status, and its headers', async () => {
  const app = (error: unknown) => new Application().pipe(quiet()).pipe(throwing(error))
  const response = await app(new HttpError(503, 'secret', { headers: { 'retry-after': '7' } })).request('/')
  expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([
    503,
    'Service Unavailable',
    '7',
  ])
  expect(await answer(app(Object.assign(new Error('x'), { status: 404, code: 404 })))).toEqual([
    500,
    'Internal Server Error',
  ])
})

test('tells listeners in order, and one that throws changes nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seen: unknown[] = []
  const handler = new ErrorHandler({ listeners: [(error, request) => seen.push([1, error, request.path])] })
    .addListener(() => {
      throw new Error('broken listener')
    })
    .addListener((error) => seen.push([2, error]))
  expect(await answer(new Application().pipe(handler).pipe(throwing('boom')))).toEqual([500, 'Internal Server Error'])
  expect(seen).toEqual([
    [1, 'boom', '/'],
    [2, 'boom'],
  ])
  log.mockRestore()
})

test('a responder of its own makes the answer, and what that throws goes on outwards', async () => {
  const own = new ErrorHandler({
    listeners: [],
    respond: (error, request) => text(`${request.path} ${error}`, { status: 418 }),
  })
  expect(await answer(new Application().pipe(own).pipe(throwing('boom')))).toEqual([418, '/ boom'])
  const onError = vi.fn()
  const broken = new ErrorHandler({ listeners: [], respond: throwing('second') })
  expect(await answer(new Application({ onError }).pipe(broken).pipe(throwing('first')))).toEqual([
    500,
    'Internal Server Error',
  ])
  expect(onError.mock.calls[0]?.[0]).toBe('second')
})

test('is transparent where nothing fails, a 404 included', async () => {
  expect(await answer(new Application().pipe(new ErrorHandler()).pipe(() => text('fine')))).toEqual([200, 'fine'])
  expect(await answer(new Application().pipe(new ErrorHandler()))).toEqual([404, 'Not Found'])
})
