import { createContainer } from '@app/container-factory'
import {
  Application,
  ApplicationFactory,
  type Config,
  type Container,
  type Middleware,
  type MiddlewareLike,
  Pipeline,
  type RequestHandler,
  ROUTER_SERVICE,
  type ServerRequest,
  text,
} from '@app/core'
import { errorEntry, errorMiddleware } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { asFunction, asValue, createContainer as createAwilix } from 'awilix'
import { describe, expect, test } from 'vitest'

/** How often each way of writing has made its middleware. */
let made = 0

/** Returns the greeting, and says that it was made. */
function greeter(greeting: string): RequestHandler {
  made++
  return () => text(`${greeting}, world`)
}

class Greet {
  static readonly inject = ['greeting'] as const
  readonly handle: RequestHandler
  constructor(greeting: string) {
    this.handle = greeter(greeting)
  }
}

class GreetLate {
  static readonly inject = ['later'] as const
  readonly #answer: RequestHandler
  constructor(greeting: string) {
    this.#answer = greeter(greeting)
  }
  process(request: ServerRequest) {
    return this.#answer(request)
  }
}

function greet(greeting: string): RequestHandler {
  return greeter(greeting)
}
greet.inject = ['greeting'] as const

const greetLate = Object.assign((greeting: string) => greeter(greeting), { inject: ['later'] as const })

async function greetSlowly(greeting: string): Promise<RequestHandler> {
  return greeter(greeting)
}
greetSlowly.inject = ['greeting'] as const

const WAYS: readonly [way: string, middleware: MiddlewareLike][] = [
  ['a class with static inject', Greet],
  ['a class that waits for a service', GreetLate],
  ['a function with inject', greet],
  ['a function that waits for a service', greetLate],
  ['an asynchronous function with inject', greetSlowly],
]

type Services = Readonly<Record<string, () => unknown>>

const router = new FindMyWayRouter()

/** The services of each application: `later` is a promise. */
const SERVICES: Services = {
  greeting: () => 'Hello',
  later: async () => 'Hello',
  [ROUTER_SERVICE]: () => router,
}

/** The containers, each with the given services, and with a configuration as `config`. */
const CONTAINERS: readonly [kind: string, make: (config: Config, services?: Services) => Container][] = [
  [
    '@app/container-factory',
    (config, services = SERVICES) => createContainer({ ...config, dependencies: { factories: services } }),
  ],
  [
    'a Map',
    (config, services = SERVICES) =>
      new Map<unknown, unknown>([
        ['config', config],
        ...Object.entries(services).map(([name, make]) => [name, make()] as const),
      ]) as unknown as Container,
  ],
  [
    'awilix',
    (config, services = SERVICES) => {
      const awilix = createAwilix().register({ config: asValue(config) })
      for (const [name, make] of Object.entries(services)) awilix.register(name, asFunction(make).singleton())
      return {
        has: (name) => typeof name === 'string' && awilix.hasRegistration(name),
        get: (name) => awilix.resolve(name as string),
      }
    },
  ],
]

const onward: Middleware = (request, handler) => handler(request)
const STEPS = { middleware: ['@app/core/routing', '@app/core/dispatch'], priority: -1 } as const

/** Where the middleware stands: in code, or in configuration. Each answers to a request for /x. */
const PLACES: readonly [place: string, build: (middleware: MiddlewareLike, container: Make) => Application][] = [
  ['app.pipe()', inCode((app, it) => app.pipe(it))],
  ['app.pipe() with a prefix', inCode((app, it) => app.pipe('/x', it))],
  ['a list in app.pipe()', inCode((app, it) => app.pipe([onward, it]))],
  ['a pipeline', inCode((app, it) => app.pipe(new Pipeline().pipe('/x', it)))],
  ['app.get()', inCode((app, it) => app.get('/x', it as never))],
  ['a list in app.get()', inCode((app, it) => app.get('/x', [onward, it] as never))],
  ['a nested application', inCode((app, it) => app.pipe('/x', nested(app, it)))],
  ['an entry of middleware_pipeline', inConfig((it) => ({ middleware_pipeline: { greet: { middleware: it } } }))],
  ['an entry with a path', inConfig((it) => ({ middleware_pipeline: { greet: { middleware: it, path: '/x' } } }))],
  [
    'a list in an entry',
    inConfig((it) => ({
      middleware_pipeline: { greet: { middleware: [onward, it] } },
    })),
  ],
  ['a list of routes', inConfig((it) => ({ routes: [{ path: '/x', middleware: it }] }))],
  ['a map of routes', inConfig((it) => ({ routes: { x: { path: '/x', middleware: it } } }))],
  ['a list in a route', inConfig((it) => ({ routes: { x: { path: '/x', middleware: [onward, it] } } }))],
]

type Make = (config: Config) => Container

function inCode(register: (app: Application, it: MiddlewareLike) => unknown): (typeof PLACES)[number][1] {
  return (middleware, container) => {
    const app = new Application({ router, container: container({}) })
    register(app, middleware)
    return app
  }
}

function inConfig(write: (it: never) => Config): (typeof PLACES)[number][1] {
  return (middleware, container) => {
    const { middleware_pipeline: pipeline, ...config } = write(middleware as never)
    const entries = config.routes ? { ...pipeline, steps: STEPS } : pipeline
    return ApplicationFactory.create(container({ ...config, ...(entries && { middleware_pipeline: entries }) }))
  }
}

function nested(app: Application, it: MiddlewareLike): Application {
  return new Application({ router, container: app.getContainer() }).pipe(it)
}

describe.each(CONTAINERS)('with a container of the kind %s', (_kind, container) => {
  describe.each(PLACES)('%s', (_place, build) => {
    test.each(WAYS)('takes %s, and makes it once, at its first use', async (_way, middleware) => {
      made = 0
      const app = build(middleware, container)
      expect(made).toBe(0)
      const texts = await Promise.all([1, 2, 3].map(async () => (await app.request('/x')).text()))
      expect(texts).toEqual(['Hello, world', 'Hello, world', 'Hello, world'])
      await app.check()
      expect(made).toBe(1)
    })
  })
})

describe.each(CONTAINERS)('with a container of the kind %s', (kind, container) => {
  const application = (services: Services = SERVICES) => new Application({ router, container: container({}, services) })
  const answer = async (app: Application, path = '/') => (await app.request(path)).text()

  test.each([
    ['a class', Greet],
    ['a function', greet],
  ])('%s in two places is made once', async (_what, middleware) => {
    made = 0
    const app = application().pipe('/a', middleware)
    app.get('/b', middleware)
    expect([await answer(app, '/a'), await answer(app, '/b'), made]).toEqual(['Hello, world', 'Hello, world', 1])
  })

  test.each([
    ['class', Greet, 'Greet'],
    ['function', greet, 'greet'],
  ])(
    'run() and check() refuse a %s whose service is missing, and name the service and who requires it',
    async (_kind, it, name) => {
      const app = application({ greetings: () => 'Hello' })
      app.get('/', it)
      const message = new RegExp(`${name} → missing greeting, required by ${name}\\b`)
      await expect(app.check()).rejects.toThrow(message)
      await expect(app.run({ port: 0, host: '127.0.0.1' })).rejects.toThrow(message)
      if (kind !== 'awilix') await expect(app.check()).rejects.toThrow(/[Dd]id you mean "greetings"\?/)
    },
  )

  test('a failed attempt is forgotten, and the next request makes the middleware', async () => {
    let attempts = 0
    const failing = Object.assign(
      async () => {
        attempts++
        if (attempts === 1) throw new Error('The database is down.')
        return () => text('up again')
      },
      { inject: ['greeting'] },
    )
    const app = new Application({ router, container: container({}), onError: () => undefined }).pipe(failing)
    expect((await app.request('/')).status).toBe(500)
    expect([await answer(app), await answer(app), attempts]).toEqual(['up again', 'up again', 2])
  })

  test('an entry for errors takes a function with inject that returns error middleware', async () => {
    const apologize = Object.assign(
      (greeting: string) => errorMiddleware((error) => text(`${greeting}: ${(error as Error).message}`)),
      { inject: ['greeting'] },
    )
    const app = application().pipe(() => {
      throw new Error('out of tea')
    })
    app.pipe(errorEntry(apologize))
    expect(await answer(app)).toBe('Hello: out of tea')
    await app.check()
    const wrong = application({}).pipe(errorEntry(apologize))
    await expect(wrong.check()).rejects.toThrow('missing greeting')
    await expect(wrong.run({ port: 0, host: '127.0.0.1' })).rejects.toThrow('missing greeting')
  })

  test('what was made is disposed of with a container that disposes of services', async () => {
    let disposals = 0
    class Disposable extends Greet {
      dispose() {
        disposals++
      }
    }
    const services = container({})
    await answer(new Application({ router, container: services }).pipe(Disposable))
    await (services as { dispose?(): Promise<void> }).dispose?.()
    expect(disposals).toBe(kind === '@app/container-factory' ? 1 : 0)
  })

  test.each([
    ['a response', () => new Response()],
    ['nothing', () => null],
    ['the name of a service', () => 'greeting'],
    ['another such function', () => greet],
  ])('a function with inject that returns %s is an error that says what it has to return', async (_what, returned) => {
    const wrong = Object.assign((_greeting: string) => returned(), { inject: ['greeting'] })
    await expect(
      application()
        .pipe(wrong as never)
        .check(),
    ).rejects.toThrow(
      /pipe 1: a function without a name has "inject", so it is called once, .* It returned .*\. Return a function/,
    )
  })
})

test('a class or function that the container has as a key comes from the container', async () => {
  const container = new Map<unknown, unknown>([
    [Greet, () => text('the class of the container')],
    [greet, () => text('the function of the container')],
  ]) as unknown as Container
  const app = new Application({ router, container }).pipe('/class', Greet).pipe('/function', greet)
  expect(await (await app.request('/class')).text()).toBe('the class of the container')
  expect(await (await app.request('/function')).text()).toBe('the function of the container')

  const own = createContainer({ dependencies: { factories: { ...SERVICES, hello: greet } } })
  const second = new Application({ router, container: own }).pipe(greet)
  await second.request('/')
  const before = made
  expect(own.get('hello')).toBeTypeOf('function')
  expect(made).toBe(before)
})

test('initializers of the container see what it makes for a route, and delegators of its name do not wrap it', async () => {
  const seen: unknown[] = []
  const container = createContainer({
    dependencies: {
      factories: SERVICES,
      initializers: [(_container, name) => void seen.push(name)],
    },
  })
  await new Application({ router, container }).pipe(greet).request('/')
  expect(seen).toEqual(['greeting', 'greet'])
})

describe('without a container', () => {
  const hello = Object.assign(() => () => text('Hello'), { inject: [] })

  test('a function with an empty inject is called', async () => {
    const app = new Application({ router }).pipe(hello)
    expect(await (await app.request('/')).text()).toBe('Hello')
  })

  test.each([
    ['the class Greet', Greet],
    ['greet', greet],
  ])('%s with the name of a service in inject is refused', async (what, middleware) => {
    const app = new Application({ router })
    app.get('/', middleware)
    await expect(app.check()).rejects.toThrow(
      `GET /: ${what} takes arguments, such as the service "greeting", and there is no container.`,
    )
    await expect(app.run({ port: 0, host: '127.0.0.1' })).rejects.toThrow('there is no container')
  })

  test('a class whose constructor needs no argument is constructed without any, whatever its inject names', async () => {
    class Silent {
      static readonly inject = ['greeting']
      readonly handle: RequestHandler
      constructor(greeting = 'Silence') {
        this.handle = greeter(greeting)
      }
    }
    expect(await (await new Application({ router }).pipe(Silent).request('/')).text()).toBe('Silence, world')
  })
})

test('describe() has the name of the class or function, before and after it was made', async () => {
  const container = createContainer({ dependencies: { factories: SERVICES } })
  const app = new Application({ router, container }).pipe('/x', Greet).pipe(greet)
  app.pipe(Object.assign((greeting: string) => greeter(greeting), { inject: ['greeting'] }))
  const seen = () => app.describe().items.map(({ kind, name, isLazy }) => [kind, name, isLazy])
  const expected = [
    ['class', 'Greet', true],
    ['factory', 'greet', true],
    ['factory', undefined, true],
  ]
  expect(seen()).toEqual(expected)
  expect(app.describe().items[2]?.text).toContain('=> greeter(greeting)')
  await app.check()
  expect(seen()).toEqual(expected)
})

test('errors and messages of the container tell two functions of one name apart', async () => {
  const first = { listNotes: Object.assign((_clock: unknown) => () => text(''), { inject: ['acme/clock'] }) }
  const second = { listNotes: Object.assign((_db: unknown) => () => text(''), { inject: ['acme/db'] }) }
  const app = new Application({ router, container: createContainer({}) })
  Object.defineProperty(first.listNotes, 'name', { value: 'listNotes' })
  Object.defineProperty(second.listNotes, 'name', { value: 'listNotes' })
  app.pipe(first.listNotes).pipe(second.listNotes)
  const { errors } = (await app.check().catch((error: unknown) => error)) as AggregateError
  expect(errors.map(String)).toEqual([
    expect.stringContaining('missing acme/clock, required by listNotes'),
    expect.stringContaining('missing acme/db, required by listNotes#2'),
  ])
})
