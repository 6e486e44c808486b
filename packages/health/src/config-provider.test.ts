import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider, type HealthSection } from './index.ts'

async function application(section?: HealthSection | object): Promise<Application> {
  const own = {
    ...(section && { health: section }),
    dependencies: {
      factories: {
        'acme/database': () => ({ isOpen: true, check: isOpen }),
        'acme/closed': () => ({ isOpen: false, check: isOpen }),
        'acme/slow': () => () => new Promise(() => undefined),
        'acme/broken': () => fail(),
        'acme/text': () => 'no check',
      },
    },
    middleware_pipeline: { rest: { middleware: () => text('done') } },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, () => own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

async function ready(section: HealthSection): Promise<unknown> {
  const onChange = () => undefined
  return (await (await application({ details: true, onChange, ...section })).request('/health/ready')).json()
}

test('without any configuration, the pipeline entry @app/health answers probes, before all other entries', async () => {
  const app = await application()
  await app.check()
  expect([(await app.request('/health/ready')).status, await (await app.request('/')).text()]).toEqual([200, 'done'])
  expect(app.describe().items[0]?.entry).toMatchObject({ key: 'middleware_pipeline.@app/health', priority: 9_500 })
})

test('a check may name a service, with a time limit of its own, and is down if the service cannot be made', async () => {
  const checks = {
    database: 'acme/database',
    closed: { service: 'acme/closed' },
    slow: { service: 'acme/slow', timeout: 0.005 },
    broken: 'acme/broken',
    text: 'acme/text',
    own: () => true,
  } as const satisfies NonNullable<Config['health']>['checks']
  expect(await ready({ checks })).toEqual({
    status: 'down',
    checks: { database: 'up', closed: 'down', slow: 'down', broken: 'down', text: 'down', own: 'up' },
  })
  expect(await ready({ checks: { database: 'acme/database' } })).toEqual({ status: 'up', checks: { database: 'up' } })
})

test.each(['acme/databse', { service: 'acme/databse' }])(
  'a check that names no service, %j, is a problem of app.check(), with the most similar service',
  async (check) => {
    await expect((await application({ checks: { db: check } })).check()).rejects.toThrow(
      /health\.checks \(.*\): "db": the container has no service "acme\/databse"\. Did you mean "acme\/database"\?/,
    )
  },
)

test('the error for a wrong option in the section health names the key of the option, and where it was set', async () => {
  await expect((await application({ timeout: '1s' })).check()).rejects.toThrow(
    /health\.timeout \(.*\): "timeout" must be/,
  )
  await expect((await application({ checks: { db: 7 } })).check()).rejects.toThrow(
    /health\.checks \(.*\): "checks" must be/,
  )
  const misspelt = { db: { service: 'acme/database', timout: 5 } }
  await expect((await application({ checks: misspelt })).check()).rejects.toThrow(
    /health\.checks \(.*\): "checks" has "db": unknown option "timout". Did you mean "timeout"\?/,
  )
  await expect((await application({ checks: 'acme/database' })).check()).rejects.toThrow(/health\.checks/)
})

async function isOpen(this: { readonly isOpen: boolean }): Promise<boolean> {
  return this.isOpen
}

function fail(): never {
  throw new Error('no connection')
}
