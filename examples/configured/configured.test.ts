import { explain } from '@app/config'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort, startProgram } from '../../test/programs/run-program.ts'

/**
 * Loads the application. Configuration and router are searched for from the working directory, since the entry file of
 * the process belongs to the test runner.
 */
async function load() {
  process.chdir(import.meta.dirname)
  const { default: app } = await import('./app.ts')
  const { default: container } = await import('./config/container.ts')
  return { app, container }
}

describe('the configured application without a socket', () => {
  let app: Awaited<ReturnType<typeof load>>['app']
  let container: Awaited<ReturnType<typeof load>>['container']

  beforeAll(async () => {
    ;({ app, container } = await load())
  })

  async function answer(path: string, method = 'GET') {
    const response = await app.request(path, { method })
    return [response.status, await response.text()]
  }

  test('4: the routes / and /ping come from the configuration', async () => {
    expect(await answer('/')).toEqual([200, 'Hello, world!'])
    const { ack } = (await (await app.request('/ping')).json()) as { ack: number }
    expect(Math.abs(ack - Date.now() / 1000)).toBeLessThan(5)
    expect(await answer('/ping', 'POST')).toEqual([405, 'Method Not Allowed'])
  })

  test('2.1: a route whose options restrict its placeholder to digits does not match other values', async () => {
    expect(await answer('/reports/7')).toEqual([200, '{"id":"7","total":700}'])
    expect((await app.request('/reports/x')).headers.get('x-audited')).toBe('no route')
  })

  test('2.5: middleware between routing and dispatch can read which route was matched', async () => {
    expect((await app.request('/ping')).headers.get('x-audited')).toBe('ping')
    expect((await app.request('/none')).headers.get('x-audited')).toBe('no route')
  })

  test('2.4: a pipeline entry with a path, after dispatch, answers requests under that path that no route answered', async () => {
    expect(await answer('/shop/shoes')).toEqual([404, 'The shop has no /shoes.'])
    expect(await answer('/shopping')).toEqual([404, 'Not Found'])
  })

  test('2.4 A, 7.2: error middleware answers requests that failed before it, and requests that no route answered', async () => {
    expect(await answer('/reports/9')).toEqual([404, 'There is no such report.'])
    expect(await answer('/reports/x')).toEqual([404, 'There is no such report.'])
  })

  test('2.6: middleware with a higher priority runs around middleware with a lower one, such as the middleware of static files', async () => {
    const response = await app.request('/robots.txt')
    expect(response.headers.get('server-timing')).toMatch(/^app;dur=\d/)
    expect(response.headers.has('x-audited')).toBe(false)
  })

  test('9.2: the files in the folder public are served under /', async () => {
    const response = await app.request('/style.css')
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect((await app.request('/about')).headers.get('location')).toBe('/about/')
    expect(await answer('/about/')).toMatchObject([200, expect.stringContaining('document root')])
    expect(await answer('/../config/config.ts')).toEqual([404, 'Not Found'])
  })

  test('app.check() finds no problem in the configured application', async () => {
    await app.check()
  })

  test('the compiler knows the services, routes and configuration, since config/types.d.ts declares them', () => {
    const { greeting }: { readonly greeting: string } = container.get('config')
    expect(greeting).toBe('Hello, world!')
    expect(container.get('acme/ledger').totalOf('7')).toBe(700)
    expect(app.url('/reports/{id}^GET', { id: 7 })).toBe('/reports/7')
    // @ts-expect-error a service that there is not
    expect(() => container.get('acme/legder')).toThrow('acme/ledger')
    // @ts-expect-error a route that there is not
    expect(() => app.url('hom')).toThrow('Did you mean "home"?')
  })

  test('2.8: the service config is the merged configuration, and explain() names the file of each value', () => {
    const config = container.get<object>('config')
    const [greeting] = explain(config, 'greeting')
    expect(greeting).toMatchObject({ value: 'Hello, world!', origin: { name: 'config/autoload/app.global.ts' } })
    const [entry] = explain(config, 'middleware_pipeline.@app/static')
    expect(entry?.origin.name).not.toContain('autoload')
  })
})

test('the configured application answers over HTTP, with the greeting from the environment variable', async () => {
  const port = await freePort()
  const env = { PORT: String(port), GREETING: 'Good morning!' }
  const program = startProgram('main.ts', { cwd: import.meta.dirname, env })
  try {
    await program.waitFor(/Listening/)
    const url = `http://127.0.0.1:${port}`
    expect(program.output()).toContain('(FindMyWayRouter, 3 routes)')
    expect(await (await fetch(url)).text()).toBe('Good morning!')
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('Disallow: /shop/')
    const etag = (await fetch(`${url}/robots.txt`)).headers.get('etag') ?? ''
    expect((await fetch(`${url}/robots.txt`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${url}/ping`, { method: 'DELETE' })).headers.get('allow')).toBe('GET')
    expect((await fetch(`${url}/reports/9`)).status).toBe(404)
  } finally {
    program.stop()
    expect(await program.ended).toBe(0)
  }
})
