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

test('the entry of security headers sets the defaults without any configuration', async () => {
  const app = await application({})
  await app.check()
  expect((await app.request('/')).headers.get('x-frame-options')).toBe('DENY')
  expect(app.describe().items[0]?.entry).toMatchObject({
    key: 'middleware_pipeline.@app/security-headers',
    priority: 9_000,
  })
})

test('the entry takes the options of its section, and the error for a wrong option names its key and its file', async () => {
  const app = await application({ security_headers: { frames: 'self' } })
  expect((await app.request('/')).headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const wrong = await application(() => ({ security_headers: { frames: 'all' } }))
  await expect(wrong.check()).rejects.toThrow(/security_headers\.frames \(.*\): "frames" is "none" or "self"/)
})
