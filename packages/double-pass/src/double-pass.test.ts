import { Application, ErrorHandler, HttpError, json, Pipeline, type ServerRequest, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test, vi } from 'vitest'
import { doublePass, doublePassError, type OlderNext, type ResponseDraft } from './index.ts'

function application(onError: (error: unknown) => void = () => undefined): Application {
  return new Application({ router: new FindMyWayRouter(), onError })
}

async function answer(app: Application, path = '/', method = 'GET') {
  const response = await app.request(path, { method })
  return [response.status, await response.text()]
}

const boom = (): never => {
  throw new Error('boom')
}
/** Makes error middleware that answers with 503, and writes its tag, the error and the path. */
const catching = (tag: string) =>
  doublePassError((error, request, response) => {
    response.status = 503
    return response.write(`${tag} ${(error as Error).message ?? error} ${request.path}`)
  })

test('4.3 A: double-pass middleware writes to the response draft that it is given, and returns it', async () => {
  const app = application().pipe(
    doublePass((_request, response) => {
      response.status = 201
      response.headers.set('x-a', '1')
      return response.write('hello ').write('world')
    }),
  )
  const response = await app.request('/')
  expect([response.status, await response.text(), response.headers.get('x-a')]).toEqual([201, 'hello world', '1'])
})

test('4.3 A: if double-pass middleware passes a request on, the response gets those headers of the response draft that it lacks', async () => {
  const app = application().pipe(
    doublePass((request, response, next) => {
      response.headers.set('x-a', '1')
      response.headers.set('content-type', 'text/x-older')
      return next(request, response)
    }),
  )
  app.get('/', () => json({}))
  const response = await app.request('/')
  expect([response.headers.get('x-a'), response.headers.get('content-type')]).toEqual(['1', 'application/json'])
})

test('4.3 A: all double-pass middleware of a request gets the same response draft, which is sent if it was changed and nothing else answers', async () => {
  const writer = (chunk: string) => doublePass((request, response, next) => next(request, response.write(chunk)))
  expect(await answer(application().pipe(writer('a')).pipe(writer('b')))).toEqual([200, 'ab'])
  const untouched = application().pipe(doublePass((request, response, next) => next(request, response)))
  expect(await answer(untouched)).toEqual([404, 'Not Found'])
})

test('4.3 A: double-pass middleware that returns nothing causes an error that names it', async () => {
  const onError = vi.fn()
  const app = application(onError).pipe(doublePass((() => undefined) as never))
  expect(await answer(app)).toEqual([500, 'Internal Server Error'])
  expect(String(onError.mock.calls[0]?.[0])).toContain('returned nothing')
})

test.each([
  ['doublePass', doublePass((_request, _response, next) => (next as () => Response)())],
  [
    'doublePassError',
    [
      doublePass(() => {
        throw new Error('first')
      }),
      doublePassError((_error, _request, _response, next) => (next as () => Response)()),
    ],
  ],
])('next() without the request is an error of %s that says what to write', async (_name, middleware) => {
  const onError = vi.fn()
  await application(onError).pipe(middleware).request('/')
  // Error middleware that fails is reported after the error that it was asked for.
  expect(String(onError.mock.calls.at(-1)?.[0])).toBe(
    'UsageError: next() was called without the request. Write next(request, response).',
  )
})

test('2.6.5 A: a request skips error middleware until an error is thrown, and skips normal middleware after that', async () => {
  const normal = vi.fn((request, handler) => handler(request))
  const calm = application()
    .pipe(catching('early'))
    .pipe(() => text('fine'))
  expect(await answer(calm)).toEqual([200, 'fine'])
  const failing = application().pipe(catching('early')).pipe(boom).pipe(normal).pipe(catching('late'))
  expect(await answer(failing)).toEqual([503, 'late boom /'])
  expect(normal).not.toHaveBeenCalled()
})

test('7 A: an error that is thrown through several middleware reaches the error middleware once', async () => {
  const seen: unknown[] = []
  const spy = doublePassError((error, request, response, next) => {
    seen.push(error)
    return next(request, response, error)
  })
  const pass = async (
    request: Parameters<Parameters<typeof doublePass>[0]>[0],
    handler: (r: typeof request) => unknown,
  ) => (await handler(request)) as Response
  const onError = vi.fn()
  const app = application(onError)
    .pipe(pass)
    .pipe(pass)
    .pipe(async () => boom())
    .pipe(spy)
  expect(await answer(app)).toEqual([500, 'Internal Server Error'])
  expect(seen).toHaveLength(1)
  expect(onError).toHaveBeenCalledOnce()
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: 'boom' })
})

test('7 A: an error object that is thrown in two requests reaches error middleware in each of them', async () => {
  const shared = new Error('shared')
  let seen = 0
  const app = application()
    .pipe(() => {
      throw shared
    })
    .pipe(
      doublePassError((error, request, response, next) => {
        seen++
        return next(request, response, error)
      }),
    )
  await answer(app)
  await answer(app)
  expect(seen).toBe(2)
})

test('7 A: error middleware that calls next() without an error resumes normal middleware', async () => {
  const app = application()
    .pipe(boom)
    .pipe(doublePassError((_error, request, response, next) => next(request, response)))
    .pipe(() => text('resumed'))
  expect(await answer(app)).toEqual([200, 'resumed'])
})

test('4.3 A: error middleware may be an object with process(), which is called as a method of the object', async () => {
  const apology = {
    status: 503,
    process(error: unknown, _request: ServerRequest, response: ResponseDraft, _next: OlderNext): ResponseDraft {
      response.status = this.status
      return response.write((error as Error).message)
    },
  }
  expect(await answer(application().pipe(boom).pipe(doublePassError(apology)))).toEqual([503, 'boom'])
})

test('7 A: error middleware may replace the error by another one, which it passes to next() or throws', async () => {
  const replace = doublePassError((_error, request, response, next) => next(request, response, new Error('second')))
  const rethrow = doublePassError(() => {
    throw new Error('second')
  })
  for (const middleware of [replace, rethrow]) {
    expect(await answer(application().pipe(boom).pipe(middleware).pipe(catching('last')))).toEqual([
      503,
      'last second /',
    ])
  }
})

test('7 A: next() with an error calls the next error middleware', async () => {
  const app = application()
    .pipe(doublePass((request, response, next) => next(request, response, 'custom')))
    .pipe(catching('e'))
  expect(await answer(app)).toEqual([503, 'e custom /'])
})

test('7 A: if next() gets a value that is not an Error as its error, error middleware gets this value, and listeners get an error with the value as the cause', async () => {
  const seen: unknown[] = []
  const passing = doublePassError((error, request, response, next) => {
    seen.push(error)
    return next(request, response, error)
  })
  const onError = vi.fn()
  const app = application(onError)
    .pipe(doublePass((request, response, next) => next(request, response, { code: 7 })))
    .pipe(passing)
    .pipe(passing)
  expect(await answer(app)).toEqual([500, 'Internal Server Error'])
  expect(seen).toEqual([{ code: 7 }, { code: 7 }])
  expect(onError.mock.calls[0]?.[0]).toMatchObject({
    name: 'HttpError',
    message: 'next() got a map as an error.',
    cause: { code: 7 },
  })
})

test.each([false, 0, ''])(
  '7 A: next() with the falsy value %o as its error skips the following middleware, and is answered with 404 instead of 500',
  async (nothing) => {
    const skipped = vi.fn(() => text('never'))
    const onError = vi.fn()
    const app = application(onError).pipe(doublePass((request, response, next) => next(request, response, nothing)))
    expect(await answer(app.pipe(skipped))).toEqual([404, 'Not Found'])
    expect([skipped.mock.calls.length, onError.mock.calls[0]?.[0].cause]).toEqual([0, nothing])
  },
)

test('7 A: error middleware works under prefixes and in nested pipelines, and inner error middleware runs first', async () => {
  const app = application().pipe(boom).pipe('/api', catching('api')).pipe(catching('all'))
  expect(await answer(app, '/api/x')).toEqual([503, 'api boom /x'])
  expect(await answer(app, '/x')).toEqual([503, 'all boom /x'])
  const inner = new Pipeline().pipe(boom).pipe('/deep', catching('inner'))
  const outer = application().pipe('/in', inner).pipe(catching('outer'))
  expect(await answer(outer, '/in/deep/x')).toEqual([503, 'inner boom /x'])
  expect(await answer(outer, '/in/x')).toEqual([503, 'outer boom /in/x'])
})

test('7.2 A: a 405 is passed to error middleware after dispatch, and stays a 405 with Allow if none answers', async () => {
  const seen: unknown[] = []
  const app = application()
  app.get('/', () => text('x'))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe(
    doublePassError((error, request, response, next) => {
      seen.push(error)
      return next(request, response, error)
    }),
  )
  const response = await app.request('/', { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  expect(seen).toMatchObject([{ status: 405 }])
  expect(seen[0]).toBeInstanceOf(HttpError)
})

test('7.2 A: a request that neither a route nor middleware answers reaches error middleware as a 404', async () => {
  const app = application()
  app.get('/', () => text('x'))
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipe('/shop', () => text('fallback'))
  app.pipe(doublePassError((error, _request, response) => response.write(`status ${(error as HttpError).status}`)))
  expect(await answer(app, '/nope')).toEqual([200, 'status 404'])
  expect(await answer(app, '/shop')).toEqual([200, 'fallback'])
  expect(await answer(app, '/')).toEqual([200, 'x'])
})

test('the cookies and the header Vary of a response draft are combined with those of the response', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(
    doublePass((request, response, next) => {
      response.headers.append('set-cookie', 'a=1')
      response.headers.append('vary', 'accept-language')
      response.headers.append('x-frame', 'draft')
      return next(request, response)
    }),
  )
  app.pipe(() => new Response('', { headers: { 'set-cookie': 'b=2', vary: 'accept', 'x-frame': 'answer' } }))
  const { headers } = await app.request('/')
  expect([headers.getSetCookie(), headers.get('vary'), headers.get('x-frame')]).toEqual([
    ['b=2', 'a=1'],
    'accept, accept-language',
    'answer',
  ])
})

type Chain = (app: Application, layers: number) => Application

const passing = () => doublePass((request, response, next) => next(request, response))
const layersOf = (app: Application, layers: number) => {
  for (let layer = 0; layer < layers; layer++) app.pipe(passing())
  return app
}
/** Sets a cookie of the draft before all that answers, and another one after it. */
const setting = doublePass(async (request, response, next) => {
  response.headers.append('set-cookie', 'before=1')
  const answer = await next(request, response)
  response.headers.append('set-cookie', 'after=1')
  return answer
})
const own = () => new Response('', { headers: { 'set-cookie': 'own=1' } })

/** The ways in which the layers stand. */
const CHAINS: Readonly<Record<string, Chain>> = {
  'in one application': layersOf,
  'in nested applications': (app, layers) => {
    const pipe = (outer: Application, left: number): Application =>
      left === 0 ? outer : outer.pipe(passing()).pipe(pipe(application(), left - 1))
    return pipe(app, layers)
  },
  'behind error middleware that resumes': (app, layers) =>
    layersOf(app.pipe(doublePass((request, response, next) => next(request, response, 'failed'))), layers).pipe(
      doublePassError((_error, request, response, next) => next(request, response)),
    ),
  'with middleware between them that copies the answer': (app, layers) =>
    layersOf(
      layersOf(app, layers).pipe(async (request, handler) => {
        const answer = await handler(request)
        return new Response(answer.body, answer)
      }),
      layers,
    ),
}

/** The things that answer after the layers, each with the cookies that it sends itself. */
const ANSWERING: Readonly<Record<string, (app: Application) => Application>> = {
  middleware: (app) => app.pipe(own),
  'a route': (app) => app.get('/', own) && app,
  'the draft': (app) =>
    app.pipe(
      doublePass((_request, response) => {
        response.headers.append('set-cookie', 'own=1')
        return response.write('x')
      }),
    ),
  'the draft that nobody returns': (app) =>
    app.pipe(
      doublePass((request, response, next) => {
        response.headers.append('set-cookie', 'own=1')
        return next(request, response.write('x'))
      }),
    ),
  'error middleware': (app) =>
    app.pipe(boom).pipe(
      doublePassError((_error, _request, response) => {
        response.headers.append('set-cookie', 'own=1')
        return response.write('x')
      }),
    ),
  'an error handler': (app) =>
    app
      .pipe(new ErrorHandler({ listeners: [], respond: own }))
      .pipe(passing())
      .pipe(boom),
}

test.each(
  Object.entries(CHAINS).flatMap(([where, chain]) =>
    Object.entries(ANSWERING).map(([what, answering]) => [where, what, chain, answering] as const),
  ),
)(
  '4.3 A: each cookie of a draft is sent once, through layers of the older signature %s, if the response comes from %s',
  async (_where, _what, chain, answering) => {
    for (const layers of [0, 1, 2, 7]) {
      const tail = answering(application())
      const app = application().pipe(async (request, handler) => handler(request))
      const { headers } = await chain(app.pipe(passing()).pipe(setting), layers).pipe(tail).request('/')
      expect.soft([layers, ...headers.getSetCookie().sort()]).toEqual([layers, 'after=1', 'before=1', 'own=1'])
    }
  },
)

test('4.3 A: a response whose headers are immutable gets the headers of a draft', async () => {
  const { status, headers } = await application()
    .pipe(passing())
    .pipe(setting)
    .pipe(() => Response.redirect('http://localhost/other'))
    .request('/')
  expect([status, headers.getSetCookie(), headers.get('location')]).toEqual([
    302,
    ['before=1', 'after=1'],
    'http://localhost/other',
  ])
})

test('4.3 A: error middleware may be the name of a service, which is fetched at the first error', async () => {
  const made = vi.fn(() => catching('service'))
  const container = { has: (name: unknown) => name === 'acme/errors', get: made }
  const app = new Application({ container: container as never, onError: () => undefined })
  app
    .pipe('/fails', boom)
    .pipe(doublePassError('acme/errors'))
    .pipe(() => text('fine'))
  expect(await answer(app)).toEqual([200, 'fine'])
  expect(made).not.toHaveBeenCalled()
  expect(await answer(app, '/fails')).toEqual([503, 'service boom /fails'])
})

test('4.3 A: a value that cannot be error middleware is refused by doublePassError()', () => {
  expect(() => doublePassError(7 as never)).toThrow(/^doublePassError\(\) takes a function .* got a number\.$/)
})

test('a second call of next() with the same request is an error', async () => {
  const onError = vi.fn()
  const older = doublePass(async (request, response, next): Promise<Response> => {
    await next(request, response)
    return next(request, response) as Promise<Response>
  })
  const app = application(onError).pipe(older)
  app.get('/', () => text('once'))
  await app.request('/')
  expect(onError.mock.calls.map(([error]) => (error as { code: unknown }).code)).toEqual(['APP_HANDLER_REPEATED'])
})

test('4.3 A: error middleware may be an object whose method process takes four arguments, or the name of a service that is such an object', async () => {
  class Apology {
    readonly words = 'Sorry: '
    process(error: unknown, _request: unknown, response: ResponseDraft, _next: unknown) {
      return response.write(this.words + (error as Error).message)
    }
  }
  const container = new Map<string, unknown>([['acme/apology', new Apology()]])
  for (const errors of [
    doublePassError('acme/apology'),
    doublePassError(new Apology()),
    [doublePassError(new Apology())],
  ]) {
    const app = new Application({ container: container as never, onError: () => undefined }).pipe(boom).pipe(errors)
    expect(await answer(app)).toEqual([200, 'Sorry: boom'])
  }
})

test.each([
  ['doublePass', doublePass],
  ['doublePassError', doublePassError],
])('%s() refuses a second function, and may be given to map()', (name, adapt) => {
  const guard = () => text('x')
  expect(() => (adapt as (...given: unknown[]) => unknown)(guard, guard)).toThrow(
    `${name}() does not take the function guard in addition. Write [${name}(first), ${name}(second)].`,
  )
  expect(() => [guard].map(adapt as never)).not.toThrow()
})
