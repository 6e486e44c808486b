import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, json, type ServerRequest } from '@app/core'
import { createStorage } from 'unstorage'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configProvider, SESSION } from './index.ts'
import { SECRET, USER_ID } from './visitor.test.helper.ts'

const rest = {
  middleware_pipeline: {
    rest: {
      middleware: (request: ServerRequest) => {
        request.attribute(SESSION).set(USER_ID, 7)
        return json('x')
      },
    },
  },
}

async function application(own: object | (() => object), env: Record<string, string>): Promise<Application> {
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline entry @app/session needs only APP_SECRET to remember visitors', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const app = await application({}, { APP_SECRET: SECRET })
  await app.check()
  expect((await app.request('/')).headers.getSetCookie()[0]).toMatch(/^__Host-session=/)
  expect(app.describe().items.map(({ entry }) => `${entry?.key} ${entry?.priority}`)).toEqual([
    'middleware_pipeline.@app/session 3500',
    'middleware_pipeline.rest 1',
  ])
})

test('without APP_SECRET, check() in production names the variable to set; in development, requests are answered', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_ENV', 'production')
  const app = await application({}, {})
  await expect(app.check()).rejects.toThrow(
    /session\.secret .*: "secret" is missing\. Put APP_SECRET into \.env, and into/,
  )
  vi.stubEnv('NODE_ENV', 'development')
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect((await (await application({}, {})).request('/')).status).toBe(200)
  warn.mockRestore()
})

test('the option store of the section session accepts a store, or the name of a service that is a store', async () => {
  for (const byName of [true, false]) {
    const storage = createStorage()
    const own: Config = {
      session: { store: byName ? 'acme/sessions' : storage },
      dependencies: { services: { 'acme/sessions': storage } },
    }
    await (await application(own, { APP_SECRET: SECRET })).request('/')
    expect(await storage.getKeys()).toHaveLength(1)
  }
})

test('the error for a wrong option in the section session names the key of the option, and where it was set', async () => {
  const own = () => ({ session: { idle: 'long' } })
  const app = await application(own, { APP_SECRET: SECRET })
  await expect(app.check()).rejects.toThrow(/session\.idle \(own.*\): "idle" must be an integer from 0, got a string\./)
})
