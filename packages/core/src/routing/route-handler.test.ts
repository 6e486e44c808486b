import { expect, expectTypeOf, test } from 'vitest'
import { Application, type Config, type RouteHandler, type ServerRequest, text } from '../index.ts'

test('the type RouteHandler with a path has the params of that path, and no others', () => {
  const show: RouteHandler<'/users/{id}[/{tab}]'> = (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly id: string; readonly tab?: string }>()
    // @ts-expect-error the route has no such param
    return text(request.params.di ?? shared(request))
  }
  const home: RouteHandler<'/'> = (request) => {
    // @ts-expect-error the route has no params
    return text(request.params.id ?? '')
  }
  const app = new Application()
  app.get('/users/{id}[/{tab}]', show)
  app.get('/', home)
  // @ts-expect-error the params of another route
  app.get('/teams/{team}', show)
})

test('a handler with the params of its route also stands in the configuration, alone and in a list', () => {
  const show: RouteHandler<'/users/{id}'> = (request) => text(request.params.id)
  const routes = {
    show: { path: '/users/{id}', middleware: show },
    list: { path: '/users/{id}/list', middleware: [(request, handler) => handler(request), show] },
    inline: { path: '/', middleware: (request) => text(request.params.id ?? '') },
  } satisfies Config['routes']
  // @ts-expect-error the function takes no request
  const wrong: Config['routes'] = { wrong: { path: '/wrong', middleware: (request: string) => text(request) } }
  expect(Object.keys({ ...routes, ...wrong })).toHaveLength(4)
})

test('without the file that `app types` generates, the type RouteHandler with the name of a route accepts any params', () => {
  expectTypeOf<Parameters<RouteHandler<'user.show'>>[0]>().toEqualTypeOf<ServerRequest>()
})

const shared = (request: ServerRequest) => request.path
