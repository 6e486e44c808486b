import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

const THEIRS = 'https://www.theirs.example'

async function application(own: Config | (() => object)): Promise<Application> {
  const routes = [
    { path: '/notes', middleware: () => text('notes'), allowed_methods: ['GET', 'DELETE'] },
    { path: '/public', middleware: () => text('public'), metadata: { '@app/cors': { origins: '*' } } },
  ]
  const services = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }
  const steps = { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: 1 }
  const sources = [core, configProvider, services, { routes, middleware_pipeline: { steps } }, own]
  const config = await resolveConfig(defineConfig(sources as never), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

async function allowed(app: Application, path: string, method: string): Promise<string | null> {
  const headers = { origin: THEIRS, 'access-control-request-method': method }
  const response = await app.request(path, { method: 'OPTIONS', headers })
  return response.headers.get('access-control-allow-origin')
}

test('the config provider adds the pipeline entry @app/cors, which without configuration allows only what the metadata of routes allows', async () => {
  const app = await application({})
  await app.check()
  expect([await allowed(app, '/notes', 'DELETE'), await allowed(app, '/public', 'GET')]).toEqual([null, '*'])
  expect(app.describe().items[0]?.entry).toMatchObject({ key: 'middleware_pipeline.@app/cors', priority: 7_000 })
})

test('the section cors sets the options of cors(), and the error for a wrong option names the key of the option, and where it was set', async () => {
  const app = await application({ cors: { origins: [THEIRS] } })
  expect([await allowed(app, '/notes', 'DELETE'), await allowed(app, '/public', 'GET')]).toEqual([THEIRS, '*'])
  const wrong = await application(() => ({ cors: { origins: THEIRS } }))
  await expect(wrong.check()).rejects.toThrow(/cors\.origins \(.*\): "origins" must be "\*", or a function,/)
})
