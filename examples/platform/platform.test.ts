import { defineConfig, loadConfig, remove, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application } from '@app/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { freePort, startProgram } from '../../test/programs/run-program.ts'
import definition from './config/config.ts'

beforeAll(() => {
  // The router is searched for from this folder, since the entry file of the process belongs to the test runner.
  process.chdir(import.meta.dirname)
})

/** Makes the application, with a logger that keeps its messages. */
async function build() {
  const lines: string[] = []
  const overrides = { 'acme/logger': { log: (line: string) => lines.push(line) } }
  const container = createContainer(await loadConfig({ from: import.meta.url }), { overrides })
  return { app: container.get(Application.SERVICE), lines }
}

test("middleware of another team's package gets every request, also a request that no route answers", async () => {
  const { app, lines } = await build()
  for (const path of ['/', '/users/7', '/none']) await app.request(path)
  await app.request('/', { method: 'DELETE' })
  expect(lines).toEqual(['GET / 200', 'GET /users/7 200', 'GET /none 404', 'DELETE / 405'])
})

test("another team's package adds a route to the application by a delegator, which is called when the container makes the application", async () => {
  const { app } = await build()
  expect(app.url('metrics')).toBe('/metrics')
  for (const path of ['/users/7', '/users/8', '/', '/none', '/users/9']) await app.request(path)
  expect(await (await app.request('/metrics')).text()).toBe('/users/{id} 3\n/ 1\nnone 1\n')
})

test("a later source of the configuration removes the pipeline entry of another team's package by the key of the entry", async () => {
  const withoutAudit = defineConfig([...definition.sources, { middleware_pipeline: { '@acme/audit': remove() } }])
  const config = await resolveConfig(withoutAudit, { root: import.meta.dirname, env: {} })
  const app = createContainer(config).get(Application.SERVICE)
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await (await app.request('/')).text()).toBe('Hello, world!')
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

test('check() makes the services of all middleware, and reports a missing service with the services that need it', async () => {
  const { app } = await build()
  await app.check()
  const { dependencies, ...config } = (await loadConfig({ from: import.meta.url })) as Record<string, object>
  const broken = createContainer({ ...config, dependencies: { ...dependencies, services: {} } })
  await expect(broken.get(Application.SERVICE).check()).rejects.toThrow('@acme/audit → missing acme/logger')
})

test('the application answers over HTTP', async () => {
  const port = await freePort()
  const program = startProgram('main.ts', { cwd: import.meta.dirname, env: { PORT: String(port) } })
  try {
    await program.waitFor(/Listening/)
    const url = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${url}/users/7`)).json()).toEqual({ id: '7' })
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('/users/{id} 1\n')
    await program.waitFor(/GET \/users\/7 200/)
  } finally {
    program.stop()
    expect(await program.ended).toBe(0)
  }
})
