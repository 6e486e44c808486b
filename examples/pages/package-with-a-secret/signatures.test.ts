import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { afterEach, expect, test, vi } from 'vitest'
import { configProvider } from './signatures.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const page: Config = { middleware_pipeline: { page: { middleware: () => text('Hello'), priority: -1 } } }

async function build(environment: string, env: Readonly<Record<string, string>>, own: Config = {}) {
  vi.stubEnv('NODE_ENV', environment)
  vi.spyOn(console, 'warn').mockReturnValue()
  const definition = defineConfig([core, configProvider, page, own])
  return createContainer(await resolveConfig(definition, { env })).get(Application.SERVICE)
}

test.each([
  ['production', { ACME_SIGNATURES_KEY: 'x' }],
  ['development', {}],
  ['test', {}],
])('in %s with %o, the application of a package with a secret starts and signs', async (environment, env) => {
  const app = await build(environment, env)
  await app.check()
  expect((await app.request('/')).headers.get('signature')).toMatch(/^[\w-]{43}$/)
})

test('in production without the secret, the application does not start, and says which variable is not set', async () => {
  await expect((await build('production', {})).check()).rejects.toThrow(
    '@acme/signatures.key (configProvider (source 2), variable ACME_SIGNATURES_KEY, which is not set): "key" is missing',
  )
})

test('an application sets another option in its section, and leaves the secret to the package', async () => {
  const app = await build('test', {}, { '@acme/signatures': { header: 'x-signature' } })
  expect((await app.request('/')).headers.has('x-signature')).toBe(true)
})
