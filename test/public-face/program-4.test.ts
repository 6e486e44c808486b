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
import { expect, expectTypeOf, test } from 'vitest'

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

const db: Db = { name: () => 'db' }
const audit: Middleware = (request, handler) => handler(request)
const authenticate: Middleware = (request, handler) => handler(request)
const handler: RequestHandler = (request) => text(`handler at ${request.path}`)

test('program 4: whatever is middleware answers', async () => {
  const container = new Map<unknown, unknown>([
    ['acme/report', new ReportHandler(db)],
    [ReportHandler, new ReportHandler(db)],
  ])
  const app = new Application({ router: new FindMyWayRouter(), container: container as never })
  app.get('/a', (request) => text(`a function at ${request.path}`))
  app.get('/b', new ReportHandler(db))
  app.get('/c', ReportHandler)
  app.get('/d', 'acme/report')
  app.get('/e', [authenticate, audit, 'acme/report'])
  app.get('/e/{id}', [authenticate, [audit, (request, next) => next(request)], (request) => text(request.params.id)])
  app.route('/f/{id}', handler, ['GET', 'POST'], 'f').setOptions({ tokens: { id: '\\d+' } })
  const route = new Route('/g/{id}', handler, ['GET'])
  route.setOptions({ tokens: { id: '\\d+' } })
  app.route(route)
  app.route(new Route('/h/{id}', (request) => text(request.params.id)))
  const bodies = await Promise.all(
    ['/a', '/b', '/c', '/d', '/e', '/e/7', '/f/7', '/g/7', '/h/x'].map(async (path) =>
      (await app.request(path)).text(),
    ),
  )
  const report = 'report from db'
  expect(bodies).toEqual([
    'a function at /a',
    report,
    report,
    report,
    report,
    '7',
    'handler at /f/7',
    'handler at /g/7',
    'x',
  ])
  expect((await app.request('/f/x')).status).toBe(404)
  expect(app.url(route, { id: 3 })).toBe('/g/3')
})

test('program 4: a container gives what a class promises', () => {
  expectTypeOf<TypedContainer>().toHaveProperty('get')
  const get = (container: TypedContainer) => container.get(ReportHandler)
  expectTypeOf(get).returns.toEqualTypeOf<ReportHandler>()
})
