import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, ROUTER_SERVICE, text } from '@app/core'
import { memoryKeys } from '@app/idempotency'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { configProvider, newSecret, sign } from './index.ts'

const [SECRET, NEXT] = [newSecret(), newSecret()]

async function application(own: Config | (() => object)): Promise<Application> {
  let runs = 0
  const rest: Config = {
    dependencies: { invokables: { [ROUTER_SERVICE]: FindMyWayRouter }, services: { 'acme/seen': memoryKeys() } },
    routes: [{ path: '/webhooks', middleware: ['@app/webhooks', () => text(`${++runs}`)], allowed_methods: ['POST'] }],
  }
  const config = await resolveConfig(defineConfig([core, configProvider, rest, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('a route of the configuration receives webhooks by the service @app/webhooks', async () => {
  const app = await application({ webhooks: { secrets: `${NEXT}, ${SECRET}`, seen: 'acme/seen' } })
  await app.check()
  const headers = await sign([SECRET], { id: 'a', body: '{}' })
  const send = async (all: Readonly<Record<string, string>>) => {
    const response = await app.request('/webhooks', { method: 'POST', headers: all, body: '{}' })
    return [response.status, await response.text()]
  }
  expect([await send(headers), await send(headers), (await send({}))[0]]).toEqual([[200, '1'], [200, '1'], 401])
})

test('missing secrets, and a wrong option, are errors that name the section', async () => {
  await expect((await application({})).check()).rejects.toThrow(/webhooks.*"secrets" is missing/)
  const wrong = await application(() => ({ webhooks: { secrets: SECRET, tolerance: 'long' } }))
  await expect(wrong.check()).rejects.toThrow(/webhooks\.tolerance \(.*\): "tolerance" must be a number of seconds/)
})
