import { createContainer } from '@app/container-factory'
import { Application, ApplicationFactory, type Config, ROUTER_SERVICE, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { TrouterRouter } from '@app/router-trouter'

/** The configuration of the first application, with that of the second under the key `admin`. */
interface TwoConfigs extends Config {
  readonly admin: Config
}

const config: TwoConfigs = {
  dependencies: {
    services: { [ROUTER_SERVICE]: new FindMyWayRouter(), 'acme/admin/router': new TrouterRouter() },
    factories: {
      [Application.SERVICE]: ApplicationFactory,
      'acme/admin/config': (container) => container.get<TwoConfigs>('config').admin,
      'acme/admin': ApplicationFactory.for({ config: 'acme/admin/config', router: 'acme/admin/router' }),
    },
  },
  routes: [{ path: '/', middleware: () => text('The shop') }],
  admin: { routes: [{ path: '/', middleware: () => text('The office') }] },
}

const container = createContainer(config)
const app = container.get(Application.SERVICE)
app.pipe('/admin', container.get<Application>('acme/admin'))

export default app
