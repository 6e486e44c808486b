import { ApplicationFactory, type Config, type Container, type Factory, text } from '@app/core'
import { expect, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { configProvider, STATIC_SERVICE } from './index.ts'

/**
 * Makes a container by hand: it has the configuration, and gets the middleware from the factory of the config provider.
 */
function containerOf(config: Config): Container {
  const make = config.dependencies?.factories?.[STATIC_SERVICE] as Extract<Factory, (...args: never[]) => unknown>
  const container: Container = {
    has: (name) => name === 'config' || name === STATIC_SERVICE,
    get: (name) => (name === 'config' ? config : make(container as never, STATIC_SERVICE)),
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
