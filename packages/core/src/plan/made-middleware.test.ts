import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test, vi } from 'vitest'
import { Application, type Container, type Middleware, type MiddlewareLike, Pipeline, text } from '../index.ts'

class Greet {
  static readonly inject = ['greeting'] as const
  readonly #greeting: string
  constructor(greeting: string) {
    this.#greeting = greeting
  }
  handle() {
    return text(`${this.#greeting} from a class`)
  }
}

const greet = (greeting: string) => () => text(`${greeting} from a function`)
greet.inject = ['greeting'] as const

const greetLate = async (greeting: string) => greet(greeting)
greetLate.inject = ['later'] as const

class Silent {
  static readonly inject = ['greeting'] as const
  readonly #greeting: string
  constructor(greeting = 'silence') {
    this.#greeting = greeting
  }
  handle() {
    return text(`${this.#greeting} by default`)
  }
}

/** A function with `inject` that names services, but takes them as a list. */
const greetAll = Object.assign(
  (...greetings: string[]) =>
    () =>
      text(greetings.join()),
  { inject: ['greeting'] },
)

class NeedsGreeting {
  readonly handle: Middleware
  constructor(greeting: string) {
    this.handle = () => text(greeting)
  }
}

function nameless(value: object): object {
  return Object.defineProperty(value, 'name', { value: '' })
}

const nothing = (() => undefined) as unknown as Middleware

const services = {
  greeting: 'Hello',
  later: Promise.resolve('Hello'),
  null: null,
  name: 'greeting',
  list: [nothing],
  nothing,
}

const containerOf = (entries: object) => new Map<unknown, unknown>(Object.entries(entries)) as unknown as Container

function application(container: Container | undefined = containerOf(services)): Application {
  return new Application({ router: new FindMyWayRouter(), container })
}

const withoutContainer = () => new Application({ router: new FindMyWayRouter() })

describe('a class or function with inject', () => {
  test.each<[string, Application, string]>([
    ['a class', application().pipe(Greet), 'Hello from a class'],
    ['a function', application().pipe(greet), 'Hello from a function'],
    ['a function that waits for a service', application().pipe(greetLate), 'Hello from a function'],
    ['a class, without a container, if it has defaults', withoutContainer().pipe(Silent), 'silence by default'],
    [
      'a function, without a container, if its inject is empty',
      withoutContainer().pipe(Object.assign(() => () => text('made'), { inject: [] })),
      'made',
    ],
  ])('%s is made with its services', async (_what, app, body) => {
    await app.check()
    expect(await (await app.request('/')).text()).toBe(body)
  })

  test('a function in two places is called once', async () => {
    let made = 0
    const counted = Object.assign((greeting: string) => greet(`${greeting} ${++made}`), { inject: ['greeting'] })
    const app = application().pipe('/a', counted).pipe('/b', [counted])
    const bodies = await Promise.all(['/a', '/b'].map(async (path) => (await app.request(path)).text()))
    expect(bodies).toEqual(['Hello 1 from a function', 'Hello 1 from a function'])
  })

  test('what the container has under a class or a function stands for it, also in check() and run()', async () => {
    const container = new Map<unknown, unknown>([
      [Greet, () => text('class of the container')],
      [greet, () => text('function of the container')],
    ]) as unknown as Container
    const app = application(container).pipe('/class', Greet).pipe('/function', greet)
    const server = await app.run({ port: 0, host: '127.0.0.1' })
    await server.close()
    await app.check()
    expect(await (await app.request('/class')).text()).toBe('class of the container')
    expect(await (await app.request('/function')).text()).toBe('function of the container')
  })
})

test.each<[string, Application, string]>([
  [
    'a class with inject, without a container',
    withoutContainer().pipe(Greet),
    'pipe 1: the class Greet takes arguments, such as the service "greeting", and there is no container. Give one: ',
  ],
  [
    'a function with inject, without a container',
    withoutContainer().pipe(greet),
    'pipe 1: greet takes arguments, such as the service "greeting", and there is no container.',
  ],
  [
    'a function with inject that takes a list, without a container',
    withoutContainer().pipe(greetAll),
    'pipe 1: a function without a name takes arguments, such as the service "greeting"',
  ],
  [
    'a function with inject whose second service is missing',
    application().pipe(Object.assign((_a: string, _b: string) => nothing, { inject: ['greeting', 'latr'] })),
    '1 problem found:\n- pipe 1: Service not found: a function without a name → missing latr, required by a function ' +
      'without a name. Did you mean "later"?',
  ],
  [
    'a class without a name that takes arguments',
    withoutContainer().pipe(nameless(NeedsGreeting) as never),
    'pipe 1: the class without a name takes arguments, and the container does not know it.',
  ],
  [
    'a function that makes a name',
    made('greeting'),
    'pipe 1: a function without a name has "inject", so it is called once, with these services, and returns',
  ],
  ['a function that makes a list', made([nothing]), 'It returned a list. Return a function (request) => response.'],
  ['a function that makes a function with inject', made(greet), 'It returned the function greet. Return a function'],
  ['a function that makes a number', made(42), 'It returned a number. Return a function'],
  ['a service that is null', application().pipe('null'), 'pipe 1: the service "null" is null, which is not invokable'],
  ['a service that is a name', application().pipe('name'), 'pipe 1: the service "name" is a string, which is not'],
  ['a service that is a list', application().pipe('list'), 'pipe 1: the service "list" is a list, which is not'],
])('check() refuses %s, and names its place', async (_what, app, message) => {
  await expect(app.check()).rejects.toThrow(message)
})

function made(value: unknown): Application {
  const makes = Object.assign((_greeting: string) => value, { inject: ['greeting'] })
  return application().pipe(makes as unknown as MiddlewareLike)
}

test('check() accepts a service that is a pipeline with the steps of the application around it', async () => {
  const pipeline = new Pipeline().pipe([Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE])
  const app = application(containerOf({ steps: pipeline })).pipe('steps')
  await app.check()
})

class Show {
  process = nothing
}

test.each<[string, MiddlewareLike, string]>([
  ['a function', nothing, 'pipe 1: nothing returned nothing.'],
  ['an object of a class', new Show(), 'pipe 1: Show returned nothing.'],
  ['an object', { process: nothing }, 'pipe 1 returned nothing.'],
  [
    'an object without a prototype',
    Object.assign(Object.create(null), { process: nothing }),
    'pipe 1 returned nothing.',
  ],
  ['a list', [[nothing]], 'pipe 1, item 1, item 1: nothing returned nothing.'],
  ['a service', 'nothing', 'pipe 1, service "nothing": nothing returned nothing.'],
  [
    'a function with inject',
    Object.assign(
      function makesNothing(_greeting: string) {
        return nothing
      },
      { inject: ['greeting'] },
    ),
    'pipe 1, made by "makesNothing": nothing returned nothing.',
  ],
])('the error of middleware that returns nothing names its place: %s', async (_what, middleware, message) => {
  const onError = vi.fn()
  const app = new Application({ onError, container: containerOf(services) }).pipe(middleware)
  expect((await app.request('/')).status).toBe(500)
  expect(onError.mock.calls[0]?.[0].message).toContain(message)
})

test.each<[string, (...args: never[]) => unknown, string]>([
  [
    'three',
    (_request, _response, _next) => text(''),
    'pipe 1 takes 3 arguments, and middleware gets two: (request, handler). Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) of @app/connect. doublePass(…) is for a function that returns a response.',
  ],
  [
    'four',
    (_error, _request, _response, _next) => text(''),
    'pipe 1 takes 4 arguments, and middleware gets two: (request, handler). Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) of @app/connect. doublePassError(…) is for a function that returns a response.',
  ],
])('piping a function with %s parameters causes a warning that says what to write', (_count, middleware, message) => {
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  new Application().pipe(middleware as never)
  expect(warning.mock.calls.map(([text]) => text)).toEqual([message])
  warning.mockRestore()
})
