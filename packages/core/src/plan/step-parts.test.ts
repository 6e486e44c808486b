import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import {
  dispatchMiddleware,
  implicitHeadMiddleware,
  implicitOptionsMiddleware,
  methodNotAllowedMiddleware,
  routeMiddleware,
} from '../extending.ts'
import { Application, type MiddlewareLike, matchedRoute, notFoundHandler, Pipeline, text } from '../index.ts'

function application(...middleware: MiddlewareLike[]): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/r', (request) => text(request.method), 'r')
  app.post('/r', () => text('posted'))
  for (const item of middleware) app.pipe(item)
  return app
}

async function answers(app: Application, ...methods: string[]) {
  const responses = await Promise.all(methods.map((method) => app.request('/r', { method })))
  return responses.map(({ status, headers }) => [status, headers.get('allow')])
}

test('4.2: the parts of routing and dispatch, piped one by one in the order of Mezzio 3 (v3), answer as the two steps do', async () => {
  const parts = application(
    routeMiddleware,
    implicitHeadMiddleware,
    implicitOptionsMiddleware,
    methodNotAllowedMiddleware,
    dispatchMiddleware,
    notFoundHandler,
  )
  const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT']
  expect(await answers(parts, ...methods)).toEqual(await answers(application(), ...methods))
  expect((await parts.request('/none')).status).toBe(404)
})

test('dispatchMiddleware passes on a request whose method has no route if no other parts of the dispatch step are piped', async () => {
  const app = application(routeMiddleware, dispatchMiddleware)
  expect(await answers(app, 'GET', 'HEAD', 'OPTIONS', 'PUT')).toEqual([
    [200, null],
    [404, null],
    [404, null],
    [404, null],
  ])
})

test('methodNotAllowedMiddleware, piped before the middleware for implicit HEAD and OPTIONS, answers these methods with 405', async () => {
  const app = application(
    routeMiddleware,
    methodNotAllowedMiddleware,
    implicitHeadMiddleware,
    implicitOptionsMiddleware,
    dispatchMiddleware,
  )
  expect(await answers(app, 'HEAD', 'OPTIONS')).toEqual([
    [405, 'GET, POST'],
    [405, 'GET, POST'],
  ])
})

test('implicitHeadMiddleware gives the route of GET to the middleware after it', async () => {
  const names: (string | undefined)[] = []
  const app = application(
    routeMiddleware,
    implicitHeadMiddleware,
    (request, handler) => {
      names.push(matchedRoute(request)?.name)
      return handler(request)
    },
    dispatchMiddleware,
  )
  const response = await app.request('/r', { method: 'HEAD' })
  expect([response.status, await response.text(), names]).toEqual([200, '', ['r']])
})

test('a second routeMiddleware after implicitHeadMiddleware also finds the route of GET, but prefers a route of HEAD', async () => {
  const parts = [routeMiddleware, implicitHeadMiddleware, routeMiddleware, methodNotAllowedMiddleware] as const
  const app = application(...parts, dispatchMiddleware)
  app.post('/posted', () => text('posted'))
  expect((await app.request('/r', { method: 'HEAD' })).status).toBe(200)
  expect((await app.request('/posted', { method: 'HEAD' })).headers.get('allow')).toBe('POST')

  const inner = application(routeMiddleware, methodNotAllowedMiddleware, dispatchMiddleware)
  inner.route('/own', () => new Response(null, { status: 204 }), ['HEAD'])
  inner.get('/own', () => text('not asked'))
  const outer = new Application({ router: new FindMyWayRouter() })
  outer.get('/{rest...}', inner)
  expect((await outer.request('/own', { method: 'HEAD' })).status).toBe(204)
  expect((await outer.request('/r', { method: 'HEAD' })).status).toBe(200)
})

test.each([
  ['implicitHeadMiddleware', implicitHeadMiddleware, 'HEAD'],
  ['implicitOptionsMiddleware', implicitOptionsMiddleware, 'OPTIONS'],
  ['methodNotAllowedMiddleware', methodNotAllowedMiddleware, 'PUT'],
])('%s passes on a request that was not routed yet', async (_name, part, method) => {
  expect(await answers(application(part, routeMiddleware, dispatchMiddleware), method)).toEqual([[404, null]])
})

test('an application that pipes none of the parts but those for HEAD, OPTIONS and 405 gets the two steps after them', async () => {
  const app = application(implicitHeadMiddleware, implicitOptionsMiddleware, methodNotAllowedMiddleware)
  expect(await answers(app, 'GET', 'PUT')).toEqual(await answers(application(), 'GET', 'PUT'))
})

test('4.1: routes of HEAD and OPTIONS answer these methods themselves', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/r', () => text('read'))
  for (const method of ['HEAD', 'OPTIONS']) app.route('/r', () => new Response(null, { status: 204 }), [method])
  expect(await answers(app, 'GET', 'HEAD', 'OPTIONS')).toEqual([
    [200, null],
    [204, null],
    [204, null],
  ])
})

test.each<[string, string[] | null, string, number]>([
  ['a route of POST', ['POST'], 'POST', 405],
  ['a route of any method', null, 'HEAD', 405],
  ['a route of GET', ['GET'], 'HEAD', 200],
  ['a route of HEAD', ['HEAD'], 'HEAD', 405],
])(
  'in an application behind %s, the parts find the route of GET for HEAD alone, and only after implicitHeadMiddleware',
  async (_route, methods, method, status) => {
    const inner = new Application({ router: new FindMyWayRouter() })
    inner.get('/r', () => text('read'))
    inner.pipe([routeMiddleware, methodNotAllowedMiddleware, dispatchMiddleware])
    const outer = new Application({ router: new FindMyWayRouter() })
    outer.route('/{rest...}', inner, methods)
    expect((await outer.request('/r', { method })).status).toBe(status)
  },
)

test('parts of the steps may be piped alone, reversed and twice, and each does its own work in the order of the pipeline', async () => {
  expect(await answers(application(routeMiddleware), 'GET')).toEqual([[404, null]])
  expect(await answers(application(dispatchMiddleware, routeMiddleware), 'GET')).toEqual([[404, null]])
  expect(await answers(application(routeMiddleware, routeMiddleware, dispatchMiddleware), 'GET')).toEqual([[200, null]])
})

test('parts of the routing and dispatch steps outside of an application are an error that says so', () => {
  const pipeline = new Pipeline().pipe(routeMiddleware)
  expect(() => pipeline.process(undefined as never, notFoundHandler)).toThrow('routeMiddleware needs an application')
  expect(() => dispatchMiddleware.process(undefined as never, notFoundHandler)).toThrow(
    expect.objectContaining({ code: 'APP_STEP' }),
  )
})
