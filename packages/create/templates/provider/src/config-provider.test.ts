import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider, LOGGER } from './index.ts'

/** Makes an application with this provider. Its own configuration has a logger that keeps its lines. */
async function build(variables: Readonly<Record<string, string>> = {}, options: object = {}) {
  const lines: string[] = []
  const own = {
    '@acme/example': options,
    dependencies: { factories: { [LOGGER]: () => ({ log: (line: string) => lines.push(line) }) } },
    middleware_pipeline: { answer: { middleware: () => text('Hello!') } },
  }
  const definition = defineConfig([core, configProvider, own])
  const config = await resolveConfig(definition, { root: import.meta.dirname, env: variables })
  return { app: createContainer(config).get(Application.SERVICE), lines }
}

test('each request is logged as a line', async () => {
  const { app, lines } = await build()
  await app.request('/')
  await app.request('/users', { method: 'POST' })
  expect(lines).toEqual(['GET / 200', 'POST /users 200'])
})

test('lines begin with the value of the environment variable ACCESS_LOG_PREFIX', async () => {
  const { app, lines } = await build({ ACCESS_LOG_PREFIX: 'shop ' })
  await app.request('/')
  expect(lines).toEqual(['shop GET / 200'])
})

test('every service that the provider names can be made', async () => {
  const { app } = await build()
  await app.check()
})

test('a wrong option stops the start, with an error that names the option', async () => {
  const { app } = await build({}, { prefx: 'shop ' })
  await expect(app.check()).rejects.toThrow('unknown option "prefx". Did you mean "prefix"?')
})
