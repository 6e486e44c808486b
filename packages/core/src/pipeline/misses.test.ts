import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import {
  Application,
  type ApplicationOptions,
  createServer,
  ErrorHandler,
  type ErrorHandlerOptions,
  HttpError,
  json,
  Pipeline,
  refuse,
  text,
} from '../index.ts'

const failed: NonNullable<ErrorHandlerOptions['respond']> = (error, request) =>
  json({ failed: request.path, name: (error as Error).name }, { status: (error as HttpError).status ?? 500 })

function application(options: ErrorHandlerOptions = {}, rest: ApplicationOptions = {}): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined, ...rest })
  app.pipe(new ErrorHandler({ respond: failed, listeners: [], ...options }))
  app.get('/r', () => text('found'))
  return app
}

async function shown(response: Response) {
  const { status, headers } = response
  return [status, headers.get('content-type'), headers.get('allow'), await response.text()]
}

const JSON_404 = [404, 'application/json', null, '{"failed":"/none","name":"HttpError"}']
const JSON_405 = [405, 'application/json', 'GET', '{"failed":"/r","name":"HttpError"}']

describe('the nearest error handler before it makes the response to a request that nothing else answers', () => {
  test('the nearest error handler before it makes the response for 404, and for 405 with the header Allow', async () => {
    expect(await shown(await application().request('/none'))).toEqual(JSON_404)
    expect(await shown(await application().request('/r', { method: 'POST' }))).toEqual(JSON_405)
    expect((await application().request('/r', { method: 'OPTIONS' })).status).toBe(200)
  })

  test('a 404 or 405 is in plain text if there is no error handler before it', async () => {
    const app = new Application({ router: new FindMyWayRouter() })
    app.get('/r', () => text('found'))
    expect(await shown(await app.request('/none'))).toEqual([404, 'text/plain; charset=utf-8', null, 'Not Found'])
    expect(await shown(await app.request('/r', { method: 'PUT' }))).toEqual([
      405,
      'text/plain; charset=utf-8',
      'GET',
      'Method Not Allowed',
    ])
  })

  test('in a nested application, its own error handler makes the response, else the error handler of the outer application', async () => {
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.get('/r', () => text('inner'))
    const outer = application().pipe('/in', inner)
    expect(await shown(await outer.request('/in/r', { method: 'POST' }))).toEqual(JSON_405)
    expect((await shown(await outer.request('/in/none')))[1]).toBe('application/json')
    const own = new Application({ router: new FindMyWayRouter() }).pipe('/in', application())
    expect(await shown(await own.request('/in/r', { method: 'POST' }))).toEqual(JSON_405)
    expect((await shown(await own.request('/none')))[1]).toBe('text/plain; charset=utf-8')
  })

  test('in a pipeline without routes, the nearest error handler before it makes the response', async () => {
    const pipeline = new Pipeline().pipe(new ErrorHandler({ respond: failed, listeners: [] }))
    expect((await shown(await new Application().pipe(pipeline).request('/none')))[1]).toBe('application/json')
  })

  test('middleware after the error handler can add headers to the response of that error handler on the way out', async () => {
    const app = application().pipe(async (request, handler) => {
      const response = await handler(request)
      response.headers.set('access-control-allow-origin', '*')
      return response
    })
    const answers = [await app.request('/none'), await app.request('/r', { method: 'POST' })]
    expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(['*', '*'])
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', 'application/json'])
  })

  test('a 405 has Allow even if the responder forgets the headers, and answers with a response whose headers are immutable', async () => {
    await using server = await createServer(() => text('help', { status: 405 })).listen({ port: 0 })
    const locked = application({ respond: () => fetch(`http://127.0.0.1:${server.address?.port}/`) })
    const response = await locked.request('/r', { method: 'POST' })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'GET', 'help'])
  })

  test('an error that the responder itself throws is rethrown by the error handler, and answered with 500', async () => {
    const onError = vi.fn()
    const app = application(
      {
        respond: () => {
          throw new Error('broken')
        },
      },
      { onError },
    )
    expect((await app.request('/none')).status).toBe(500)
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['Not Found', 'broken'])
  })
})

test('listeners of an error handler get a 404 or 405 only with the option misses', async () => {
  const listener = vi.fn()
  await application({ listeners: [listener] }).request('/none')
  await application({ listeners: [listener] }).request('/r', { method: 'POST' })
  expect(listener).not.toHaveBeenCalled()
  await application({ listeners: [listener], misses: true }).request('/none')
  await application({ listeners: [listener], misses: true }).request('/r', { method: 'POST' })
  expect(listener.mock.calls.map(([error]) => [error instanceof HttpError, (error as HttpError).status])).toEqual([
    [true, 404],
    [true, 405],
  ])
})

describe('the response 400 to a target without a canonical path', () => {
  const target = '/%2e%2e%2fetc'
  test('the 400 for a refused target is made by the first error handler of the pipeline, and ordinary middleware does not run', async () => {
    const seen = vi.fn()
    const app = application().pipe((request, handler) => {
      seen()
      return handler(request)
    })
    expect(await shown(await app.request(target))).toEqual([
      400,
      'application/json',
      null,
      '{"failed":"/","name":"HttpError"}',
    ])
    expect(seen).not.toHaveBeenCalled()
    const response = await app.fetch(new Request('http://localhost/%2f'))
    expect(await shown(response)).toEqual([400, 'application/json', null, '{"failed":"/","name":"HttpError"}'])
  })

  test('the 400 for a refused target is made by an error handler that is a service or class, or in an array or nested pipeline', async () => {
    class Handler extends ErrorHandler {
      constructor() {
        super({ respond: failed, listeners: [] })
      }
    }
    const container = new Map<unknown, unknown>([['errors', new Handler()]]) as never
    for (const piped of ['errors', Handler, [new Handler()], new Pipeline().pipe(new Handler())]) {
      const app = new Application({ container }).pipe(piped)
      expect((await app.request(target)).headers.get('content-type')).toBe('application/json')
    }
  })

  test('the 400 for a refused target is in plain text if the error handler is for some requests only, or cannot be made', async () => {
    const quiet = new ErrorHandler({ respond: failed, listeners: [] })
    const container = new Map<string, unknown>([['broken', Promise.reject(new Error('not there'))]]) as never
    for (const app of [
      new Application().pipe('/api', quiet),
      new Application({ container }).pipe('broken'),
      new Application({ container }).pipe('unknown'),
    ]) {
      const response = await app.request(target)
      expect([response.status, await response.text()]).toEqual([400, 'Bad Request'])
    }
  })
})

describe('refuse() answers by the error handlers of the application', () => {
  const guarded = (app: Application) =>
    app.pipe('/private', (request) => refuse(request, 401, { headers: { 'www-authenticate': 'Basic' } }))

  test('refuse() answers by the nearest error handler, with the headers that it is given, and calls no listener', async () => {
    const listener = vi.fn()
    const response = await guarded(application({ listeners: [listener] })).request('/private/x')
    expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
      401,
      'Basic',
      { failed: '/x', name: 'HttpError' },
    ])
    expect(listener).not.toHaveBeenCalled()
  })

  test('refuse() answers in plain text without an error handler', async () => {
    const response = await guarded(new Application()).request('/private/x')
    expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
      401,
      'Basic',
      'Unauthorized',
    ])
  })

  test('refuse() throws a RangeError for a status that is not an error, such as 200', async () => {
    const onError = vi.fn()
    const app = new Application({ onError }).pipe((request) => refuse(request, 200))
    expect((await app.request('/')).status).toBe(500)
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(RangeError)
  })
})
