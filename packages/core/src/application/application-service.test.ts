import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import {
  AppFactory,
  Application,
  ApplicationFactory,
  type Config,
  type Container,
  configProvider,
  type Dependencies,
  type MiddlewareDescription,
  text,
} from '../index.ts'
import { CheckError } from '../plan/check.ts'

const ROUTER = '@app/router/RouterInterface'

/** Makes an application whose pipeline has the service `acme/admin` under `/admin`. */
async function around(dependencies: Dependencies, more: object = {}): Promise<Application> {
  const admin: Config = { dependencies, middleware_pipeline: { admin: { path: '/admin', middleware: 'acme/admin' } } }
  const config = await resolveConfig(defineConfig([configProvider, admin, more]))
  return createContainer(config).get(Application.SERVICE)
}

async function withUsers(container: Container | undefined, from?: string): Promise<Application> {
  const app = await AppFactory.create(container, undefined, from === undefined ? {} : { from })
  app.get('/users', () => text('users'), 'users')
  return app
}

async function bodyOf(app: Application, path: string): Promise<string> {
  return (await app.request(path)).text()
}

function routesOf({ items = [] }: Partial<MiddlewareDescription>): readonly (readonly [string | undefined, string])[] {
  return items.flatMap((item) => [
    ...(item.routes ?? []).map(({ path }) => [item.path, path] as const),
    ...routesOf(item),
  ])
}

test('an application that is a service finds the router of its container', async () => {
  const dependencies = {
    services: { [ROUTER]: new FindMyWayRouter() },
    factories: { 'acme/admin': (container: Container) => withUsers(container) },
  }

  expect(await bodyOf(await around(dependencies), '/admin/users')).toBe('users')
  expect(await bodyOf(await around({ ...dependencies, shared: { 'acme/admin': false } }), '/admin/users')).toBe('users')
})

test('an application service without a container finds the installed router', async () => {
  const app = await around({ factories: { 'acme/admin': () => withUsers(undefined, import.meta.dirname) } })
  expect(await bodyOf(app, '/admin/users')).toBe('users')
})

test('requests that arrive while an application service is being made wait for the same application', async () => {
  let made = 0
  const app = await around({
    services: { [ROUTER]: new FindMyWayRouter() },
    factories: { 'acme/admin': (container) => withUsers(container).finally(() => made++) },
  })
  const bodies = await Promise.all(['/admin/users', '/admin/users', '/admin/none'].map((path) => bodyOf(app, path)))
  expect(bodies).toEqual(['users', 'users', 'Not Found'])
  expect(made).toBe(1)
})

test('describe() lists the routes of a second application, which has its own configuration, only after check() has made that application', async () => {
  const app = await around(
    {
      services: {
        [ROUTER]: new FindMyWayRouter(),
        'admin/config': { routes: [{ path: '/users', middleware: 'acme/users', name: 'users' }] },
        'acme/users': () => text('users'),
      },
      factories: { 'acme/admin': ApplicationFactory.for({ config: 'admin/config' }) },
    },
    { routes: [{ path: '/', middleware: 'acme/users' }], middleware_pipeline: { steps: STEPS } },
  )

  expect(routesOf(app.describe())).toEqual([])
  await app.check()
  expect(routesOf(app.describe())).toEqual([['/admin', '/users']])
  expect(app.describe().items[0]?.router?.name).toBe('FindMyWayRouter')
  expect(await bodyOf(app, '/admin/users')).toBe('users')
})

describe('the router of a second application', () => {
  class AdminRouter extends FindMyWayRouter {}
  const second = (services: Record<string, unknown>, factories: Dependencies['factories'] = {}) =>
    around({
      services: {
        'admin/config': { routes: [{ path: '/users', middleware: 'acme/users' }] },
        'acme/users': () => text('users'),
        ...services,
      },
      factories: {
        ...factories,
        'acme/admin': ApplicationFactory.for({ config: 'admin/config', router: 'admin/router' }),
      },
    })

  test('the router of a second application is awaited if its factory is asynchronous', async () => {
    const app = await second({ [ROUTER]: new FindMyWayRouter() }, { 'admin/router': async () => new AdminRouter() })
    expect(await bodyOf(app, '/admin/users')).toBe('users')
    await app.check()
    expect(app.describe().items[0]?.router?.name).toBe('AdminRouter')
  })

  test('check() reports the error with which the factory of the router of a second application fails', async () => {
    const failing = async () => Promise.reject(new Error('no such luck'))
    const app = await second({}, { 'admin/router': failing })
    expect(String((await problemsOf(app))[0])).toContain('admin/router')
  })

  test('a service that is not a router, or that is missing, is refused as the router of a second application', async () => {
    const message = /The service "admin\/router" is not a router/
    expect(String((await problemsOf(await second({ 'admin/router': {} })))[0])).toMatch(message)
    const promised = await second({}, { 'admin/router': async () => ({}) })
    expect(String((await problemsOf(promised))[0])).toMatch(message)
    const [missing] = await problemsOf(await second({ [ROUTER]: new FindMyWayRouter() }))
    expect(String(missing)).toContain("ApplicationFactory.for({ router: 'admin/router' }) names no service.")
  })
})

test('an application that is the middleware of a route finds its router, whether the route has its service name or the application itself', async () => {
  const services = { [ROUTER]: new FindMyWayRouter() }
  const inner = async (container: Container) => {
    const app = new Application({ container })
    app.get('/admin/users', () => text('users'))
    return app
  }
  const config = await resolveConfig(
    defineConfig([configProvider, { dependencies: { services, factories: { 'acme/admin': inner } } }]),
  )
  const container = createContainer(config)
  const app = container.get(Application.SERVICE)
  app.any('/admin/users', 'acme/admin')
  app.any('/{name}/users', await inner(container))

  expect(await bodyOf(app, '/admin/users')).toBe('users')
  expect((await app.request('/other/users')).status).toBe(404)
  await app.check()
})

test('check() reports a missing router, and a routing step without a dispatch step', async () => {
  const withoutRouter = await around({ factories: { 'acme/admin': () => withUsers(undefined, '/') } })
  const withoutDispatch = await around({ factories: { 'acme/admin': () => new Application().pipeRoutingMiddleware() } })

  await expect(problemsOf(withoutRouter)).resolves.toEqual([expect.objectContaining({ code: 'APP_ROUTER_MISSING' })])
  await expect(problemsOf(withoutDispatch)).resolves.toEqual([expect.objectContaining({ code: 'APP_STEP' })])
})

async function problemsOf(app: Application): Promise<readonly unknown[]> {
  const error: unknown = await app.check().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CheckError)
  return (error as CheckError).errors
}

const STEPS = { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] }
