import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  AppFactory,
  Application,
  type Config,
  configProvider,
  type MiddlewareLike,
  Pipeline,
  ROUTER_SERVICE,
  type RouteEntry,
  type RouterInterface,
  type TypedContainer,
} from '@app/core'
import { type Service, services } from './services.ts'

type Build = (router: RouterInterface) => Promise<Application>

/** The ways to build an application, each with the same middleware and routes (contract 1.2 to 1.4, 4.2). */
export const styles: Readonly<Record<string, Build>> = {
  'in code': async (router) => {
    const app = new Application({ router })
    pipeAll(app, (name) => services[name])
    routeAll(app, (name) => services[name])
    return app
  },

  'in code, with the services of a container': async (router) => {
    const app = await AppFactory.create(new Map<string, unknown>(Object.entries(services)), router)
    pipeAll(app, (name) => name)
    routeAll(app, (name) => name)
    return app
  },

  'by a factory of its own in the container': async (router) => {
    const create = (container: TypedContainer) => {
      const app = new Application({ container, router: container.get(ROUTER_SERVICE) })
      pipeAll(app, (name) => name)
      routeAll(app, (name) => name)
      return app
    }
    const factories = { [Application.SERVICE]: create }
    const dependencies = { services: { ...services, [ROUTER_SERVICE]: router }, factories }
    return createContainer({ dependencies }).get(Application.SERVICE)
  },

  'from configuration': (router) => fromConfig(router, pipeline, { routes }),

  'from configuration, then in code': async (router) => {
    const app = await fromConfig(router, pipeline)
    routeAll(app, (name) => name)
    return app
  },
}

async function fromConfig(router: RouterInterface, ...sources: readonly Config[]): Promise<Application> {
  const provided: Config = { dependencies: { services: { ...services, [ROUTER_SERVICE]: router } } }
  const config = await resolveConfig(defineConfig([configProvider, provided, ...sources]))
  return createContainer(config).get(Application.SERVICE)
}

function pipeAll(app: Application, named: (name: Service) => MiddlewareLike): void {
  app.pipe(named('acme/outer'))
  app.pipe('/admin', named('acme/guard'))
  app.pipe([named('acme/inner'), Application.ROUTING_MIDDLEWARE])
  app.pipe(named('acme/between'))
  app.pipeDispatchMiddleware()
  app.pipe(new Pipeline().pipe('/shop', named('acme/fallback')))
}

function routeAll(app: Application, named: (name: Service) => MiddlewareLike): void {
  app.get('/', named('acme/home'), 'home')
  app.get('/ping', named('acme/ping'))
  app.post('/post', named('acme/post'))
  app.route('/users/{id}', named('acme/user'), ['GET', 'PUT'], 'user').setOptions({ tokens: { id: '\\d+' } })
  app.get('/pages[/{page}]', named('acme/page'))
  app.get('/files/{rest...}', named('acme/file'))
  app.get('/admin/me', named('acme/me'))
  app.get('/broken', named('acme/broken'))
  app.get('/busy', named('acme/busy'))
}

/** The entries are out of order; their priorities define the order (contract 2.6). */
const pipeline: Config = {
  middleware_pipeline: {
    shop: { middleware: 'acme/fallback', path: '/shop', priority: -10 },
    steps: {
      middleware: ['acme/inner', Application.ROUTING_MIDDLEWARE, 'acme/between', Application.DISPATCH_MIDDLEWARE],
    },
    guard: { middleware: 'acme/guard', path: '/admin', priority: 100 },
    outer: { middleware: 'acme/outer', priority: 1000 },
  },
}

const routes: readonly RouteEntry[] = [
  { path: '/', middleware: 'acme/home', allowed_methods: ['GET'], name: 'home' },
  { path: '/ping', middleware: 'acme/ping', allowed_methods: ['GET'] },
  { path: '/post', middleware: 'acme/post', allowed_methods: ['POST'] },
  {
    path: '/users/{id}',
    middleware: 'acme/user',
    allowed_methods: ['GET', 'PUT'],
    name: 'user',
    options: { tokens: { id: '\\d+' } },
  },
  { path: '/pages[/{page}]', middleware: 'acme/page', allowed_methods: ['GET'] },
  { path: '/files/{rest...}', middleware: 'acme/file', allowed_methods: ['GET'] },
  { path: '/admin/me', middleware: 'acme/me', allowed_methods: ['GET'] },
  { path: '/broken', middleware: 'acme/broken', allowed_methods: ['GET'] },
  { path: '/busy', middleware: 'acme/busy', allowed_methods: ['GET'] },
]
