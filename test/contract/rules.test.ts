import { defineConfig, remove, replace, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  ApplicationFactory,
  type Config,
  configProvider,
  createServer,
  type Middleware,
  Pipeline,
  Priority,
  text,
} from '@app/core'
import { doublePass, doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { compareUnit } from './compare-unit.ts'
import { unitsOf } from './units.ts'
import { readVectors, vectorFolders } from './vectors.ts'

function application(services: ReadonlyMap<string, unknown> = new Map()): Application {
  return new Application({ router: new FindMyWayRouter(), container: services as never, onError: () => undefined })
}

async function body(app: Application, path = '/'): Promise<string> {
  return (await app.request(path)).text()
}

const tag =
  (name: string): Middleware =>
  async (request, handler) => {
    const response = await handler(request)
    response.headers.append('x-order', name)
    return response
  }

test('2.2.1: a function that is registered for a route handles the requests to it', async () => {
  const app = application()
  app.get('/', () => text('called'))
  expect(await body(app)).toBe('called')
})

test('2.2.2: a string that is registered for a route names the service of the container that handles its requests', async () => {
  const app = application(new Map([['acme/home', () => text('fetched')]]))
  app.get('/', 'acme/home')
  expect(await body(app)).toBe('fetched')
})

test('2.2.3: a class that is registered for a route, and that is not a service of the container, is instantiated', async () => {
  class Home {
    handle() {
      return text('instantiated')
    }
  }
  const app = application()
  app.get('/', Home)
  expect(await body(app)).toBe('instantiated')
})

async function configured(config: Config): Promise<Application> {
  const services = { '@app/router/RouterInterface': new FindMyWayRouter() }
  const merged = await resolveConfig(defineConfig([configProvider, { dependencies: { services } }, config]))
  return ApplicationFactory.create(createContainer(merged))
}

test('2.6.4: middleware with a priority above 1 runs on every request, before the routing step', async () => {
  const app = await configured({
    middleware_pipeline: {
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
      late: { middleware: tag('late') },
      cors: { middleware: tag('cors'), priority: Priority.BEFORE_ROUTING },
    },
    routes: [{ path: '/', middleware: () => text('x') }],
  })
  expect((await app.request('/')).headers.get('x-order')).toBe('cors')
})

test('2.7.1, 2.7.2: keys of pipeline entries only decide which entries merge; priorities decide the order', async () => {
  const first = { middleware_pipeline: { zebra: { middleware: tag('first'), priority: 5 } } }
  const second = { middleware_pipeline: { zebra: { priority: 50 }, ant: { middleware: tag('second'), priority: 10 } } }
  const merged = await resolveConfig<Config>(defineConfig([first, second]))
  expect(merged.middleware_pipeline?.zebra).toMatchObject({ priority: 50 })
  const app = (await configured(merged)).pipe(() => text('end'))
  expect((await app.request('/')).headers.get('x-order')).toBe('second, first')
})

test('2.7.3: if several sources have a pipeline entry with the same key, their lists of middleware are concatenated', async () => {
  const sources = [{ list: ['a'] }, { list: ['b', 'c'] }].map(({ list }) => ({
    middleware_pipeline: { key: { middleware: list } },
  }))
  const merged = await resolveConfig<Config>(defineConfig(sources))
  expect(merged.middleware_pipeline?.key).toEqual({ middleware: ['a', 'b', 'c'] })
})

test('2.8.1: the configuration files global, *.global, local and *.local are loaded, in the recorded order, and no others', async () => {
  const units = readVectors(vectorFolders()[0] ?? '').flatMap(unitsOf)
  const recorded = units.filter(({ recorded }) => recorded.id === 'config-files/order')
  expect(recorded.length).toBeGreaterThan(0)
  for (const unit of recorded) expect(await compareUnit(unit)).toEqual({ differences: [] })
})

test('2.8.2: maps merge recursively in the order of their sources; replace() and remove() replace or remove a value', async () => {
  const merged = await resolveConfig(
    defineConfig([
      { db: { host: 'a', port: 1 }, list: [1, 2], gone: true },
      { db: { host: 'b' }, list: replace([3]), gone: remove() },
    ]),
  )
  expect(merged).toEqual({ db: { host: 'b', port: 1 }, list: [3] })
})

test('2.8.3: the merged configuration is a plain object, whose values are read as properties', async () => {
  const { db } = await resolveConfig<{ db: { host: string } }>(defineConfig([{ db: { host: 'a' } }]))
  expect(db.host).toBe('a')
})

test('2.8.4: a later source, such as a local file, overrides values of earlier ones', async () => {
  const { debug } = await resolveConfig<{ debug: boolean }>(defineConfig([{ debug: false }, { debug: true }]))
  expect(debug).toBe(true)
})

test('4.4.1: an application can be piped into another one, like any middleware', async () => {
  const inner = application()
  inner.get('/inner', () => text('inner'))
  const outer = application()
    .pipe(inner)
    .pipe(() => text('outer'))
  expect([await body(outer, '/inner'), await body(outer, '/')]).toEqual(['inner', 'outer'])
})

function site(): Pipeline {
  const blog = application()
  blog.get('/posts', () => text('blog'))
  const api = application()
  api.get('/users', () => text('api'))
  return new Pipeline().pipe('/blog', blog).pipe('/api', api)
}

test('4.4.2, 4.4.3: applications are piped under prefixes, into a pipeline or an application', async () => {
  const app = application().pipe(site())
  expect([await body(app, '/blog/posts'), await body(app, '/api/users')]).toEqual(['blog', 'api'])
  expect((await app.request('/blog/users')).status).toBe(404)
})

test('4.4.4: a server of a pipeline of applications listens, and answers requests', async () => {
  const server = await createServer(site()).listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`http://127.0.0.1:${server.address?.port}/api/users`)
  expect(await response.text()).toBe('api')
  await server.close()
})

test('7.1.1, 7.1: a service that the pipeline names is fetched for the first request that reaches it; if it is not middleware, that request fails', async () => {
  const asked: string[] = []
  const container = {
    has: () => true,
    get: (name: string) => {
      asked.push(name)
      return {}
    },
  }
  const errors: unknown[] = []
  const app = new Application({ container: container as never, onError: (error) => errors.push(error) })
  app.pipe('/admin', 'acme/guard').pipe(() => text('end'))
  expect([await body(app), asked]).toEqual(['end', []])
  expect((await app.request('/admin')).status).toBe(500)
  expect(asked).toEqual(['acme/guard'])
  expect(errors[0]).toMatchObject({ code: 'APP_MIDDLEWARE' })
  expect(String(errors[0])).toMatch(/acme\/guard.*not invokable/)
})

test('7.1.2: a service that the pipeline names with error: true is error middleware, with four arguments', async () => {
  const errors = doublePassError((error, _request, response) => response.write((error as Error).message))
  const app = await configured({
    dependencies: { services: { 'acme/errors': errors } },
    middleware_pipeline: {
      boom: {
        middleware: () => {
          throw new Error('boom')
        },
      },
      errors: { middleware: 'acme/errors', error: true, priority: -1 },
    },
  })
  expect(await body(app)).toBe('boom')
})

test('7.1.3: without error: true, double-pass middleware may leave out its third parameter, next', async () => {
  const app = application(new Map([['acme/older', doublePass((_request, response) => response.write('older'))]]))
  expect(await body(app.pipe('acme/older'))).toBe('older')
})

test('9.1: the recorded cases cover the release lines A, B and V3', () => {
  const lines = new Set(readVectors(vectorFolders()[0] ?? '').flatMap((recorded) => recorded.lines))
  expect([...lines]).toEqual(expect.arrayContaining(['A', 'B', 'V3']))
})
