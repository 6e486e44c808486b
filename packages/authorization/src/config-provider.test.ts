import { configProvider as authentication } from '@app/authentication'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, type MiddlewareLike, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'

const users = [
  { id: 'ada', password: 'x', roles: ['editor'] },
  { id: 'bob', password: 'x' },
]

/** Configurations with routing and dispatch as one pipeline entry, as in older applications, and as two entries. */
const STEPS: Record<string, Record<string, { middleware: MiddlewareLike; priority?: number }>> = {
  'one entry': { routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] } },
  'two entries': {
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
  },
}

async function application(steps: string, own: Config | (() => object) = {}): Promise<Application> {
  const page = () => text('x')
  const routes = {
    home: { path: '/', middleware: page, metadata: { '@app/authorization': 'public' } },
    edit: { path: '/edit', middleware: page, metadata: { '@app/authorization': { roles: ['editor'] } } },
    own: {
      path: '/of/{id}',
      middleware: page,
      metadata: { '@app/authorization': { allow: ({ id }: { id: string }, p: { id: string }) => id === p.id } },
    },
    forgotten: { path: '/forgotten', middleware: page },
  }
  const rest = {
    dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } },
    authentication: { basic: { users } },
    routes,
    middleware_pipeline: { ...STEPS[steps] },
  }
  const sources = [core, configProvider, authentication, rest, own]
  const config = await resolveConfig(defineConfig(sources as never), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

async function statuses(app: Application, path: string): Promise<number[]> {
  const asked = ['', 'bob', 'ada'].map((name) =>
    app.request(path, name === '' ? {} : { headers: { authorization: `Basic ${btoa(`${name}:x`)}` } }),
  )
  return (await Promise.all(asked)).map(({ status }) => status)
}

test.each(Object.keys(STEPS))(
  'with routing and dispatch as %s, a route admits the visitors that its requirement names, and a route without a requirement admits nobody',
  async (steps) => {
    const app = await application(steps)
    await app.check()
    expect(
      await Promise.all(['/', '/edit', '/of/bob', '/forgotten', '/nothing'].map((path) => statuses(app, path))),
    ).toEqual([
      [200, 200, 200],
      [401, 403, 200],
      [401, 200, 403],
      [401, 403, 403],
      [401, 404, 404],
    ])
    expect(
      app
        .describe()
        .items.map(({ entry }) => `${entry?.key} ${entry?.priority}`)
        .slice(0, 2),
    ).toEqual(['middleware_pipeline.@app/authentication 2500', 'middleware_pipeline.@app/authorization 2400'])
  },
)

test('the key path of the pipeline entry @app/authorization limits authorization() to a part of the site', async () => {
  const app = await application('one entry', () => ({
    middleware_pipeline: { '@app/authorization': { path: '/edit' } },
    routes: { open: { path: '/open', middleware: () => text('x') } },
  }))
  expect([await statuses(app, '/open'), await statuses(app, '/edit')]).toEqual([
    [200, 200, 200],
    [401, 403, 200],
  ])
  // The route for this path has a requirement, but no `authorization()` before it, since the pipeline entry is limited
  // to `/edit`. So requests for the route get a 500.
  expect(await statuses(app, '/of/bob')).toEqual([500, 500, 500])
})

test('the section authorization sets the options, and errors for wrong values in it and in routes name the keys', async () => {
  const app = await application('two entries', { authorization: { otherwise: 'authenticated' } })
  expect(await statuses(app, '/forgotten')).toEqual([401, 200, 200])
  const wrong = await application('two entries', () => ({ authorization: { otherwise: 'nobody' } }))
  await expect(wrong.check()).rejects.toThrow(/authorization\.otherwise \(.*\): "otherwise" must be "denied", "public"/)
  const misspelt = () => ({ routes: { edit: { metadata: { '@app/authorization': { role: 'editor' } } } } })
  await expect(application('two entries', misspelt)).rejects.toThrow(/routes\.edit.*Did you mean "roles"\?/)
})

test('the section authorization sets roles that inherit and permissions by the names of routes', async () => {
  const own = () => ({
    authorization: { roles: { editor: ['writer'], writer: [] }, permissions: { writer: ['own', 'edit'] } },
  })
  const app = await application('two entries', own)
  await app.check()
  expect(await Promise.all(['/', '/edit', '/of/ada', '/forgotten'].map((path) => statuses(app, path)))).toEqual([
    [200, 200, 200],
    [401, 403, 200],
    [401, 403, 200],
    [401, 403, 403],
  ])
  const wrong = await application('two entries', () => ({ authorization: { roles: { editor: ['writer'] } } }))
  await expect(wrong.check()).rejects.toThrow(
    /authorization\.roles \(.*\): the role "editor" has the unknown parent "writer"/,
  )
})
