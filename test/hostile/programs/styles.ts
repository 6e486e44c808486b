import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { AppFactory, Application, type ConfigProvider, configProvider, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

// Runs an application that is put together in the style that the environment variable `STYLE` names.

/** A service that prints a line when it is disposed of. */
class Ends {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  async dispose(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 10))
    console.log(`disposed of ${this.#name}`)
  }
}

/** Two services: the middleware `page` gets `database` when it is made, so that the database is made first. */
const services = (() => ({
  dependencies: {
    factories: {
      database: () => new Ends('the database'),
      page: (container) => {
        container.get('database')
        return Object.assign(new Ends('the page'), { handle: () => text('page') })
      },
    },
  },
})) satisfies ConfigProvider

const pages = (() => ({
  dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } },
  routes: { page: { path: '/', middleware: 'page' } },
})) satisfies ConfigProvider

function inCode(): Application {
  const app = new Application({ router: new FindMyWayRouter(), container: createContainer(services()) })
  app.get('/', 'page')
  return app
}

async function configured(...providers: ConfigProvider[]): Promise<Application> {
  const container = createContainer(await resolveConfig(defineConfig([configProvider, ...providers])))
  return container.get(Application.SERVICE)
}

const styles: Readonly<Record<string, () => Application | Promise<Application>>> = {
  code: inCode,
  factory: () =>
    AppFactory.create(createContainer(services()), new FindMyWayRouter()).then((app) => {
      app.get('/', 'page')
      return app
    }),
  'default-container': () =>
    AppFactory.create(undefined, new FindMyWayRouter(), { from: import.meta.url }).then((app) => {
      class Page extends Ends {
        static readonly inject = [] as const
        constructor() {
          super('the page')
        }
        readonly handle = () => text('page')
      }
      app.get('/', Page)
      return app
    }),
  configured: () =>
    configured(() => ({
      ...services(),
      ...pages(),
      dependencies: { ...services().dependencies, ...pages().dependencies },
    })),
  modular: () => configured(services, pages),
  piped: () => new Application({ router: new FindMyWayRouter() }).pipe(inCode()),
  prefixed: async () => new Application().pipe('/', [await configured(services, pages)]),
  routed: () => {
    const app = new Application({ router: new FindMyWayRouter(), container: createContainer(outer()) })
    app.get('/', ['log', inCode()])
    return app
  },
  service: async () => {
    const shop = await configured(services, pages)
    return configured(outer, () => ({
      dependencies: { services: { shop } },
      middleware_pipeline: { log: { middleware: 'log' }, shop: { middleware: 'shop' } },
    }))
  },
}

/** The configuration of an application that contains another one: the service `log`, which is middleware. */
const outer: ConfigProvider = () => ({
  dependencies: {
    factories: {
      log: () =>
        Object.assign(new Ends('the log'), {
          process: (request: never, handler: (r: never) => never) => handler(request),
        }),
    },
  },
})

const style = styles[process.env.STYLE ?? '']
if (!style) throw new Error(`Set STYLE to one of ${Object.keys(styles).join(', ')}`)
const app = await style()
const server = await app.run({ port: 0, host: '127.0.0.1', grace: 5 })
console.log(`READY ${server.address?.port}`)
