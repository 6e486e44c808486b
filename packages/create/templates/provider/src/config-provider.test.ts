import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider, LOGGER } from './index.ts'

const answer = { middleware_pipeline: { answer: { middleware: () => text('Hello!') } } }

/** Makes an application with this provider, and with a logger that keeps its lines. */
async function build(variables: Readonly<Record<string, string>> = {}) {
  const definition = defineConfig([core, configProvider, answer])
  const config = await resolveConfig(definition, { root: import.meta.dirname, env: variables })
  const lines: string[] = []
  const overrides = { [LOGGER]: { log: (line: string) => lines.push(line) } }
  return { app: createContainer(config, { overrides }).get(Application.SERVICE), lines }
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
