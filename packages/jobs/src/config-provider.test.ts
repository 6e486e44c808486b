import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

/** An application that has this package in its list of sources. */
async function build(): Promise<Application> {
  const own: Config = {
    jobs: { value: 'configured' },
    middleware_pipeline: { hello: { middleware: () => text('Hello!') } },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, own]), { root: import.meta.dirname })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline has the service of the middleware, with the options of the configuration', async () => {
  const app = await build()
  expect(app.describe().items).toContainEqual(expect.objectContaining({ kind: 'service', name: '@app/jobs' }))
  const response = await app.request('/')
  expect(response.headers.get('x-jobs')).toBe('configured')
})

test('each service of the provider can be made', async () => {
  const app = await build()
  await app.check()
})
