import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, type ServerRequest, text } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { COOKIES, configProvider } from './index.ts'

const SECRET = 'a secret that nobody else can guess'

async function application(own: object, env: Record<string, string> = {}): Promise<Application> {
  const rest = {
    middleware_pipeline: {
      rest: {
        middleware: async (request: ServerRequest) => {
          const jar = request.attribute(COOKIES)
          jar.set('user', '7', { signed: true })
          return text(String(await jar.getSigned('old')))
        },
      },
    },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env })
  return createContainer(config).get(Application.SERVICE)
}

test('the config provider pipes cookies(), which signs with the secret in APP_SECRET', async () => {
  const app = await application({}, { APP_SECRET: SECRET })
  expect((await app.request('/')).headers.getSetCookie()[0]).toMatch(/^user=7\.[\w-]{43};/)
  expect(app.describe().items.map(({ entry }) => `${entry?.key} ${entry?.priority}`)).toEqual([
    'middleware_pipeline.@app/cookies 4000',
    'middleware_pipeline.rest 1',
  ])
})

test('the section `cookies` of the configuration sets the options of cookies(); an error about an option names its key and where it was set', async () => {
  const own = { cookies: { secret: [SECRET], secure: false } } satisfies Config
  const app = await application(own)
  expect((await app.request('/')).headers.getSetCookie()[0]).not.toContain('Secure')
  const wrong = await application(function own() {
    return { cookies: { secure: 'yes' } }
  })
  await expect(wrong.check()).rejects.toThrow(
    /cookies\.secure \(own.*\): "secure" must be true or false, got a string\./,
  )
})

test('without APP_SECRET, cookies are signed with a random secret in tests, and signing is an error in production', async () => {
  const before = process.env.NODE_ENV
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => {
    process.env.NODE_ENV = before
    warn.mockRestore()
  })
  expect((await (await application({})).request('/')).status).toBe(200)
  expect(warn).not.toHaveBeenCalled()
  process.env.NODE_ENV = 'production'
  const app = await application({ dependencies: {} })
  const report = vi.spyOn(console, 'error').mockReturnValue()
  expect((await app.request('/')).status).toBe(500)
  expect(String(report.mock.calls[0]?.[0])).toContain('set the environment variable APP_SECRET.')
  report.mockRestore()
})
