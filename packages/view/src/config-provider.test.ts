import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, ErrorHandler, type ServerRequest } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { configProvider, RENDERER_SERVICE, render } from './index.ts'

const renderer = {
  render: (name: string, data: unknown) => {
    const { app } = data as { app: { menu: string; hello: string; url(name: string): string } }
    return [name, app.menu, app.hello, app.url('home')].join()
  },
}

async function build(own: Config): Promise<Application> {
  const config = await resolveConfig(defineConfig([core, configProvider, own]), {
    root: import.meta.dirname,
  })
  return createContainer(config).get(Application.SERVICE)
}

test('render() renders with the engine in the container, and the configured values of app may be functions or names of services', async () => {
  const app = await build({
    view: { app: { menu: 'acme/menu', hello: (request) => `Hello ${request.path}` } },
    dependencies: {
      services: { 'acme/menu': () => 'Menu', '@app/router/RouterInterface': new FindMyWayRouter() },
      factories: { [RENDERER_SERVICE]: () => renderer },
    },
    middleware_pipeline: {
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: 1 },
    },
    routes: [{ path: '/', name: 'home', middleware: (request: ServerRequest) => render(request, 'home') }],
  })
  expect(await (await app.request('/')).text()).toBe('home,Menu,Hello /,/')
  expect(app.describe().items).toContainEqual(expect.objectContaining({ kind: 'service', name: '@app/view' }))
  await app.check()
})

test('the engine is made when the program starts; without an engine, the error says what to install', async () => {
  const config = await resolveConfig(defineConfig([core, configProvider]), { root: import.meta.dirname })
  expect(configProvider()).toMatchObject({ dependencies: { eager: [RENDERER_SERVICE, '@app/view'] } })
  await expect(createContainer(config).get(RENDERER_SERVICE)).rejects.toThrow(
    'depends on no template engine. Install one: npm install @app/view-eta',
  )
})

test('an error page is rendered after the container is disposed of, also if it is the first page', async () => {
  const config = await resolveConfig(
    defineConfig([
      core,
      configProvider,
      {
        dependencies: {
          services: { '@app/router/RouterInterface': new FindMyWayRouter() },
          factories: { [RENDERER_SERVICE]: async () => ({ render: (name: string) => name }) },
        },
        middleware_pipeline: {
          errors: {
            middleware: new ErrorHandler({ respond: (_error, request) => render(request, 'error'), listeners: [] }),
            priority: 9_000,
          },
          fails: { middleware: fails, priority: 1 },
        },
      },
    ]),
    { root: import.meta.dirname },
  )
  const container = createContainer(config)
  await container.start()
  const app = container.get(Application.SERVICE)
  const [isThere, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function fails(): Promise<Response> {
    isThere.resolve()
    await go.promise
    throw new Error('the real reason')
  }
  const pending = app.request('/')
  await isThere.promise
  await container.dispose()
  go.resolve()
  expect(await (await pending).text()).toBe('error')
})

test('a misspelt option under view in the configuration is an error that names the key and the most similar option', async () => {
  const app = await build({
    view: { foldr: 'x' } as never,
    dependencies: { factories: { [RENDERER_SERVICE]: () => renderer } },
  })
  await expect(app.check()).rejects.toThrow(/view\.foldr.*Did you mean "folder"/s)
})

test('a value of app that names no service is a problem of app.check(), with the most similar service', async () => {
  const app = await build({
    view: { app: { menu: 'acme/meun' } },
    dependencies: { services: { 'acme/menu': () => 'Menu' }, factories: { [RENDERER_SERVICE]: () => renderer } },
  })
  await expect(app.check()).rejects.toThrow(
    /view\.app \(.*\): "menu": the container has no service "acme\/meun"\. Did you mean "acme\/menu"\?/,
  )
})

test('the folders of templates and the default values of several packages are merged, and the engine gets the folders', async () => {
  const [blog, shop] = [new URL('file:///packages/blog/'), new URL('file:///packages/shop/')]
  const config = await resolveConfig(
    defineConfig([
      core,
      configProvider,
      { view: { folders: { blog }, defaults: { 'blog/post': { order: 'newest' } } } } satisfies Config,
      { view: { folders: { shop }, defaults: { 'blog/post': { size: 9 } } } } satisfies Config,
    ]),
    { root: import.meta.dirname },
  )
  expect(config).toMatchObject({
    view: { folders: { blog, shop }, defaults: { 'blog/post': { order: 'newest', size: 9 } } },
  })
})

test('the page of an error that an outer handler answers has app.asset too', async () => {
  const app = await build({
    static: { assets: { manifest: {} } },
    dependencies: {
      services: { '@app/static/assets': (name: string) => `/built/${name}` },
      factories: {
        [RENDERER_SERVICE]: () => ({
          render: (_name: string, data: { app: { asset(name: string): string } }) => data.app.asset('app.js'),
        }),
      },
    },
    middleware_pipeline: {
      errors: {
        middleware: new ErrorHandler({ respond: (_error, request) => render(request, 'error'), listeners: [] }),
        priority: 9_000,
      },
      fails: {
        middleware: () => {
          throw new Error('broken')
        },
      },
    },
  } as Config)
  expect(await (await app.request('/')).text()).toBe('/built/app.js')
})
