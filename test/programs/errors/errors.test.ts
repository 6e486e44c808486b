import { type ConfigSource, defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider, HttpError, ROUTER_SERVICE } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import app, { reported } from './app.ts'
import globally from './errors.global.ts'

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('an HttpError that nobody catches is answered with its status, without its message, and is reported', async () => {
  const response = await app.request('/reports/8')
  expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
  expect(reported).toEqual([['GET', '/reports/8', new HttpError(404, 'No report 8 in the ledger of 2024')]])
})

test('problem details contain the details of a ProblemDetailsError, and nothing of other errors', async () => {
  const taken = await app.request('/api/names', { method: 'POST' })
  expect(await taken.json()).toEqual({
    title: 'Conflict',
    status: 409,
    detail: 'The name is taken.',
    suggestions: ['ada2', 'ada3'],
  })
  expect(await (await app.request('/api/broken')).json()).toEqual({ title: 'Internal Server Error', status: 500 })
})

const JSON_CLIENT = { headers: { accept: 'application/json' } }

async function detailOf(application: Application): Promise<unknown> {
  return ((await (await application.request('/broken', JSON_CLIENT)).json()) as { detail?: unknown }).detail
}

test('code that pipes developmentErrorResponder() only in development shows errors there, and not in production', async () => {
  const production = (await import('./in-code.ts')).default
  expect(await detailOf(production)).toBeUndefined()
  vi.stubEnv('NODE_ENV', 'development')
  // The query in the path of the module makes node evaluate it a second time, now in development.
  const development = (await import(`./in-code.ts?${process.env.NODE_ENV}`)) as { readonly default: Application }
  expect(await detailOf(development.default)).toBe('The password is 1234.')
})

async function configured(...sources: readonly ConfigSource[]): Promise<Application> {
  const base: Config = {
    dependencies: { services: { [ROUTER_SERVICE]: new FindMyWayRouter() } },
    middleware_pipeline: { steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] } },
    routes: [
      {
        path: '/broken',
        middleware: () => {
          throw new Error('The password is 1234.')
        },
      },
    ],
  }
  const config = await resolveConfig(defineConfig([configProvider, base, globally, ...sources]))
  return createContainer(config).get(Application.SERVICE)
}

test('a local configuration file replaces the middleware that answers errors by one with the development page', async () => {
  expect(await detailOf(await configured())).toBeUndefined()
  vi.stubEnv('NODE_ENV', 'development')
  expect(await detailOf(await configured((await import('./development.ts')).default))).toBe('The password is 1234.')
})

test('a local configuration file with the development page shows nothing of an error if it gets into production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const application = await configured((await import('./development.ts')).default)
  const response = await application.request('/broken', JSON_CLIENT)
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
})
