import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '@app/container-factory'
import {
  Application,
  attributeKey,
  HttpError,
  json,
  type Middleware,
  type MiddlewareLike,
  matchedRoute,
  Pipeline,
  type RequestHandler,
  type ServerRequest,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { runs } from '../programs/sampled.ts'
import { SeededRandom } from './seeded-random.ts'

const pass: Middleware = (request, handler) => handler(request)

function application(options: ConstructorParameters<typeof Application>[0] = {}): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined, ...options })
}

const COUNT = runs(10_000)

test(`${COUNT} interleaved requests never see data of each other`, async () => {
  const Id = attributeKey<string>('id')
  const random = new SeededRandom(1)
  const app = application()
  app.pipe(async (request, handler) => {
    const response = await handler(request.withAttribute(Id, request.query.get('id') ?? ''))
    response.headers.set('x-route', matchedRoute(request)?.path ?? 'none')
    return response
  })
  const answer: Middleware<{ id: string }> = async (request) => {
    await sleep(random.below(3))
    if (Number(request.params.id) % 7 === 0)
      throw new HttpError(409, 'seven', { headers: { 'x-id': request.params.id } })
    return json({ param: request.params.id, attribute: request.attribute(Id), query: request.query.get('id') })
  }
  app.get('/a/{id}', answer)
  app.get('/b/{id}', answer)
  const ask = async (_value: unknown, index: number) => {
    const [id, route] = [String(index), index % 2 ? 'a' : 'b']
    const response = await app.request(`/${route}/${id}?id=${id}`)
    if (index % 7 === 0) return response.status === 409 && response.headers.get('x-id') === id
    const body = JSON.stringify(await response.json())
    return (
      body === JSON.stringify({ param: id, attribute: id, query: id }) &&
      response.headers.get('x-route') === `/${route}/{id}`
    )
  }
  const asExpected = await Promise.all(Array.from({ length: COUNT }, ask))
  expect(asExpected.filter((isRight) => !isRight)).toEqual([])
})

test('fifty simultaneous requests construct a slow service once; if the construction fails, all of them fail, and the next request tries again', async () => {
  let made = 0
  const page = async () => {
    made++
    await sleep(20)
    if (made === 1) throw new Error('not yet')
    return () => text('made')
  }
  const container = createContainer({ dependencies: { factories: { page } } })
  const app = application({ container })
  app.get('/', 'page')
  const ask = () => Promise.all(Array.from({ length: 50 }, async () => (await app.request('/')).status))
  expect(new Set(await ask())).toEqual(new Set([500]))
  expect(made).toBe(1)
  expect(new Set(await ask())).toEqual(new Set([200]))
  expect(made).toBe(2)
})

test('a cycle of services that require each other is reported in one line of limited length', async () => {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push((error as Error).message)
  const factories = {
    a: (container: { get(name: string): unknown }) => container.get('b'),
    b: (container: { get(name: string): unknown }) => container.get('a'),
  }
  const app = application({ container: createContainer({ dependencies: { factories } }), onError })
  app.get('/', 'a')
  expect((await app.request('/')).status).toBe(500)
  const [message = ''] = errors
  expect(message).toMatch(/a.*b.*a/)
  expect(message.length).toBeLessThan(500)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the container has no service "%s", although every object has a property of that name',
  async (name) => {
    const errors: string[] = []
    const onError = (error: unknown) => errors.push((error as Error).message)
    const app = application({ container: createContainer({ dependencies: {} }), onError })
    app.get('/', name)
    expect((await app.request('/')).status).toBe(500)
    expect(errors).toEqual([expect.stringContaining(`no service "${name}"`)])
  },
)

test('a request attribute named __proto__ is stored like any other attribute', async () => {
  const key = attributeKey<string>('__proto__')
  const app = application()
  app.get('/', (request) => text(request.withAttribute(key, 'data').attribute(key)))
  expect(await (await app.request('/')).text()).toBe('data')
})

const layers: Readonly<Record<string, () => MiddlewareLike>> = {
  functions: () => pass,
  'asynchronous functions': () => async (request, handler) => await handler(request),
  objects: () => ({ process: pass }),
  classes: () =>
    class {
      process(request: ServerRequest, handler: RequestHandler) {
        return handler(request)
      }
    },
  pipelines: () => new Pipeline().pipe(pass),
  'pipelines for another path': () => new Pipeline().pipe('/other', pass),
}

test.each(Object.entries(layers))(
  'an application with ten thousand pieces of middleware, all of them %s, answers requests, and reports the error of a handler',
  async (_kind, layer) => {
    const errors: unknown[] = []
    const wide = application({ onError: (error: unknown) => errors.push(error) })
    for (let i = 0; i < 10_000; i++) wide.pipe(layer())
    wide.get('/', () => text('wide'))
    wide.get('/fails', Array.from({ length: 10_000 }, layer).concat(failing))
    expect(await (await wide.request('/')).text()).toBe('wide')
    expect((await wide.request('/fails')).status).toBe(500)
    expect(errors.map(String)).toEqual(['Error: at the end'])
  },
)

function failing(): never {
  throw new Error('at the end')
}

test('an application with a hundred nested pipelines answers', async () => {
  let deep: Pipeline = new Pipeline().pipe(() => text('deep'))
  for (let i = 0; i < 100; i++) deep = new Pipeline().pipe('/a', deep)
  const app = application().pipe(deep)
  expect(await (await app.request('/a'.repeat(100))).text()).toBe('deep')
})
