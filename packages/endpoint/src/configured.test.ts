import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type EndpointDescription, endpoint } from './index.ts'
import { ENDPOINT, entryFor, handlerFor } from './server.ts'

const byZod = endpoint({ method: 'GET', path: '/zod/{id}', name: 'zod', responses: { 200: z.string() } })
const byValibot = endpoint({
  method: 'GET',
  path: '/valibot',
  query: v.object({ page: v.string() }),
  responses: { 200: v.string() },
})
const byArktype = endpoint({ method: 'POST', path: '/arktype', body: type({ a: 'string' }), responses: { 204: null } })

/** Services that `handlerFor` makes, and entries that name them, through a configuration that copies and freezes. */
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

test('services answer for the entries that name them', async () => {
  const app = await configured()
  await app.check()
  expect(await (await app.request('/zod/7')).json()).toBe('7')
  expect(await (await app.request('/valibot?page=2')).json()).toBe('2')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  expect((await app.request('/arktype', init)).status).toBe(422)
})

test('the routes of entries have their descriptions as metadata, unchanged', async () => {
  const { routes } = (await configured()).describe()
  const found = routes.map(({ metadata }) => metadata[ENDPOINT.name])
  expect(found).toEqual([byZod, byValibot, byArktype])
  expect((found as EndpointDescription[]).map((description) => Object.is(description, byZod))).toContain(true)
  expect(routes.map(({ name }) => name)).toEqual(['zod', '/valibot^GET', '/arktype^POST'])
})

test('metadata that is no description is an error of the route', () => {
  const app = new Application({ router: new FindMyWayRouter() })
  const route = app.get('/', () => new Response())
  expect(() => route.with(ENDPOINT, { path: '/' } as EndpointDescription)).toThrow('it is a description of endpoint(')
})
