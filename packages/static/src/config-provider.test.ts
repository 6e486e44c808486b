import { ApplicationFactory, type Config, type Container, type Factory, type ServerRequest, text } from '@app/core'
import { expect, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { ASSETS, ASSETS_SERVICE, configProvider, STATIC_SERVICE } from './index.ts'

/**
 * Makes a container by hand: it has the configuration, and gets the middleware from the factory of the config provider.
 */
function containerOf(config: Config): Container {
  const factories = config.dependencies?.factories as Record<string, Extract<Factory, (...args: never[]) => unknown>>
  const container: Container = {
    has: (name) => name === 'config' || Object.hasOwn(factories, String(name)),
    get: (name) => (name === 'config' ? config : factories[String(name)]?.(container as never, String(name))),
  }
  return container
}

test('the pipeline entry @app/static serves the configured folder before the rest of the pipeline', async () => {
  const provided = await configProvider()
  const config: Config = {
    ...provided,
    static: { folder: folder({ 'a.txt': 'file' }), cacheControl: 'no-cache' },
    middleware_pipeline: { rest: { middleware: () => text('rest'), priority: 6_000 }, ...provided.middleware_pipeline },
  }
  const app = ApplicationFactory.create(containerOf(config))
  const response = await app.request('/a.txt')
  expect([await response.text(), response.headers.get('cache-control')]).toEqual(['file', 'no-cache'])
  expect(await (await app.request('/b.txt')).text()).toBe('rest')
})

test('a section static without a folder is an error that says what to write, and so is one with an unknown option', () => {
  const { get } = containerOf(configProvider() as Config)
  expect(() => get(STATIC_SERVICE)).toThrow(
    'static.folder: "folder" is missing: it must be the folder of files, a path or a URL.',
  )
  const wrong = { ...configProvider(), static: { folder: '.', cacheControll: 'no-cache' } } as unknown as Config
  expect(() => containerOf(wrong).get(STATIC_SERVICE)).toThrow(/static\.cacheControll: unknown option .*cacheControl/)
})

test('the section static.assets makes the service with the files of a build, which later handlers find as ASSETS', async () => {
  const provided = await configProvider()
  const config: Config = {
    ...provided,
    static: { folder: folder({ 'app.3f2a.js': 'x' }), assets: { manifest: { 'app.js': 'app.3f2a.js' } } },
    middleware_pipeline: {
      rest: {
        middleware: (request: ServerRequest) => text(request.attribute(ASSETS)?.('app.js') ?? 'none'),
        priority: 6_000,
      },
      ...provided.middleware_pipeline,
    },
  }
  const container = containerOf(config)
  const app = ApplicationFactory.create(container)
  expect((await app.request('/app.3f2a.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await (await app.request('/')).text()).toBe('/app.3f2a.js')
  expect((container.get(ASSETS_SERVICE) as (name: string) => string)('app.js')).toBe('/app.3f2a.js')
})

test('an unknown option in static.assets is an error that names it', () => {
  const wrong = { ...configProvider(), static: { folder: folder({}), assets: { manifst: {} } } } as unknown as Config
  expect(() => containerOf(wrong).get(STATIC_SERVICE)).toThrow(/unknown option "manifst"\. Did you mean "manifest"/)
})
