import {
  type Application,
  attributeKey,
  type Config,
  json,
  Pipeline,
  Priority,
  type RequestHandler,
  ServerRequest,
  text,
} from '@app/core'
import { matched, type Route, type RouterInterface } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * Each line below a `@ts-expect-error` must not compile, neither with the sources nor with the published packages. None
 * of these lines runs.
 */
export function refused(app: Application): void {
  const show: RequestHandler<{ readonly id: string }> = (request) => text(request.params.id)
  class NeedsDb {
    readonly db: object
    constructor(db: object) {
      this.db = db
    }
    handle(_request: ServerRequest): Response {
      return text('')
    }
  }
  class NotMiddleware {
    hello(): void {}
  }
  class ShowById {
    handle(request: ServerRequest<{ readonly id: string }>): Response {
      return text(request.params.id)
    }
  }
  const Age = attributeKey<number>('age')
  const route = app.get('/users/{id}', show, 'user.show')
  // @ts-expect-error a param that the path has not
  app.get('/users/{id}', (request) => json({ id: request.params.nope }))
  // @ts-expect-error an optional one is not a string
  app.get('/a[/{page}]', (request) => text(request.params.page))
  app.get('/users/{id}', (request) => {
    // @ts-expect-error params are read-only
    request.params.id = '1'
    return text('')
  })
  // @ts-expect-error a static path has no params
  app.get('/static', (request) => text(request.params.id))
  // @ts-expect-error not a Response
  app.get('/', () => 'hello')
  // @ts-expect-error nothing returned
  app.get('/', async (request) => void request.path)
  // @ts-expect-error not middleware
  app.get('/x', 42)
  // @ts-expect-error an object that is none
  app.get('/x', {})
  // @ts-expect-error neither in an array
  app.pipe([42])
  // @ts-expect-error neither under a prefix
  app.pipe('/admin', (_request: ServerRequest) => {})
  // @ts-expect-error only a server makes requests
  new ServerRequest()
  // @ts-expect-error a class that nobody can construct
  app.get('/c', NeedsDb)
  // @ts-expect-error a class whose instances are not middleware
  app.get('/c', NotMiddleware)
  // @ts-expect-error a handler of another path's params
  app.get('/users/{userId}', show)
  // @ts-expect-error the same as an object
  app.get('/users/{userId}', new ShowById())
  // @ts-expect-error the wrong type of an attribute
  app.pipe((request, handler) => handler(request.withAttribute(Age, 'old')))
  // @ts-expect-error a pattern as a prefix
  new Pipeline().pipe('/u/{id}', show)
  // @ts-expect-error a URL without its param
  app.url(route)
  // @ts-expect-error a URL with a misspelt one
  app.url(route, { idd: '7' })
  // @ts-expect-error a URL of a route that is no string or number
  app.url(route, { id: true })
  // @ts-expect-error a query that holds a map
  app.url('user.show', { id: '7' }, { query: { page: { from: 1 } } })
  // @ts-expect-error a priority that does not exist
  Priority.BEFORE_ROUTNG
  // @ts-expect-error JSON of nothing
  json(undefined)
}

// @ts-expect-error a misspelt key of an entry
export const misspelt = { middleware_pipeline: { cors: { middlewares: 'acme/cors' } } } satisfies Config
// @ts-expect-error a priority that is a string
export const priority = { middleware_pipeline: { cors: { middleware: 'acme/cors', priority: '10' } } } satisfies Config
// @ts-expect-error one method instead of a list
export const method = { routes: [{ path: '/', middleware: 'acme/home', allowed_methods: 'GET' }] } satisfies Config
// @ts-expect-error a misspelt key at the top
export const top = { middleware_pipline: {} } satisfies Config

export class Half implements RouterInterface {
  readonly traits = new FindMyWayRouter().traits
  // @ts-expect-error a matcher that forgets the path
  compile(routes: readonly Route[]) {
    return (path: RegExp) => matched(routes[0] as Route, { path: path.source })
  }
}
