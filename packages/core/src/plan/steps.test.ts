import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import {
  dispatchMiddleware,
  errorMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from '../extending.ts'
import { Application, matchedRoute, Pipeline, text } from '../index.ts'

function application(): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/r', () => text('found'))
  return app
}

test('7.2: a 405 goes to the error middleware after dispatch, whether routing and dispatch are piped as steps or in single parts', async () => {
  const errors = errorMiddleware(() => text('', { status: 418 }))
  const whole = application().pipeRoutingMiddleware().pipeDispatchMiddleware().pipe(errors)
  const parts = application()
    .pipe([routeMiddleware, implicitHeadMiddleware, implicitOptionsMiddleware])
    .pipe([methodNotAllowedMiddleware, dispatchMiddleware])
    .pipe(errors)
  for (const app of [whole, parts]) {
    const answers = await Promise.all(['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method) => app.request('/r', { method })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 418])
  }
})

describe('routing and dispatch steps in an order that cannot work are refused with an error that names their positions', () => {
  const routing = Application.ROUTING_MIDDLEWARE
  const dispatch = Application.DISPATCH_MIDDLEWARE
  const errors = errorMiddleware(() => text(''))

  test.each([
    ['routing without dispatch', [routing], 'Routing (pipe 1) is piped without dispatch.'],
    [
      'routing with nothing but error middleware behind it',
      [routing, errors],
      'Routing (pipe 1) is piped without dispatch.',
    ],
    ['dispatch without routing', [[() => text('x'), dispatch]], 'Dispatch (pipe 1, item 2) is piped without routing.'],
    ['dispatch before routing', [dispatch, routing], 'Dispatch (pipe 1) comes before routing (pipe 2).'],
    [
      'a second routing step at the end',
      [routing, dispatch, [routing]],
      'Routing (pipe 3, item 1) is piped without dispatch.',
    ],
    [
      'routing alone in a nested pipeline',
      [new Pipeline().pipe(routing)],
      'Routing (pipe 1, item 1) is piped without dispatch.',
    ],
  ] as const)('check() refuses %s', async (_name, piped, message) => {
    const app = application()
    for (const item of piped) app.pipe(item as never)
    await expect(app.check()).rejects.toThrow(message)
    expect(app.describe().items.length).toBe(piped.length)
  })
})

test('a routing step without dispatch passes its result to the middleware after it, and causes one warning', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  const app = application()
    .pipeRoutingMiddleware()
    .pipe((request) => text(matchedRoute(request)?.path ?? 'none'))
  expect([await (await app.request('/r')).text(), await (await app.request('/x')).text()]).toEqual(['/r', 'none'])
  await app.request('/r')
  expect(warning.mock.calls).toEqual([
    [
      'Routing (pipe 1) is piped without dispatch. Call pipeDispatchMiddleware() after it. ' +
        "No route runs; to read the result alone, pipe routeMiddleware of '@app/core/extending'.",
      'ApplicationWarning',
    ],
  ])
  warning.mockRestore()
})

test('a route that passes the request on goes on after the dispatch step that ran it, though the steps are piped twice', async () => {
  const app = application().pipeRoutingMiddleware().pipeDispatchMiddleware()
  app.pipeRoutingMiddleware().pipeDispatchMiddleware()
  let runs = 0
  app.pipe(() => text(`${runs} runs`))
  app.any('/on', (request, handler) => {
    runs++
    return handler(request)
  })
  expect(await (await app.request('/on')).text()).toBe('2 runs')
})
