import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

async function application(own: Config | (() => object)): Promise<Application> {
  const rest = { middleware_pipeline: { rest: { middleware: () => text('done') } } }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline entry @app/rate-limit needs no configuration', async () => {
  const app = await application({})
  await app.check()
  expect(app.describe().items[0]?.entry).toMatchObject({ key: 'middleware_pipeline.@app/rate-limit', priority: 6_000 })
})

test('the section rate_limit sets the options, and the error for a wrong option names the key of the option, and where it was set', async () => {
  const app = await application({ rate_limit: { limit: 1, key: () => 'all' } })
  expect([(await app.request('/')).status, (await app.request('/')).status]).toEqual([200, 429])
  const wrong = await application(() => ({ rate_limit: { limit: '5' } }))
  await expect(wrong.check()).rejects.toThrow(/rate_limit\.limit \(.*\): "limit" must be an integer/)
})

test('if the service for Redis is null, as a factory may decide, requests are counted in memory', async () => {
  const own = {
    rate_limit: { limit: 1, key: () => 'all', redis: 'acme/redis' },
    dependencies: { services: { 'acme/redis': null } },
  }
  const app = await application(own)
  expect([(await app.request('/')).status, (await app.request('/')).status]).toEqual([200, 429])
})
