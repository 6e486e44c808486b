import { type ConfigSource, defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider, type Middleware, ROUTER_SERVICE, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'

const SERVICES = 1_000
const ENTRIES = 500

/** Returns the configuration of a large application, and the names of the services that were made so far. */
function large() {
  const made: string[] = []
  const make = (_container: unknown, name: string): Middleware => {
    made.push(name)
    return (request, handler) => handler(request)
  }
  const names = Array.from({ length: SERVICES }, (_, i) => `acme/service-${i}`)
  const entries = names.slice(0, ENTRIES).map((name, i) => [name, { middleware: name, priority: 2 + (i % 100) }])
  const config: Config = {
    dependencies: {
      services: { [ROUTER_SERVICE]: new FindMyWayRouter() },
      factories: Object.fromEntries(names.map((name) => [name, make])),
    },
    middleware_pipeline: {
      ...Object.fromEntries(entries),
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
    },
    routes: [{ path: '/', middleware: () => text('Hello, world!') }],
  }
  return { made, config }
}

async function build(...sources: readonly ConfigSource[]): Promise<Application> {
  const config = await resolveConfig(defineConfig([configProvider, ...sources]))
  return createContainer(config).get(Application.SERVICE)
}

test('an application of 1,000 services and 500 pipeline entries answers, and makes only the services that the request needs', async () => {
  const { made, config } = large()
  const app = await build(config)
  expect(made).toEqual([])
  for (let i = 0; i < 3; i++) expect(await (await app.request('/')).text()).toBe('Hello, world!')
  expect(made).toHaveLength(ENTRIES)
  await app.check()
  expect(made).toHaveLength(ENTRIES)
})

test('check() finds the only one of 500 pipeline entries that names a missing service', async () => {
  const { config } = large()
  const app = await build(config, { middleware_pipeline: { 'acme/service-250': { middleware: 'acme/nothing' } } })
  await expect(app.check()).rejects.toThrow('acme/nothing')
})
