import { createServer } from '@app/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import app from './app.ts'

const server = createServer(app)
let origin: string
beforeAll(async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${server.address?.port}`
})
afterAll(() => server.close())

describe.each([
  ['without a socket', (path: string, init?: RequestInit) => app.request(path, init)],
  ['over a socket', (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init)],
] as const)('%s', (_name, ask) => {
  test('an application of Hono answers under a prefix', async () => {
    expect(await (await ask('/hono/users/7')).json()).toEqual({ id: '7' })
    expect((await ask('/hono/none')).status).toBe(404)
  })

  test('an application of Hono reads a body', async () => {
    expect(await (await ask('/hono/echo', { method: 'POST', body: 'grün' })).text()).toBe('grün')
  })

  test('request.raw can be cloned like any Request', async () => {
    expect(await (await ask('/copies', { method: 'POST', body: 'x' })).text()).toBe('x x')
  })
})
