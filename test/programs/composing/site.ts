import { Application, host, json, type Middleware, Pipeline, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const shop = new Application({ router: new FindMyWayRouter() })

shop.get(
  '/items/{id}',
  (request) => {
    const self = shop.url('item', { id: request.params.id }, { basePath: request.basePath })
    return json({ id: request.params.id, self })
  },
  'item',
)

const reports = new Application({ router: new FindMyWayRouter() })
reports.get('/{year}', (request) => text(`The report of ${request.params.year}`))

const onlyStaff: Middleware = (request, handler) =>
  request.headers.has('authorization') ? handler(request) : text('Who are you?', { status: 401 })

const office = new Pipeline().pipe(onlyStaff).pipe('/reports', reports)

const api = new Application({ router: new FindMyWayRouter() })
api.get('/', () => json({ version: 1 }))

const site = new Application()
site.pipe('/de', shop)
site.pipe('/fr', shop)
site.pipe('/office', office)
site.pipe(host('api.example.org', api))

export default site
