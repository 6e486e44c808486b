import { afterEach, describe, expect, test, vi } from 'vitest'
import { Application, attributeKey, HttpError, type Middleware, text } from '../index.ts'

const twice: Middleware = async (request, handler) => {
  await handler(request)
  return handler(request)
}

/**
 * Returns the response and the reported errors of an application, and the number of times that the end of its pipeline
 * has run.
 */
async function outcome(middleware: Middleware, end: (run: number) => Response) {
  const errors: unknown[] = []
  let runs = 0
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(middleware).pipe(() => end(++runs))
  const response = await app.request('/')
  return { status: response.status, body: await response.text(), runs, errors }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a handler that is called twice', () => {
  test('a second call with the same request is an error that names the middleware, and the rest of the pipeline runs once', async () => {
    const { status, runs, errors } = await outcome(twice, () => text('once'))
    expect([status, runs]).toEqual([500, 1])
    expect(errors).toEqual([expect.objectContaining({ code: 'APP_HANDLER_REPEATED' })])
    expect(String(errors)).toContain('pipe 1: twice called its handler twice with the same request')
  })

  test('a second call is an error, too, if the first response is synchronous and the middleware ignores it', async () => {
    const forgotten: Middleware = (request, handler) => {
      void handler(request)
      return handler(request)
    }
    expect((await outcome(forgotten, () => text('once'))).errors).toEqual([
      expect.objectContaining({ code: 'APP_HANDLER_REPEATED' }),
    ])
  })

  test('a handler may be called again with another request object, such as one with a further attribute', async () => {
    const attempt = attributeKey('attempt', { default: 1 })
    const again: Middleware = async (request, handler) => {
      await handler(request)
      return handler(request.withAttribute(attempt, 2))
    }
    expect(await outcome(again, (run) => text(`run ${run}`))).toMatchObject({ status: 200, body: 'run 2', errors: [] })
  })

  test('a second call is allowed after an error or a status of 500 and above, and runs the rest of the pipeline again', async () => {
    const retry: Middleware = async (request, handler) => {
      try {
        const response = await handler(request)
        if (response.status < 500) return response
      } catch {}
      return handler(request)
    }
    const unavailable = () => new Response(null, { status: 503 })
    const failing = () => {
      throw new HttpError(502)
    }
    for (const fails of [unavailable, failing]) {
      expect(await outcome(retry, (run) => (run === 1 ? fails() : text(`run ${run}`)))).toMatchObject({
        body: 'run 2',
        errors: [],
      })
    }
  })

  test('in production, where calls are not checked, a second call runs the rest of the pipeline again', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await outcome(twice, (run) => text(`run ${run}`))).toMatchObject({ body: 'run 2', errors: [] })
  })

  test('calls of a handler are counted separately for each request', async () => {
    const pass: Middleware = (request, handler) => handler(request)
    const app = new Application()
      .pipe(pass)
      .pipe(pass)
      .pipe(() => text('x'))
    const answers = await Promise.all([app.request('/'), app.request('/'), app.request('/')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
