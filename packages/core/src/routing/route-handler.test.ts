import { expectTypeOf, test } from 'vitest'
import { Application, type RouteHandler, type ServerRequest, text } from '../index.ts'

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

test('without the file that `app types` generates, the type RouteHandler with the name of a route accepts any params', () => {
  expectTypeOf<Parameters<RouteHandler<'user.show'>>[0]>().toEqualTypeOf<ServerRequest>()
})

const shared = (request: ServerRequest) => request.path
