import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beforeSending, errorMiddleware } from '../extending.ts'
import {
  Application,
  ErrorHandler,
  HttpError,
  httpErrors,
  type MiddlewareLike,
  redirect,
  refuse,
  text,
} from '../index.ts'

const own = new Error('own')
const throwing = (error: unknown) => () => {
  throw error
}
const rejecting = (error: unknown) => async () => throwing(error)()

/** The errors that a request fails with, and how: by middleware after the error handler, if not said otherwise. */
const FAILING: Readonly<Record<string, readonly [message: string, middleware: MiddlewareLike]>> = {
  'an error': ['first', throwing(new Error('first'))],
  'a rejection': ['first', rejecting(new Error('first'))],
  'a client error': ['first', throwing(new HttpError(403, 'first'))],
  'the end of a request that was aborted': ['gone', throwing(new DOMException('gone', 'AbortError'))],
}
const MISSES: Readonly<Record<string, readonly [message: string, middleware: MiddlewareLike]>> = {
  'a refusal': ['Forbidden', (request) => refuse(request, 403)],
  'a 404': ['Not Found', (request, handler) => handler(request)],
}

/** Functions that should answer an error, and fail themselves. */
const RESPONDERS: Readonly<Record<string, (error: unknown) => () => MiddlewareLike>> = {
  'an ErrorHandler': (error) => () => new ErrorHandler({ respond: throwing(error) }),
  'an ErrorHandler whose responder rejects': (error) => () => new ErrorHandler({ respond: rejecting(error) }),
  'an ErrorHandler without listeners': (error) => () => new ErrorHandler({ respond: throwing(error), listeners: [] }),
  'an ErrorHandler with misses': (error) => () => new ErrorHandler({ respond: throwing(error), misses: true }),
}

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(/^(?:\w+: )?(.*)/.exec(line)?.[1] ?? ''))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const cells = Object.entries(RESPONDERS).flatMap(([responder, make]) =>
  Object.entries({ ...FAILING, ...MISSES }).map(
    ([what, [message, failing]]) => ({ responder, make, what, message, failing }) as const,
  ),
)

describe('the error that a failing responder should have answered', () => {
  test.each(cells)(
    'is logged once, before that of the responder, with $responder and $what',
    async ({ make, message, failing }) => {
      const app = new Application().pipe(make(own)()).pipe(failing)
      expect((await app.request('/', { signal: AbortSignal.abort() })).status).toBe(500)
      expect(printed).toEqual([expect.stringContaining(message), 'own'])
    },
  )

  test.each(cells)(
    'goes once to onError or a listener, with $responder and $what',
    async ({ make, message, failing }) => {
      const heard: unknown[] = []
      const app = new Application({ onError: (error) => heard.push((error as Error).message) })
      await app.pipe(make(own)()).pipe(failing).request('/')
      expect([...printed, ...heard]).toEqual([expect.stringContaining(message), 'own'])
    },
  )

  test('is not reported again if the listeners of its error handler have it', async () => {
    const heard: unknown[] = []
    const listeners = [(error: unknown) => heard.push(error)]
    for (const [, failing] of Object.values(FAILING)) {
      heard.length = 0
      const onError = vi.fn()
      const app = new Application({ onError })
        .pipe(new ErrorHandler({ respond: throwing(own), listeners }))
        .pipe(failing)
      await app.request('/')
      expect(heard).toHaveLength(1)
      expect(onError.mock.calls.map(([error]) => error)).toEqual([own])
    }
  })

  test('is logged if "translate" throws', async () => {
    const handler = new ErrorHandler({ translate: throwing(own) as never })
    expect(
      (
        await new Application()
          .pipe(handler)
          .pipe(throwing(new Error('first')))
          .request('/')
      ).status,
    ).toBe(500)
    expect(printed).toEqual(['first', 'own'])
  })

  test('is logged if error middleware throws, and the next error middleware gets the new error', async () => {
    const heard: unknown[] = []
    const app = new Application()
      .pipe(throwing(new Error('first')))
      .pipe(errorMiddleware(throwing(own)))
      .pipe(errorMiddleware((error) => text(`answered ${heard.push(error)}`)))
    expect(await (await app.request('/')).text()).toBe('answered 1')
    expect([printed, heard]).toEqual([['first'], [own]])
    printed = []
    await new Application()
      .pipe(throwing(new Error('first')))
      .pipe(errorMiddleware(rejecting(own)))
      .request('/')
    expect(printed).toEqual(['first', 'own'])
  })

  test('is logged before the error of the outer error handler, if both handlers fail', async () => {
    const outer = new ErrorHandler({ respond: throwing(new Error('outer')) })
    const inner = new ErrorHandler({ respond: throwing(own) })
    await new Application()
      .pipe(outer)
      .pipe(inner)
      .pipe(throwing(new Error('first')))
      .request('/')
    expect(printed).toEqual(['first', 'own', 'outer'])
  })

  test.each<[string, (first: Error) => unknown, readonly string[]]>([
    ['is that error itself', (first) => first, ['first']],
    ['has it as its cause', (first) => new Error('wrapped', { cause: first }), ['wrapped']],
    [
      'has it as the cause of its cause',
      (first) => new Error('twice', { cause: new Error('', { cause: first }) }),
      ['twice'],
    ],
    ['is an HttpError below 500', () => new HttpError(404), []],
    ['is a redirect', () => redirect('/', 303), ['Response {']],
  ])('is not logged a second time if what the responder or error middleware throws %s', async (_what, made, logged) => {
    const first = new Error('first')
    await new Application()
      .pipe(new ErrorHandler({ respond: throwing(made(first)), listeners: [] }))
      .pipe(throwing(first))
      .request('/')
    await new Application()
      .pipe(throwing(first))
      .pipe(errorMiddleware(throwing(made(first))))
      .request('/')
    expect(printed).toEqual([...logged, ...logged])
  })

  test('is what the boundary reports before an error of a change to the response', async () => {
    const app = new Application().pipe((request) => {
      beforeSending(request, throwing(own))
      throw new Error('first')
    })
    expect((await app.request('/')).status).toBe(500)
    expect(printed).toEqual(['first', 'own'])
  })

  test('is reported once if nothing fails', async () => {
    const app = new Application().pipe(new ErrorHandler({ translate: httpErrors })).pipe(throwing(new Error('first')))
    await app.request('/')
    expect(printed).toEqual(['first'])
  })
})
