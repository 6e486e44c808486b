import { toFetchHandler } from '@app/http'
import { expect, test } from 'vitest'
import { errorMiddleware, forEveryResponse } from '../extending.ts'
import { Application, ErrorHandler, host, Pipeline, provides, Route, reads, text, toNodeHandler } from '../index.ts'

const requireLogin = () => text('Who are you?', { status: 401 })
const audit = { process: (_request: unknown, handler: (request: unknown) => unknown) => handler(_request) }
const show = () => text('secret')
class Account {
  handle = show
}

/** A function as code without types calls it. */
// biome-ignore lint/suspicious/noExplicitAny: calls that do not compile
type Untyped = any

const piped: readonly [string, (target: Untyped) => unknown, string][] = [
  ['a prefix and two functions', (p) => p.pipe('/admin', requireLogin, show), "pipe('/admin', [requireLogin, show])"],
  ['two functions', (p) => p.pipe(requireLogin, show), 'pipe([requireLogin, show])'],
  ['three functions', (p) => p.pipe(requireLogin, audit, show), 'pipe([requireLogin, middleware, show])'],
  ['a list and a function', (p) => p.pipe([requireLogin], show), 'pipe([requireLogin, show])'],
  ['a prefix, a list and a function', (p) => p.pipe('/a', [requireLogin], show), "pipe('/a', [requireLogin, show])"],
  ['a service and a function', (p) => p.pipe('/a', 'acme/guard', show), "pipe('/a', ['acme/guard', show])"],
  ['an application', (p) => p.pipe('/a', requireLogin, new Application()), "pipe('/a', [requireLogin, application])"],
  ['a class and an object of it', (p) => p.pipe(Account, new Account()), 'pipe([account, account])'],
]

test.each(piped)(
  'Application.pipe() and Pipeline.pipe() refuse middleware in several arguments: %s',
  (_, pipe, instead) => {
    const message = `pipe() takes all its middleware as one argument. Write ${instead}.`
    for (const target of [new Application(), new Pipeline()]) {
      expect(() => pipe(target)).toThrow(expect.objectContaining({ code: 'APP_ARGUMENTS', message }))
    }
  },
)

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'any'] as const

test.each(VERBS)('app.%s() refuses middleware in several arguments, and shows the call with a list', (verb) => {
  const app: Untyped = new Application()
  const refused = (call: string) =>
    expect.objectContaining({
      code: 'APP_ARGUMENTS',
      message: `${verb}() takes all its middleware as one argument. Write ${verb}(${call}).`,
    })
  expect(() => app[verb]('/a', requireLogin, show)).toThrow(refused("'/a', [requireLogin, show]"))
  expect(() => app[verb]('/a', requireLogin, audit, () => text('x'))).toThrow(
    refused("'/a', [requireLogin, middleware, handler]"),
  )
  expect(() => app[verb]('/a', [requireLogin], show)).toThrow(refused("'/a', [requireLogin, show]"))
  expect(() => app[verb]('/a', show, requireLogin)).toThrow(refused("'/a', [show, requireLogin]"))
  expect(() => app[verb]('/a', show, [requireLogin])).toThrow(refused("'/a', [show, requireLogin]"))
  expect(() => app[verb]('/a', requireLogin, show, 'a.show')).toThrow(refused("'/a', [requireLogin, show], 'a.show'"))
  expect(() => app[verb]('/a', 'acme/guard', show, 'a')).toThrow(refused("'/a', ['acme/guard', show], 'a'"))
  expect(app.routes).toEqual([])
})

const others: readonly [string, () => Untyped, string][] = [
  [
    'route()',
    () => (new Application() as Untyped).route('/a', requireLogin, show),
    "route() takes all its middleware as one argument. Write route('/a', [requireLogin, show]).",
  ],
  [
    'route() with methods and a name',
    () => (new Application() as Untyped).route('/a', requireLogin, show, ['GET'], 'a.show'),
    "route() takes all its middleware as one argument. Write route('/a', [requireLogin, show], ['GET'], 'a.show').",
  ],
  [
    'route() with a route',
    () => (new Application() as Untyped).route(new Route('/a', show), requireLogin),
    'route() takes a route alone. Give a list to new Route().',
  ],
  [
    'new Route()',
    () => new (Route as Untyped)('/a', requireLogin, show),
    "new Route() takes all its middleware as one argument. Write new Route('/a', [requireLogin, show]).",
  ],
  [
    'host()',
    () => (host as Untyped)('a.example', requireLogin, show),
    "host() takes all its middleware as one argument. Write host('a.example', [requireLogin, show]).",
  ],
  [
    'get() with five arguments',
    () => (new Application() as Untyped).get('/a', show, 'a', { tokens: {} }),
    'get() takes at most 3 arguments, got 4: several middleware are one list.',
  ],
  [
    'get() with names of services alone',
    () => (new Application() as Untyped).get('/a', 'acme/guard', 'acme/show', 'a'),
    'get() takes at most 3 arguments, got 4: several middleware are one list.',
  ],
  [
    'pipe() with names of services alone',
    () => (new Application() as Untyped).pipe('/a', 'acme/guard', 'acme/show'),
    'pipe() takes at most 2 arguments, got 3: several middleware are one list.',
  ],
  [
    'pipe() with a function and the name of a service',
    () => (new Application() as Untyped).pipe(requireLogin, 'acme/show'),
    'pipe() takes at most 1 argument, got 2: several middleware are one list.',
  ],
]

test.each(others)('%s refuses arguments that it does not take', (_, call, message) => {
  expect(call).toThrow(expect.objectContaining({ code: 'APP_ARGUMENTS', message }))
})

const wrong: readonly [string, (app: Untyped) => unknown, string][] = [
  [
    'a regular expression as a path',
    (app) => app.get(/x/, show),
    'Invalid path: a path is a string, got an instance of RegExp. Write it as a token: ',
  ],
  [
    'a list of paths',
    (app) => app.get(['/a', '/b'], show),
    'a path is a string, got a list. Register a route for each.',
  ],
  [
    'a handler without a path',
    (app) => app.get(show),
    'a path is a string, got the function show. Write "/users/{id}".',
  ],
  [
    'a guard and a handler without a path',
    (app) => app.get(requireLogin, show),
    'a path is a string, got the function',
  ],
  ['an empty list of prefixes', (app) => app.pipe([], show), 'Invalid path prefix "[]": the list is empty.'],
  ['a regular expression as a prefix', (app) => app.pipe(/x/, show), 'Invalid path prefix /x/: it is not a string.'],
  [
    'a chain of Express',
    (app) => app.route('/a').get(show),
    "route('/a') has no middleware. Write get('/a', handler) for each method.",
  ],
  ['a number as a name', (app) => app.get('/a', show, 7), 'Route "/a": its name must be a string, got a number.'],
  ['a map as a name', (app) => app.get('/a', show, { name: 'a' }), 'its name must be a string, got a map.'],
  [
    'a name of a new route',
    () => new (Route as Untyped)('/a', show, null, 7),
    'its name must be a string, got a number.',
  ],
]

test.each(wrong)('the error for %s names the argument, and says what to write', (_, call, message) => {
  expect(() => call(new Application())).toThrow(message)
})

const single: readonly [string, Untyped, readonly unknown[]][] = [
  ['errorMiddleware', errorMiddleware, []],
  ['forEveryResponse', forEveryResponse, []],
  ['toFetchHandler', toFetchHandler, []],
  ['provides', provides, [[]]],
  ['reads', reads, [[]]],
  ['addListener', (...given: Untyped) => new ErrorHandler().addListener(...(given as [never])), []],
]

test.each(single)('%s() refuses a second function, and may be given to map()', (name, call, before) => {
  expect(() => call(...before, requireLogin, show)).toThrow(
    expect.objectContaining({
      code: 'APP_ARGUMENTS',
      message: expect.stringContaining(`${name}() does not take the function show in addition. `),
    }),
  )
  expect(() => [() => text('x')].map((...given) => call(...before, ...given))).not.toThrow()
})

test('toNodeHandler() refuses a second handler, in place of its options and after them', () => {
  expect(() => (toNodeHandler as Untyped)(requireLogin, show)).toThrow('expected a map of options, got the function')
  expect(() => (toNodeHandler as Untyped)(requireLogin, {}, show)).toThrow('Pipe several in an Application')
})
