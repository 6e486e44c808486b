import {
  Application,
  type Middleware,
  type RequestHandler,
  Route,
  type ServerRequest,
  type TypedContainer,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

interface Db {
  name(): string
}

class ReportHandler {
  static inject = ['acme/db'] as const
  readonly db: Db
  constructor(db: Db) {
    this.db = db
  }
  async handle(_request: ServerRequest): Promise<Response> {
    return text(`report from ${this.db.name()}`)
  }
}

class PlainHandler {
  handle(_request: ServerRequest): Response {
    return text('plain')
  }
}

const db: Db = { name: () => 'db' }
const audit: Middleware = (request, handler) => handler(request)
const authenticate: Middleware = (request, handler) => handler(request)
const handler: RequestHandler = (request) => text(`handler at ${request.path}`)
const container = new Map<unknown, unknown>([
  ['acme/report', new ReportHandler(db)],
  [ReportHandler, new ReportHandler(db)],
])

const app = new Application({ router: new FindMyWayRouter(), container: container as never })
app.get('/a', (request) => text(`a function at ${request.path}`))
app.get('/b', new ReportHandler(db))
app.get('/c', ReportHandler)
app.get('/c2', PlainHandler)
app.get('/d', 'acme/report')
app.get('/e', [authenticate, audit, 'acme/report'])
app.get('/e/{id}', [authenticate, [audit, (request, next) => next(request)], (request) => text(request.params.id)])
app.route('/f/{id}', handler, ['GET', 'POST'], 'f').setOptions({ tokens: { id: '\\d+' } })
export const route = new Route('/g/{id}', handler, ['GET'])
route.setOptions({ tokens: { id: '\\d+' } })
app.route(route)
app.route(new Route('/h/{id}', (request) => text(request.params.id)))
export default app

/** A service that is fetched by its class has the type of that class. */
export const byClass = (typed: TypedContainer): ReportHandler => typed.get(ReportHandler)
