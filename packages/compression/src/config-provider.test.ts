import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

async function application(own: Config | (() => object)): Promise<Application> {
  const rest = { middleware_pipeline: { rest: { middleware: () => text('x'.repeat(2_000)) } } }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

const headers = { 'accept-encoding': 'gzip' }

test('the config provider adds the pipeline entry @app/compression, which compresses responses without further configuration', async () => {
  const app = await application({})
  await app.check()
  expect((await app.request('/', { headers })).headers.get('content-encoding')).toBe('gzip')
  expect(app.describe().items[0]?.entry).toMatchObject({ key: 'middleware_pipeline.@app/compression', priority: 8_000 })
})

test('the section compression sets the options, and the error for a wrong option names the key of the option, and where it was set', async () => {
  const app = await application({ compression: { threshold: 5_000 } })
  expect((await app.request('/', { headers })).headers.get('content-encoding')).toBeNull()
  const wrong = await application(() => ({ compression: { codings: ['deflate'] } }))
  await expect(wrong.check()).rejects.toThrow(
    /compression\.codings \(.*\): "codings" must be a list of items, each "zstd" or/,
  )
})
