import { defineConfig, env, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider, type Middleware, metadataKey, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test, vi } from 'vitest'
import { application, inspect } from '../inspected.test.helper.ts'
import type { ShownPart } from './shown-configuration.ts'
import type { ShownRoute } from './shown-routes.ts'
import type { ShownService } from './shown-services.ts'

const ACCESS = metadataKey<string>('acme/authorization')
const guard: Middleware = function guard(request, handler) {
  return handler(request)
}

async function configured(...own: object[]) {
  const router = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }
  const sources = [configProvider, router as never, ...(own as never[])]
  const config = await resolveConfig(defineConfig(sources), { root: import.meta.dirname })
  return inspect(createContainer(config).get(Application.SERVICE))
}

test('the inspector lists routes of nested applications with their prefix, the middleware before them, and their metadata', async () => {
  const inner = application().pipe('/reports', guard)
  inner.get('/reports/{id}', () => text('x'), 'report').set(ACCESS, 'nobody')
  const app = application().pipe('/admin', inner)
  app.get('/', () => text('x'))
  const routes = await inspect(app).ask<readonly ShownRoute[]>('/routes')
  expect(routes).toMatchObject([
    { path: '/', methods: ['GET'], always: [] },
    { path: '/admin/reports/{id}', name: 'report', always: ['guard'], metadata: { 'acme/authorization': 'nobody' } },
  ])
})

test('the inspector shows each value of the configuration with its layers, and hides values that are named like a secret or come from the environment', async () => {
  vi.stubEnv('INSPECTED_HOST', 'db.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const inspected = await configured(
    {
      db: { host: 'localhost', password: 'hunter2', pool: 5, url: 'postgres://ada:hunter2@db' },
      cookies: { secret: null },
      authorization: { permissions: { editor: ['token.*'] } },
    },
    { db: { host: env('INSPECTED_HOST') }, middleware_pipeline: { csrf: { middleware: guard, priority: 7 } } },
  )
  const { parts } = await inspected.ask<{ readonly parts: readonly ShownPart[] }>('/configuration')
  const shown = Object.fromEntries(parts.map(({ path, layers }) => [path.join('.'), layers]))
  expect(shown['db.host']).toMatchObject([{ value: '********', variable: 'INSPECTED_HOST' }, { value: '"localhost"' }])
  expect(shown['db.password']).toMatchObject([{ value: '********', origin: expect.any(String) }])
  expect(shown['db.pool']).toMatchObject([{ value: '5' }])
  expect(shown['cookies.secret']).toMatchObject([{ value: 'null' }])
  expect(shown['authorization.permissions.editor.0']).toMatchObject([{ value: '"token.*"' }])
  expect(shown['middleware_pipeline.csrf.priority']).toMatchObject([{ value: '7' }])
  expect(JSON.stringify(parts)).not.toMatch(/hunter2|db\.example/)
})

test('the inspector shows each service with the services that it needs, and with the service that requested it', async () => {
  class Mail {
    static readonly inject = ['acme/address'] as const
    readonly address: unknown

    constructor(address: unknown) {
      this.address = address
    }
  }
  const dependencies = {
    factories: {
      'acme/mail': Mail,
      'acme/address': () => ({ name: 'shop@example.org' }),
      'acme/page': (container: { get(name: string): unknown }) => () => text(String(container.get('acme/mail'))),
      'acme/idle': () => ({}),
    },
  }
  const inspected = await configured({ dependencies, middleware_pipeline: { page: { middleware: 'acme/page' } } })
  await (await inspected.request('/')).text()
  const { all } = await inspected.ask<{ readonly all: readonly ShownService[] }>('/services')
  const named = Object.fromEntries(all.map((service) => [service.name, service]))
  expect(named['acme/mail']).toMatchObject({
    needs: ['acme/address'],
    madeFor: 'acme/page',
    madeAt: expect.any(Number),
  })
  expect(named['acme/address']).toMatchObject({ madeFor: 'acme/mail', duration: expect.any(Number) })
  expect(named['acme/page']?.needs).toEqual(['acme/mail'])
  expect(named['acme/idle']?.madeAt).toBeUndefined()
})

test('the inspector shows a class or function with inject in the pipeline or in a route among the services', async () => {
  const twice = (name: string) => {
    const page = (mail: unknown) => () => text(String(mail))
    page.inject = [name]
    return page
  }
  const inspected = await configured({
    dependencies: { services: { 'acme/mail': 'mail', 'acme/news': 'news' } },
    middleware_pipeline: {
      mail: { middleware: twice('acme/mail'), path: '/mail' },
      news: { middleware: twice('acme/news') },
    },
  })
  await (await inspected.request('/mail')).text()
  await (await inspected.request('/news')).text()
  const { all } = await inspected.ask<{ readonly all: readonly ShownService[] }>('/services')
  const placed = all.filter(({ kind }) => kind === 'function')
  expect(placed).toMatchObject([
    { name: 'page', needs: ['acme/mail'], madeAt: expect.any(Number) as unknown },
    { name: 'page#2', needs: ['acme/news'], madeAt: expect.any(Number) as unknown },
  ])
})

test('the inspector shows no services and no configuration of an application that has no container', async () => {
  const inspected = inspect(application())
  expect([await inspected.ask('/services'), await inspected.ask('/configuration')]).toEqual([{}, {}])
})

test('the inspector explains the response to a typed request, or the problem with the typed text', async () => {
  const app = application().pipe('/orders', guard)
  app.get('/orders/{id}', () => text('x'))
  const inspected = inspect(app)
  const explain = (method: string, target: string) =>
    inspected.ask<{ readonly answer?: string; readonly problem?: string }>(
      `/explanation?${new URLSearchParams({ method, target })}`,
    )
  expect((await explain('GET', '/orders/7')).answer).toBe('GET /orders/{id}')
  expect((await explain('POST', '/orders/7')).answer).toMatch(/^405/)
  for (const [method, target] of [
    ['GET', 'orders'],
    ['<b>', '/'],
    ['GET', '/%zz'],
    ['', ''],
    ['GET', 'http://[/x'],
  ] as const) {
    const { answer = '', problem = '' } = await explain(method, target)
    expect(answer + problem).not.toBe('')
  }
})
