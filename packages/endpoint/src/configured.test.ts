import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  type Config,
  configProvider as core,
  type Middleware,
  metadataKey,
  type RequestHandler,
  type ServerRequest,
  type ServiceName,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type EndpointDescription, endpoint } from './index.ts'
import { ENDPOINT, entryFor, handlerFor, implement } from './server.ts'

const byZod = endpoint({ method: 'GET', path: '/zod/{id}', name: 'zod', responses: { 200: z.string() } })
const byValibot = endpoint({
  method: 'GET',
  path: '/valibot',
  query: v.object({ page: v.string() }),
  responses: { 200: v.string() },
})
const byArktype = endpoint({ method: 'POST', path: '/arktype', body: type({ a: 'string' }), responses: { 204: null } })

const byToken = endpoint({ method: 'GET', path: '/tokens/{id}', responses: { 200: z.string() } })

/**
 * Makes an application from a configuration with services of `handlerFor`, and with routes of `entryFor` that name
 * these services. `resolveConfig()` copies and freezes the configuration.
 */
async function configured(): Promise<Application> {
  const own: Config = {
    dependencies: {
      services: { '@app/router/RouterInterface': new FindMyWayRouter() },
      factories: {
        'acme/zod': () => handlerFor(byZod, ({ params }) => params.id),
        'acme/valibot': () => handlerFor(byValibot, ({ query }) => query.page),
        'acme/arktype': () => handlerFor(byArktype, () => undefined),
      },
    },
    routes: [entryFor(byZod, 'acme/zod'), entryFor(byValibot, 'acme/valibot'), entryFor(byArktype, 'acme/arktype')],
  }
  return createContainer(await resolveConfig(defineConfig([core, own]), { env: {} })).get(Application.SERVICE)
}

test('a service that handlerFor() makes answers the requests of the route entry that names it', async () => {
  const app = await configured()
  await app.check()
  expect(await (await app.request('/zod/7')).json()).toBe('7')
  expect(await (await app.request('/valibot?page=2')).json()).toBe('2')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  expect((await app.request('/arktype', init)).status).toBe(422)
})

test('a function with inject that returns what handlerFor() makes stands in the route entry itself', async () => {
  const readZod = (prefix: string) => handlerFor(byZod, ({ params }) => prefix + params.id)
  readZod.inject = ['acme/prefix'] as const
  const own: Config = {
    dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter(), 'acme/prefix': 'note ' } },
    routes: [entryFor(byZod, readZod)],
  }
  const app = createContainer(await resolveConfig(defineConfig([core, own]), { env: {} })).get(Application.SERVICE)
  expect(await (await app.request('/zod/7')).json()).toBe('note 7')
  expect(app.describe().routes[0]?.metadata[ENDPOINT.name]).toBe(byZod)
  expect(app.describe().routes[0]?.middleware).toMatchObject({ kind: 'factory', name: 'readZod' })
})

test('the route of an entry in the configuration has the description of the endpoint as metadata, unchanged', async () => {
  const { routes } = (await configured()).describe()
  const found = routes.map(({ metadata }) => metadata[ENDPOINT.name])
  expect(found).toEqual([byZod, byValibot, byArktype])
  expect((found as EndpointDescription[]).map((description) => Object.is(description, byZod))).toContain(true)
  expect(routes.map(({ name }) => name)).toEqual(['zod', '/valibot^GET', '/arktype^POST'])
})

test('the route entry of an endpoint may have metadata, middleware and options of its own', async () => {
  const Limit = metadataKey<number>('acme/limit')
  const own: Config = {
    dependencies: {
      services: { '@app/router/RouterInterface': new FindMyWayRouter() },
      factories: {
        'acme/guard': () => (request: ServerRequest, handler: RequestHandler) =>
          request.query.has('key') ? handler(request) : text('Who?', { status: 401 }),
        'acme/read': () => handlerFor(byToken, ({ params }) => params.id),
      },
    },
    routes: [
      entryFor(byToken, 'acme/read', {
        middleware: ['acme/guard' as ServiceName<Middleware>],
        metadata: { 'acme/limit': 5 },
        options: { tokens: { id: '[0-9]+' } },
      }),
    ],
  }
  const app = createContainer(await resolveConfig(defineConfig([core, own]), { env: {} })).get(Application.SERVICE)
  const [route] = app.describe().routes
  expect([route?.metadata[Limit.name], route?.metadata[ENDPOINT.name]]).toEqual([5, byToken])
  const statuses = ['/tokens/7?key', '/tokens/7', '/tokens/x?key'].map(async (path) => (await app.request(path)).status)
  expect(await Promise.all(statuses)).toEqual([200, 401, 404])
})

test('an endpoint that is added in code may have middleware, which runs before the endpoint reads the request', async () => {
  const seen: string[] = []
  const note = (name: string) => (request: ServerRequest, handler: RequestHandler) => {
    seen.push(name)
    return request.query.has('stop') ? text('Stopped', { status: 403 }) : handler(request)
  }
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  const route = implement(byValibot, ({ query }) => query.page, { middleware: [note('first'), [note('second')]] })
  app.route(route)
  expect(route.metadata(ENDPOINT)).toBe(byValibot)
  expect(await (await app.request('/valibot?page=2')).json()).toBe('2')
  expect(seen).toEqual(['first', 'second'])
  expect((await app.request('/valibot?stop')).status).toBe(403)
  expect((await app.request('/valibot')).status).toBe(422)
})

test('metadata under ENDPOINT that is not a description of an endpoint is an error', () => {
  const app = new Application({ router: new FindMyWayRouter() })
  const route = app.get('/', () => new Response())
  expect(() => route.set(ENDPOINT, { path: '/' } as EndpointDescription)).toThrow(
    'the value has to be the result of endpoint(',
  )
})
