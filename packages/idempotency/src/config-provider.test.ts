import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, test } from 'vitest'
import { configProvider, type KeyStore, memoryKeys } from './index.ts'

async function application(own: Config | (() => object)): Promise<Application> {
  let runs = 0
  const rest = { middleware_pipeline: { rest: { middleware: () => text(`${++runs}`) } } }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

const post = { method: 'POST', headers: { 'idempotency-key': 'one' } }

test('the pipeline entry stands after authentication and authorization, and needs no configuration in tests', async () => {
  const app = await application({ idempotency: { scope: 'anyone' } })
  await app.check()
  expect(app.describe().items[0]?.entry).toMatchObject({
    key: 'middleware_pipeline.@app/idempotency',
    priority: 2_000,
  })
  expect([await (await app.request('/', post)).text(), await (await app.request('/', post)).text()]).toEqual(['1', '1'])
})

test('the section names the service that keeps the keys; null stands for memory', async () => {
  const kept: string[] = []
  const memory = memoryKeys()
  const store: KeyStore = {
    ...memory,
    claim(id, claim) {
      kept.push(id)
      return memory.claim(id, claim)
    },
  }
  const section = { scope: 'anyone', store: 'acme/keys' } as const
  const services = (value: unknown) => ({ services: { 'acme/keys': value } })
  await (await application({ idempotency: section, dependencies: services(store) })).request('/', post)
  expect(kept).toHaveLength(1)
  const inMemory = await application({ idempotency: section, dependencies: services(null) })
  expect((await inMemory.request('/', post)).status).toBe(200)
})

test('an error names the option, and where it was set', async () => {
  const wrong = await application(() => ({ idempotency: { lease: '5' } }))
  await expect(wrong.check()).rejects.toThrow(/idempotency\.lease \(.*\): "lease" must be a number of seconds/)
  const missing = await application(() => ({
    idempotency: { store: 'acme/kees' },
    dependencies: { services: { 'acme/keys': null } },
  }))
  await expect(missing.check()).rejects.toThrow('Did you mean "acme/keys"?')
})
