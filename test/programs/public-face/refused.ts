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
  // @ts-expect-error a param that the path does not have
  app.get('/users/{id}', (request) => json({ id: request.params.nope }))
  // @ts-expect-error an optional param as a string, though it may be undefined
  app.get('/a[/{page}]', (request) => text(request.params.page))
  app.get('/users/{id}', (request) => {
    // @ts-expect-error a param that is set, though params are read-only
    request.params.id = '1'
    return text('')
  })
  // @ts-expect-error a param of a static path, which has none
  app.get('/static', (request) => text(request.params.id))
  // @ts-expect-error a handler that returns a string in place of a Response
  app.get('/', () => 'hello')
  // @ts-expect-error a handler that returns nothing
  app.get('/', async (request) => void request.path)
  // @ts-expect-error a number as a handler
  app.get('/x', 42)
  // @ts-expect-error an object without `handle` and `process`
  app.get('/x', {})
  // @ts-expect-error a number in an array of middleware
  app.pipe([42])
  // @ts-expect-error middleware under a prefix that returns nothing
  app.pipe('/admin', (_request: ServerRequest) => {})
  // @ts-expect-error a request that is made by its constructor, which is private
  new ServerRequest()
  // @ts-expect-error a class whose constructor has a parameter
  app.get('/c', NeedsDb)
  // @ts-expect-error a class whose instances are not middleware
  app.get('/c', NotMiddleware)
  // @ts-expect-error a function that reads a param which the path does not have
  app.get('/users/{userId}', show)
  // @ts-expect-error an object whose method reads a param which the path does not have
  app.get('/users/{userId}', new ShowById())
  // @ts-expect-error the wrong type of an attribute
  app.pipe((request, handler) => handler(request.withAttribute(Age, 'old')))
  // @ts-expect-error a pattern as a prefix
  new Pipeline().pipe('/u/{id}', show)
  // @ts-expect-error a URL without its param
  app.url(route)
  // @ts-expect-error a URL with a misspelt param
  app.url(route, { idd: '7' })
  // @ts-expect-error a URL with a param that is not a string or number
  app.url(route, { id: true })
  // @ts-expect-error a query that holds a map
  app.url('user.show', { id: '7' }, { query: { page: { from: 1 } } })
  // @ts-expect-error a priority that does not exist
  Priority.BEFORE_ROUTNG
  // @ts-expect-error undefined as JSON
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
  // @ts-expect-error a router whose matcher takes a regular expression in place of method and path
  compile(routes: readonly Route[]) {
    return (path: RegExp) => matched(routes[0] as Route, { path: path.source })
  }
}
