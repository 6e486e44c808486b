import { DatabaseSync } from 'node:sqlite'
import { ErrorHandler, HttpError, httpErrors, type Middleware, redirect, text } from '@app/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SessionOptions } from './index.ts'
import { sqlSessions } from './sql.ts'
import { memoryStore, USER_ID, Visitor, visited } from './visitor.test.helper.ts'

const THROWN: Readonly<Record<string, () => unknown>> = {
  'an HttpError of 422': () => new HttpError(422),
  'an HttpError of 503': () => new HttpError(503),
  'an Error': () => new Error('broken'),
  'an error of http-errors': () => Object.assign(new Error('no'), { status: 422, expose: true }),
  'a redirect': () => redirect('/', 303),
  'a redirect of the platform': () => Response.redirect('https://www.site.example/', 303),
  'a response of 500': () => text('broken', { status: 500 }),
  nothing: () => undefined,
}

const caught =
  (status: number): Middleware =>
  async (request, handler) => {
    try {
      return await handler(request)
    } catch {
      return text('caught', { status })
    }
  }

const quiet = { listeners: [] }
const IN_FRONT: Readonly<Record<string, readonly Middleware[] | readonly ErrorHandler[]>> = {
  'nothing in front': [],
  'an ErrorHandler': [new ErrorHandler(quiet)],
  'an ErrorHandler with httpErrors': [new ErrorHandler({ ...quiet, translate: httpErrors })],
  'an ErrorHandler that makes a redirect of all errors': [
    new ErrorHandler({ ...quiet, translate: () => redirect('/', 303) }),
  ],
  'an ErrorHandler that makes a 500 of all errors': [
    new ErrorHandler({ ...quiet, respond: () => text('broken', { status: 500 }) }),
  ],
  'middleware that answers 303': [caught(303)],
  'middleware that answers 503': [caught(503)],
}

const STORES: Readonly<Record<string, () => SessionOptions>> = {
  'in a cookie': () => ({}),
  'in a store': () => ({ store: memoryStore() }),
  'in a SQLite': () => ({ store: sqlSessions(new DatabaseSync(':memory:')) }),
}

describe.each(Object.entries(STORES))('a session %s', (_where, options) => {
  test.each(Object.keys(IN_FRONT))(
    'is kept if the response to something thrown is below 500, with %s',
    async (front) => {
      for (const [what, make] of Object.entries(THROWN)) {
        const { app } = visited(
          options(),
          {
            'log-in': (visit) => {
              visit.set(USER_ID, 7)
              throw make()
            },
            change: (visit) => {
              visit.set(USER_ID, 8)
              throw make()
            },
            'log-out': (visit) => {
              visit.destroy()
              throw make()
            },
            begin: (visit) => void visit.set(USER_ID, 1),
            user: (visit) => visit.get(USER_ID) ?? null,
          },
          ...((IN_FRONT[front] ?? []) as Middleware[]),
        )
        const [stranger, ada] = [new Visitor(app), new Visitor(app)]
        const { status, headers } = await stranger.response('log-in')
        const isKept = status < 500
        expect([headers.has('set-cookie'), headers.get('vary')], what).toEqual([isKept, 'cookie'])
        expect(await stranger.ask('user'), what).toEqual([200, isKept ? 7 : null])
        await ada.ask('begin')
        await ada.response('change')
        expect(await ada.ask('user'), what).toEqual([200, isKept ? 8 : 1])
        const before = await ada.cookies()
        await ada.response('log-out')
        expect(await ada.ask('user'), what).toEqual([200, null])
        if (options().store !== undefined) await ada.takes(before)
        expect(await ada.ask('user'), what).toEqual([200, null])
      }
    },
  )
})

test('if the store fails to keep the session of a thrown redirect, the response is 503', async () => {
  const store = { ...memoryStore(), setItem: () => Promise.reject(new Error('away')) }
  const front = new ErrorHandler({ ...quiet, translate: httpErrors })
  const { app, errors } = visited(
    { store },
    {
      'log-in': (visit) => {
        visit.set(USER_ID, 7)
        throw redirect('/', 303)
      },
    },
    front as never,
  )
  expect((await new Visitor(app).response('log-in')).status).toBe(503)
  expect(errors).toHaveLength(1)
})

describe('a response in whose place an error is answered', () => {
  const cancelled = vi.fn()
  afterEach(() => cancelled.mockReset())
  const stream = () =>
    new Response(new ReadableStream({ pull: (chunks) => chunks.enqueue(new Uint8Array(1)), cancel: cancelled }))
  const away = { ...memoryStore(), setItem: () => Promise.reject(new Error('away')) }

  test.each<[string, SessionOptions, unknown]>([
    ['the store fails', { store: away }, 1],
    ['the session is too large for its cookie', {}, 'x'.repeat(5_000)],
  ])('a stream is cancelled if %s', async (_why, options, value) => {
    const { app } = visited(options, { stream: (visit) => visit.set(USER_ID, value as number) ?? stream() })
    expect((await new Visitor(app).response('stream')).status).toBeGreaterThanOrEqual(500)
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  })

  test('a stream is cancelled if a value of the session is no longer JSON', async () => {
    const { app } = visited(
      {},
      {
        begin: (visit) => void visit.set(USER_ID, { deep: [] } as never),
        stream: (visit) => {
          ;(visit.get(USER_ID) as unknown as { deep: unknown[] }).deep.push(Number.NaN)
          return stream()
        },
      },
    )
    const visitor = new Visitor(app)
    await visitor.ask('begin')
    expect((await visitor.response('stream')).status).toBe(500)
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  })
})

test.each(Object.entries(STORES))(
  'a visitor whose page polls with an ETag keeps the session %s',
  async (_where, options) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { app } = visited(
        { ...options(), idle: 100, lifetime: 10_000 },
        {
          begin: (visit) => void visit.set(USER_ID, 7),
          poll: (visit) => new Response(null, { status: visit.get(USER_ID) === 7 ? 304 : 401 }),
        },
      )
      const visitor = new Visitor(app)
      await visitor.ask('begin')
      const statuses: number[] = []
      for (let time = 0; time < 8; time++) {
        vi.setSystemTime(Date.now() + 60_000)
        statuses.push((await visitor.response('poll')).status)
      }
      expect(new Set(statuses)).toEqual(new Set([304]))
    } finally {
      vi.useRealTimers()
    }
  },
)
