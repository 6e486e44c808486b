import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

async function application(own: object | (() => object)): Promise<Application> {
  const rest = { middleware_pipeline: { rest: { middleware: () => text('done') } } }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

async function write(app: Application, headers: Record<string, string>): Promise<number> {
  return (await app.request('/', { method: 'POST', headers })).status
}

test('the config provider adds the pipeline entry @app/csrf, which without further configuration refuses writes from other sites', async () => {
  const app = await application({})
  await app.check()
  expect([
    await write(app, { 'sec-fetch-site': 'cross-site' }),
    await write(app, { 'sec-fetch-site': 'same-origin' }),
  ]).toEqual([403, 200])
  expect(app.describe().items.map(({ entry }) => `${entry?.key} ${entry?.priority}`)).toEqual([
    'middleware_pipeline.@app/csrf 3000',
    'middleware_pipeline.rest 1',
  ])
})

test('the section csrf sets the options of csrf(), and the error for a wrong option names the key of the option, and where it was set', async () => {
  const own: Config = { csrf: { origins: ['https://admin.site.example'] } }
  const headers = { 'sec-fetch-site': 'same-site', origin: 'https://admin.site.example' }
  expect(await write(await application(own), headers)).toBe(200)
  const wrong = await application(() => ({ csrf: { origins: 'https://admin.site.example' } }))
  await expect(wrong.check()).rejects.toThrow(/csrf\.origins \(.*\): "origins" must be a list of origins/)
})
