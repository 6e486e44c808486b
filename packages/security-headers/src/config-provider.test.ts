import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

async function application(own: Config | (() => object)): Promise<Application> {
  const rest = { middleware_pipeline: { rest: { middleware: () => text('done') } } }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline entry @app/security-headers sets the default headers without any configuration', async () => {
  const app = await application({})
  await app.check()
  expect((await app.request('/')).headers.get('x-frame-options')).toBe('DENY')
  expect(app.describe().items[0]?.entry).toMatchObject({
    key: 'middleware_pipeline.@app/security-headers',
    priority: 9_000,
  })
})

test('the section security_headers sets the options, and the error for a wrong option names the key of the option, and where it was set', async () => {
  const app = await application({ security_headers: { frames: 'self' } })
  expect((await app.request('/')).headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const wrong = await application(() => ({ security_headers: { frames: 'all' } }))
  await expect(wrong.check()).rejects.toThrow(/security_headers\.frames \(.*\): "frames" must be "none" or "self"/)
})
