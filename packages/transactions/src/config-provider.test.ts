import { DatabaseSync } from 'node:sqlite'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, empty, type RequestHandler } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { configProvider, OPEN_TRANSACTION, sqlite } from './index.ts'

const begun: string[] = []

const tell: RequestHandler = (request) => {
  begun.push(`${request.method} ${request.attribute(OPEN_TRANSACTION) !== undefined}`)
  return empty()
}

async function application(own: Config): Promise<Application> {
  const services: Config = {
    dependencies: {
      factories: { 'acme/database': () => sqlite(() => new DatabaseSync(':memory:')) },
      services: {
        '@app/router/RouterInterface': new FindMyWayRouter(),
        'acme/tell': { handle: tell },
        'acme/text': 'postgres://shop:secret@db',
      },
    },
    middleware_pipeline: {
      routes: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
    },
    routes: [
      { path: '/x', middleware: 'acme/tell', allowed_methods: ['GET', 'POST'] },
      { path: '/free', middleware: 'acme/tell', allowed_methods: ['POST'], metadata: { '@app/transactions': false } },
      {
        path: '/retry',
        middleware: 'acme/tell',
        allowed_methods: ['GET'],
        metadata: { '@app/transactions': { retry: 3 } },
      },
    ],
  }
  const config = await resolveConfig(defineConfig([core, configProvider, services, own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('the section transactions names the service of the database, and metadata says it for a route', async () => {
  const app = await application({ transactions: { database: 'acme/database', timeout: 5 } })
  await app.check()
  begun.length = 0
  for (const [method, path] of [
    ['GET', '/x'],
    ['POST', '/x'],
    ['POST', '/free'],
    ['GET', '/retry'],
  ] as const) {
    expect((await app.request(path, { method })).status).toBe(204)
  }
  expect(begun).toEqual(['GET false', 'POST true', 'POST false', 'GET true'])
})

test.each<[string, Config]>([
  ['"database" is missing', {}],
  [
    'the container has no service "acme/databse". Did you mean "acme/database"?',
    { transactions: { database: 'acme/databse' } },
  ],
  ['the service "acme/text" must be a Pool of pg, or a driver', { transactions: { database: 'acme/text' } }],
  ['"isolation" is for a Pool', { transactions: { database: 'acme/database', isolation: 'serializable' } }],
  ['"timeout" must be a number of seconds', { transactions: { database: 'acme/database', timeout: 20_000 } }],
])('wrong configuration is refused before the first request: %s', async (message, own) => {
  const error = await application(own)
    .then((app) => app.check())
    .catch((thrown: unknown) => thrown)
  expect(String((error as Error).message)).toContain(message)
  expect(String((error as Error).message)).not.toContain('secret')
})
