import { Application, HttpError, type MiddlewareLike } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test, vi } from 'vitest'
import { type ProblemDescriber, ProblemDetailsError, problem, problemDetails, problemNotFoundHandler } from './index.ts'

function throwing(error: unknown): MiddlewareLike {
  return () => {
    throw error
  }
}

async function answer(error: unknown, options: Parameters<typeof problemDetails>[0] = {}, accept?: string) {
  const app = new Application().pipe(problemDetails({ listeners: [], ...options })).pipe(throwing(error))
  const response = await app.request('/', accept === undefined ? {} : { headers: { accept } })
  const type = response.headers.get('content-type')
  const body = type === 'application/problem+json' ? await response.json() : await response.text()
  return { status: response.status, type, body, headers: response.headers }
}

test('an unexpected error is a 500 without its message', async () => {
  expect(await answer(new Error('secret'))).toMatchObject({
    status: 500,
    type: 'application/problem+json',
    body: { title: 'Internal Server Error', status: 500 },
  })
  expect(JSON.stringify(await answer(new Error('secret')))).not.toContain('secret')
  expect(await answer(new Error('secret'), {}, 'text/plain')).toMatchObject({ body: 'Internal Server Error' })
})

test('in development the response to an unexpected error has the message of the error', async () => {
  expect(await answer(new Error('shown'), { development: true })).toMatchObject({ body: { detail: 'shown' } })
  expect(await answer('thrown text', { development: true }, 'text/html')).toMatchObject({
    body: 'Internal Server Error: thrown text',
  })
})

test('in development another machine behind a proxy of this machine does not get the message of an error', async () => {
  const app = new Application()
    .pipe(problemDetails({ listeners: [], development: true }))
    .pipe(throwing(new Error('x')))
  const ask = async (client: string) =>
    (await app.request('/', { headers: { 'x-forwarded-for': client } })).json() as Promise<{ detail?: string }>
  expect([(await ask('127.0.0.1')).detail, (await ask('203.0.113.7')).detail]).toEqual(['x', undefined])
})

test('the response to an HttpError without expose has its status and headers, and not its message', async () => {
  const { status, body, headers } = await answer(new HttpError(503, 'secret', { headers: { 'retry-after': '7' } }))
  expect([status, body, headers.get('retry-after')]).toEqual([503, { title: 'Service Unavailable', status: 503 }, '7'])
})

test('the response to a ProblemDetailsError has its details, the standard members and further ones', async () => {
  const details = {
    status: 409,
    type: 'https://example.org/problems/taken',
    title: 'Taken',
    detail: 'The name "a" is taken.',
    instance: '/names/a',
    suggestions: ['b', 'c'],
  }
  expect(await answer(new ProblemDetailsError(details))).toMatchObject({ status: 409, body: details })
  expect(await answer(new ProblemDetailsError(details), {}, 'text/html')).toMatchObject({
    body: 'Taken: The name "a" is taken.',
  })
})

test('the option details changes the details before they are sent, also those of a 404', async () => {
  const seen: unknown[] = []
  const details: ProblemDescriber = (given, request, error) => {
    seen.push(error)
    return { ...given, title: `${given.status} ${request.headers.get('accept-language')}` }
  }
  const app = new Application().pipe(problemDetails({ listeners: [], details })).pipe('/thrown', () => {
    throw new HttpError(409, 'taken', { expose: true })
  })
  const init = { headers: { 'accept-language': 'de' } }
  expect(await (await app.request('/thrown', init)).json()).toEqual({ title: '409 de', status: 409, detail: 'taken' })
  expect(await (await app.request('/', init)).json()).toEqual({ title: '404 de', status: 404 })
  expect(seen.map((error) => HttpError.is(error) && error.status)).toEqual([409, 404])
})

test('problem details that cannot be JSON are reported after the error that has them', async () => {
  const heard: unknown[] = []
  const error = new ProblemDetailsError({ status: 409, detail: 'Taken.', size: 10n })
  const app = new Application({ onError: (caught) => heard.push(caught) }).pipe(problemDetails()).pipe(throwing(error))
  expect((await app.request('/')).status).toBe(500)
  expect(heard).toEqual([error, expect.any(TypeError)])
})

test('without problemDetails() before it, a ProblemDetailsError is answered like any other HttpError', async () => {
  const app = new Application({ onError: () => undefined }).pipe(
    throwing(new ProblemDetailsError({ status: 409, detail: 'inside' })),
  )
  const response = await app.request('/')
  expect([response.status, await response.text()]).toEqual([409, 'Conflict'])
  expect(() => new ProblemDetailsError({ status: 200 })).toThrow(RangeError)
})

test('problemDetails() recognizes an error of another copy of the package by its brand', async () => {
  const foreign = Object.create({
    [Symbol.for('@app/problem-details/ProblemDetailsError')]: true,
    [Symbol.for('@app/http/HttpError')]: true,
  })
  Object.assign(foreign, { status: 410, headers: {}, details: { status: 410, detail: 'moved on' } })
  expect(await answer(foreign)).toMatchObject({ status: 410, body: { detail: 'moved on' } })
})

test('problemDetails() calls its listeners with errors, and logs errors if it has no listeners', async () => {
  const listener = vi.fn()
  await answer('boom', { listeners: [listener] })
  expect(listener.mock.calls[0]?.[0]).toBe('boom')
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await new Application().pipe(problemDetails()).pipe(throwing('logged')).request('/')
  expect(log).toHaveBeenCalledWith('GET /: "logged" was thrown. Throw an Error, which has a stack.')
  log.mockRestore()
})

test.each<[string, boolean]>([
  ['application/json', true],
  ['application/problem+json', true],
  ['application/vnd.api+json', true],
  ['application/*', true],
  ['*/*', true],
  ['', true],
  ['text/html, */*;q=0.8', false],
  ['text/html;q=0.5, application/json', true],
  ['text/html, application/json', true],
  ['text/plain', false],
  ['image/png', false],
  ['application/json;q=0', false],
  ['application/json;q=0, */*', false],
  ['application/json;q=nonsense, text/plain', false],
])('with the header Accept %j, the response is a problem in JSON instead of text: %s', async (accept, isJson) => {
  const { type } = await answer('boom', {}, accept)
  expect(type === 'application/problem+json').toBe(isJson)
})

test('problem() makes a response with the given details, further members and headers', async () => {
  const response = problem({ status: 422, detail: 'No name.', field: 'name' }, { headers: { 'x-a': '1' } })
  expect([response.status, response.headers.get('content-type'), response.headers.get('x-a')]).toEqual([
    422,
    'application/problem+json',
    '1',
  ])
  expect(await response.json()).toEqual({
    title: 'Unprocessable Content',
    status: 422,
    detail: 'No name.',
    field: 'name',
  })
  expect(() => problem({ status: 200 })).toThrow(RangeError)
})

test('problemNotFoundHandler answers 404 with a problem, or with text if Accept prefers text', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/', () => new Response('x'))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(problemNotFoundHandler)
  expect(await (await app.request('/none')).json()).toEqual({ title: 'Not Found', status: 404 })
  const text = await app.request('/none', { headers: { accept: 'text/html' } })
  expect([text.status, await text.text()]).toEqual([404, 'Not Found'])
})

test.each([
  [700, 'got 700'],
  [Number.NaN, 'got NaN'],
  ['404', 'got a string'],
  [404n, 'got a bigint'],
])('problem() refuses the status %o, with an error that says what it got', (status, got) => {
  expect(() => problem({ status: status as number })).toThrow(
    `A problem's status is an integer from 400 to 599, ${got}`,
  )
})
