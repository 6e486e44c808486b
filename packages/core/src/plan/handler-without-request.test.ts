import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorMiddleware } from '../extending.ts'
import { Application, type Middleware, Pipeline, type RequestHandler, type ServerRequest, text } from '../index.ts'

/** Middleware that passes on the given value in place of its request. */
const passing = (value: unknown): Middleware =>
  Object.defineProperty((_: ServerRequest, handler: RequestHandler) => handler(value as never), 'name', { value: '' })

const fail = () => {
  throw new Error('first')
}

const make = (onError: (error: unknown) => void) => new Application({ router: new FindMyWayRouter(), onError })

/** The places of the middleware, by the name of the place in the error. */
const PLACES: readonly [place: string, register: (app: Application, middleware: Middleware) => void][] = [
  ['pipe 1', (app, middleware) => app.pipe(middleware)],
  ['pipe 1', (app, middleware) => app.pipe(middleware).get('/', () => text('home'))],
  ['pipe 1', (app, middleware) => app.pipe(middleware).pipe(() => text('takes no request'))],
  ['pipe 1', (app, middleware) => app.pipe(middleware).pipe('/prefix', () => text('under a prefix'))],
  ['pipe 1, item 1', (app, middleware) => app.pipe([middleware, () => text('')])],
  ['pipe 1 at "/a"', (app, middleware) => app.pipe('/a', middleware)],
  ['pipe 2', (app, middleware) => app.pipe(errorMiddleware(fail)).pipe(middleware)],
  ['GET /a, item 1', (app, middleware) => app.get('/a', [middleware, () => text('')])],
  ['GET /a', (app, middleware) => app.get('/a', middleware)],
  ['pipe 1', (app, middleware) => app.pipe(new Pipeline().pipe(middleware)).pipe(() => text(''))],
  ['pipe 1', (app, middleware) => app.pipe('/a', make(() => {}).pipe(middleware))],
  ['pipe 1', (app, middleware) => app.pipe(middleware).pipe(make(() => {}).pipe(() => text('nested')))],
  [
    'process() was',
    (app, middleware) =>
      app.pipe((_, handler) => new Pipeline().pipe(middleware).process(middleware as never, handler)),
  ],
  ['handle() was', (app, middleware) => app.pipe(() => new Pipeline().pipe(middleware).handle(undefined as never))],
  [
    'pipe 2',
    (app, middleware) => app.pipe(fail).pipe(errorMiddleware((_, request, next) => middleware(request, next))),
  ],
]

const VALUES: readonly [given: string, value: unknown, what: string][] = [
  ['nothing', undefined, 'without the request. Write '],
  ['null', null, 'with null, not with the request. Write '],
  ['a response', text(''), 'with an instance of Response, not with the request. Write '],
  [
    'a Request of the platform',
    new Request('http://localhost'),
    'with an instance of Request, not with the request. Write ',
  ],
  ['a copy of the fields', { method: 'GET' }, 'with a map, not with the request. Write '],
]

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Returns the errors of a request to `/a` of an application. */
async function errorsOf(register: (app: Application) => void): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  const app = make((error) => errors.push(error))
  register(app)
  expect((await app.request('/a')).status).toBe(500)
  return errors
}

describe.each(['production', 'test'])('with NODE_ENV=%s', (mode) => {
  test.each(PLACES)(
    'a handler that is called without the request at %s throws an error that names the place',
    async (place, register) => {
      vi.stubEnv('NODE_ENV', mode)
      const errors = await errorsOf((app) => register(app, passing(undefined)))
      // Error middleware that fails is reported after the error that it was asked for.
      expect(errors.at(-1)).toMatchObject({ code: 'APP_HANDLER_REQUEST' })
      expect(String(errors.at(-1))).toMatch(`UsageError: ${place} `)
    },
  )

  test.each(VALUES)(
    'a handler that is called with %s throws an error that says what to write',
    async (_given, value, what) => {
      vi.stubEnv('NODE_ENV', mode)
      const [error] = await errorsOf((app) => app.pipe(passing(value)))
      expect(String(error)).toContain(`pipe 1 called its handler ${what}handler(request).`)
    },
  )
})

test('a handler that is called with an error throws an error that says to throw it, and has it as its cause', async () => {
  const given = new Error('no such user')
  const [error] = await errorsOf((app) => app.pipe(passing(given)))
  expect(error).toMatchObject({ cause: given, message: expect.stringMatching(/an instance of Error.+ throw error\.$/) })
})

test('the stack of the error leads to the call', async () => {
  const [error] = await errorsOf((app) =>
    app.pipe(async function forgetful(_, handler) {
      const next = handler as unknown as () => Promise<Response>
      return next()
    }),
  )
  expect((error as Error).stack).toMatch(/at .*forgetful .*handler-without-request\.test\.ts/)
})
