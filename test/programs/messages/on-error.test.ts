import { Application, ErrorHandler, HttpError, type Middleware, text } from '@app/core'
import { onError } from '@app/core/extending'
import { expect, test } from 'vitest'

function hearing(heard: unknown[]): Middleware {
  return (request, handler) => {
    onError(request, (error) => heard.push(error))
    return handler(request)
  }
}

const gone = new Error('the database is gone')

test.each<[string, Middleware]>([
  ['throws', () => fail()],
  ['rejects', () => Promise.reject(gone)],
])(
  'onError() reports an error of middleware that %s, with or without an error handler behind',
  async (_what, handler) => {
    for (const errors of [new ErrorHandler({ listeners: [] }), undefined]) {
      const heard: unknown[] = []
      const app = quiet().pipe(hearing(heard))
      const response = await (errors ? app.pipe(errors) : app).pipe(handler).request('/')
      expect([response.status, heard]).toEqual([500, [gone]])
    }
  },
)

test('onError() calls its listener with the thrown error, also if an error handler translates that error', async () => {
  const heard: unknown[] = []
  const answers: unknown[] = []
  for (const translate of [() => new HttpError(409), () => text('busy', { status: 503 })]) {
    const handler = new ErrorHandler({ listeners: [], translate })
    const app = quiet().pipe(hearing(heard)).pipe(handler)
    answers.push((await app.pipe(() => fail()).request('/')).status)
  }
  expect([answers, heard]).toEqual([
    [409, 503],
    [gone, gone],
  ])
})

test('onError() calls each listener, also for an error that an error handler throws', async () => {
  const [first, second]: [unknown[], unknown[]] = [[], []]
  const respond = () => {
    throw new HttpError(503)
  }
  const app = quiet().pipe(hearing(first)).pipe(hearing(second))
  app.pipe(new ErrorHandler({ listeners: [], respond })).pipe(() => fail())
  expect((await app.request('/')).status).toBe(503)
  expect([first.map(String), second]).toEqual([[String(gone), 'HttpError: Service Unavailable'], first])
})

test('onError() calls no listener for a response, whatever its status', async () => {
  const heard: unknown[] = []
  const app = quiet().pipe(hearing(heard))
  app.pipe('/500', () => text('x', { status: 500 }))
  expect((await app.request('/')).status).toBe(404)
  expect((await app.request('/500')).status).toBe(500)
  expect(heard).toEqual([])
})

function quiet(): Application {
  return new Application({ onError: () => undefined })
}

function fail(): never {
  throw gone
}
