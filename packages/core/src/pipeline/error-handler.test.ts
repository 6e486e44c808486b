import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import {
  Application,
  ErrorHandler,
  HttpError,
  html,
  json,
  type Middleware,
  Pipeline,
  redirect,
  refuse,
  text,
} from '../index.ts'
import { httpErrors } from './error-handler.ts'

const quiet = () => new ErrorHandler({ listeners: [] })

const throwing = (error: unknown) => () => {
  throw error
}

async function answer(app: Application) {
  const response = await app.request('/')
  return [response.status, await response.text()]
}

test('an error handler without the option listeners logs errors of status 500 and above', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await answer(new Application().pipe(ErrorHandler).pipe(throwing('logged')))
  await answer(new Application().pipe(ErrorHandler).pipe(throwing(new HttpError(404))))
  await answer(new Application().pipe(ErrorHandler).pipe(throwing(10n)))
  expect(log.mock.calls).toEqual([
    ['GET /: "logged" was thrown. Throw an Error, which has a stack.'],
    ['GET /: "10" was thrown. Throw an Error, which has a stack.'],
  ])
  log.mockRestore()
})

test('an error handler answers 500 without a word of the error, and does not rethrow the error', async () => {
  const onError = vi.fn()
  const app = new Application({ onError }).pipe(quiet()).pipe(throwing(new Error('secret')))
  expect(await answer(app)).toEqual([500, 'Internal Server Error'])
  expect(onError).not.toHaveBeenCalled()
})

test('an error handler answers 500 if middleware throws any value, such as null or a string, or rejects', async () => {
  const rejecting = async () => {
    throw new Error('later')
  }
  for (const middleware of [throwing(null), throwing('text'), rejecting]) {
    expect(await answer(new Application().pipe(quiet()).pipe(middleware))).toEqual([500, 'Internal Server Error'])
  }
})

const CHALLENGE = { 'www-authenticate': 'Bearer', 'retry-after': '7', vary: 'accept-language' }

/** The ways in which a request gets the status of an error, with headers of that status. */
const FAILING: Readonly<Record<string, (status: number) => Middleware>> = {
  thrown: (status) => throwing(new HttpError(status, 'secret', { headers: CHALLENGE })),
  rejected: (status) => async () => throwing(new HttpError(status, 'secret', { headers: CHALLENGE }))(),
  refused: (status) => (request) => refuse(request, status, { headers: CHALLENGE }),
  translated: (status) => throwing({ status, expose: true, headers: CHALLENGE }),
}

/** Functions that answer an error with its status, and know nothing of its headers. */
const RESPONDING: Readonly<Record<string, (status: number) => Response | Promise<Response>>> = {
  'a text': (status) => text('x', { status }),
  JSON: (status) => json({}, { status }),
  'a page': (status) => html('x', { status, headers: { vary: 'cookie' } }),
  'a promise': async (status) => text('x', { status }),
  'a response of the platform': (status) => new Response('x', { status }),
}

test.each(
  Object.entries(FAILING).flatMap(([how, failing]) =>
    Object.entries(RESPONDING).map(([form, respond]) => [how, form, failing, respond] as const),
  ),
)('the response to a %s status has its headers if "respond" answers with %s', async (_how, _form, failing, respond) => {
  for (const status of [401, 429, ...(failing === FAILING.translated ? [] : [503])]) {
    const handler = new ErrorHandler({
      listeners: [],
      translate: httpErrors,
      respond: (error) => respond((error as HttpError).status),
    })
    const { status: answered, headers } = await new Application().pipe(handler).pipe(failing(status)).request('/')
    const own = ['www-authenticate', 'retry-after'].map((name) => headers.get(name))
    expect.soft([answered, ...own]).toEqual([status, 'Bearer', '7'])
    expect.soft(headers.get('vary')).toMatch(/accept-language$/)
  }
})

test('headers that "respond" sets replace those of the error, and a response with another status gets none of them', async () => {
  const answering = (respond: () => Response) =>
    new Application()
      .pipe(new ErrorHandler({ listeners: [], respond }))
      .pipe(throwing(new HttpError(401, 'secret', { headers: CHALLENGE })))
      .request('/')
  const own = await answering(() => text('x', { status: 401, headers: { 'WWW-Authenticate': 'Basic' } }))
  expect([own.headers.get('www-authenticate'), own.headers.get('retry-after')]).toEqual(['Basic', '7'])
  const other = await answering(() => redirect('/log-in', 303))
  expect([other.status, other.headers.get('www-authenticate')]).toEqual([303, null])
})

test('an HttpError sets the status and the headers of the response; any other error is answered with 500', async () => {
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

test('an error handler calls listeners in order, and a listener that throws does not change the response', async () => {
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

test('a responder makes the response, and the error handler rethrows an error that the responder throws', async () => {
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
  expect(onError.mock.calls.map(([error]) => error)).toEqual(['first', 'second'])
})

test('if no error is thrown, an error handler passes answers on unchanged, and answers with 404 if nothing else answers', async () => {
  expect(await answer(new Application().pipe(new ErrorHandler()).pipe(() => text('fine')))).toEqual([200, 'fine'])
  expect(await answer(new Application().pipe(new ErrorHandler()))).toEqual([404, 'Not Found'])
})

describe('an error handler under a path prefix answers all errors of requests under that prefix, except those under a longer prefix with an error handler of its own', () => {
  const form = (name: string) =>
    new ErrorHandler({ listeners: [], respond: (error) => text(name, { status: (error as HttpError).status ?? 500 }) })
  /**
   * Makes an application with error handlers for the site, for `/api` and for `/api/v2`. Behind a guard it has another
   * error handler for the site, such as one whose pages show the user, and one in a pipeline under `/api/mounted`.
   */
  function application(): Application {
    const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
    app.pipe(form('page')).pipe('/api', form('api')).pipe('/api/v2', form('v2'))
    app.pipe((request, handler) => (request.path.endsWith('/closed') ? refuse(request, 401) : handler(request)))
    app.pipe(form('inner page'))
    app.pipe((request, handler) => (request.path.endsWith('/fails') ? throwing(new Error('boom'))() : handler(request)))
    app.pipe('/api/mounted', new Pipeline().pipe(form('mounted')).pipe(throwing(new HttpError(418))))
    for (const prefix of ['', '/api', '/api/v2']) app.get(`${prefix}/only-get`, () => text(''))
    return app
  }

  test.each([
    ['', 'page', 'inner page'],
    ['/api', 'api', 'api'],
    ['/api/v2', 'v2', 'v2'],
  ])(
    'for requests under the prefix "%s", the error handlers of that prefix answer refusals, errors, 404 and 405',
    async (prefix, refused, rest) => {
      const app = application()
      const answers = await Promise.all(
        ['/closed', '/fails', '/nowhere'].map(async (path) => (await app.request(prefix + path)).text()),
      )
      const wrongMethod = await app.request(`${prefix}/only-get`, { method: 'POST' })
      expect([...answers, await wrongMethod.text()]).toEqual([refused, rest, rest, rest])
      expect(wrongMethod.headers.get('allow')).toBe('GET')
    },
  )

  test('an error handler in a pipeline under a longer prefix answers the errors of that pipeline', async () => {
    const response = await application().request('/api/mounted')
    expect([response.status, await response.text()]).toEqual([418, 'mounted'])
  })
})
