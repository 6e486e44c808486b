import { describe, expect, test } from 'vitest'
import { run, runEach, withApp } from './newcomer.ts'

const REGISTERED = [
  [
    'an import that is undefined',
    `const handlers = {}
app.get('/', handlers.home)`,
    'ConfigurationError: GET /: undefined is not middleware. Give a function, an object or a class with process or handle, the name of a service, or an array of these.',
  ],
  [
    'a guard and an application as two arguments of pipe()',
    `function requireLogin() { return text('Who are you?', { status: 401 }) }
app.pipe('/admin', requireLogin, app)`,
    "ConfigurationError: pipe() takes all its middleware as one argument. Write pipe('/admin', [requireLogin, application]).",
  ],
  [
    'a guard and a handler as two arguments of get()',
    `function requireLogin() { return text('Who are you?', { status: 401 }) }
app.get('/accounts', requireLogin, () => text('secret'))`,
    "ConfigurationError: get() takes all its middleware as one argument. Write get('/accounts', [requireLogin, handler]).",
  ],
  [
    'a response in place of a handler',
    `app.get('/', text('Hello, world!'))`,
    'ConfigurationError: GET /: an instance of Response is not middleware. Give what makes it: () => response.',
  ],
  [
    'a prefix without a leading slash',
    `app.pipe('admin', (request, handler) => handler(request))`,
    'ConfigurationError: Invalid path prefix "admin": it does not start with a slash. Write "/admin".',
  ],
  [
    'a prefix with a slash too many',
    `app.pipe('/admin//', (request, handler) => handler(request))`,
    'ConfigurationError: Invalid path prefix "/admin//": it has an empty segment. Write "/admin".',
  ],
  [
    'a prefix that is a pattern',
    `app.pipe('/users/{id}', (request, handler) => handler(request))`,
    'ConfigurationError: Invalid path prefix "/users/{id}": a prefix is a literal path, not a pattern. Use a route for a pattern.',
  ],
] as const

describe('when middleware is registered,', async () => {
  const evenings = await runEach(REGISTERED.map(([, program]) => withApp(program)))
  test.each(REGISTERED.map(([mistake, , message], i) => [mistake, message, evenings[i]] as const))(
    '%s is reported',
    (_mistake, message, evening) => {
      expect(evening).toEqual({ said: expect.stringContaining(message), code: 1 })
    },
  )
})

const ASKED = [
  [
    'middleware that returns nothing',
    'app.pipe((request, handler) => { handler(request) })',
    `UsageError: pipe 1 returned nothing. Is a "return" missing? Middleware returns a Response, such as text('...') or handler(request).`,
  ],
  [
    'a handler that is called without the request',
    `app.pipe(async (request, next) => await next())
app.get('/', () => text('home'))`,
    'UsageError: pipe 1 called its handler without the request. Write handler(request).',
  ],
  [
    'middleware that was not made',
    'const limit = () => (request, handler) => handler(request)\napp.pipe(limit)',
    'UsageError: pipe 1: limit returned a function. If it makes middleware, pipe what it returns: call it.',
  ],
  [
    'a handler that returns a string',
    `app.get('/', () => 'Hello, world!')`,
    `UsageError: GET / returned a string. Middleware returns a Response, such as text('...') or handler(request).`,
  ],
  [
    'a handler that returns an object',
    `app.get('/', () => ({ hello: 'world' }))`,
    `UsageError: GET / returned a map. Middleware returns a Response, such as text('...') or handler(request).`,
  ],
  [
    'a response that is sent twice',
    `const hello = text('Hello, world!')
app.get('/', () => hello)
await app.request('/')`,
    'UsageError: This response was sent before. Make one for each request, or answer with response.clone().',
  ],
  [
    'a class that is not middleware',
    `class Home { show() { return text('Hello, world!') } }
app.get('/', Home)`,
    'ConfigurationError: GET /: the service "Home" is an instance of Home, which is not invokable as middleware. Give a function, an object or a class with process or handle, the name of a service, or an array of these.',
  ],
  [
    'a class whose constructor has a parameter',
    `class Home {
  constructor(greeting) { this.greeting = greeting }
  handle() { return text(this.greeting) }
}
app.get('/', Home)`,
    'ConfigurationError: GET /: the class Home takes arguments, and the container does not know it. Register it as a service, give it `static inject`, or pipe an instance.',
  ],
  ...[
    ['app.pipe(guard)', 'pipe 1'],
    ["app.get('/', [guard, () => text('')])", 'GET /, item 1'],
  ].map(
    ([line, place]) =>
      [
        `a function with inject in ${line}, without a container`,
        `function guard(users) { return (request, handler) => handler(request) }
guard.inject = ['acme/users']
${line}`,
        `ConfigurationError: ${place}: guard takes arguments, such as the service "acme/users", and there is no container. Give one: new Application({ container }).`,
      ] as const,
  ),
  [
    'the name of a service without a container',
    `app.get('/', 'acme/home')`,
    'ConfigurationError: GET /: "acme/home" names a service, but there is no container. Give one: new Application({ container }), or pipe the middleware itself.',
  ],
  [
    'a prefix without its middleware',
    `app.pipe('/admin')`,
    `ConfigurationError: pipe 1: "/admin" names a service, but there is no container. A prefix stands before its middleware: pipe('/admin', middleware).`,
  ],
  [
    'dispatch before routing',
    `app.pipeDispatchMiddleware()
app.pipeRoutingMiddleware()`,
    'ConfigurationError: Dispatch (pipe 1) comes before routing (pipe 2). Pipe routing first.',
  ],
  [
    'routing without dispatch',
    'app.pipeRoutingMiddleware()',
    'ConfigurationError: Routing (pipe 1) is piped without dispatch. Call pipeDispatchMiddleware() after it.',
  ],
  [
    'a guard behind dispatch',
    `app.pipeRoutingMiddleware()
app.pipeDispatchMiddleware()
app.pipe('/admin', () => text('Who are you?', { status: 401 }))`,
    `ApplicationWarning: pipe('/admin', ...) follows the dispatch step: it gets only requests that no route answers. Pipe it before pipeDispatchMiddleware() to guard the routes under it.`,
  ],
  [
    'a promise as JSON',
    `app.get('/', () => json(Promise.resolve({ a: 1 })))`,
    'TypeError: json(): got a promise. Write json(await ...)',
  ],
  ['a promise as text', `app.get('/', () => text(Promise.resolve('a')))`, 'TypeError: text(): got a promise.'],
  [
    'undefined as text',
    `app.get('/', () => text(undefined))`,
    'TypeError: text(): the text is undefined. Write empty() for no body',
  ],
  [
    'an attribute that nobody set',
    `const { attributeKey } = await import('@app/core')
const CURRENT_USER = attributeKey('current user')
app.get('/', (request) => text(request.attribute(CURRENT_USER)))`,
    `UsageError: The request has no attribute "current user". Pipe the middleware that sets it before this, or give the key a default: attributeKey('current user', { default: value }).`,
  ],
  [
    'an attribute by its name',
    `app.get('/', (request) => text(request.attribute('id')))`,
    "UsageError: attribute() takes a key of attributeKey(), got 'id'. A placeholder of the route is in request.params.",
  ],
  [
    'an attribute of a package that is not piped',
    `const { SESSION } = await import('@app/session')
app.get('/', (request) => text(String(request.attribute(SESSION))))`,
    'UsageError: The request has no attribute "session". The middleware of @app/session sets it: pipe that earlier, or run npx app add @app/session.',
  ],
  [
    'a text that is thrown',
    `app.get('/', () => { throw 'no luck' })`,
    'GET /: "no luck" was thrown. Throw an Error, which has a stack.',
  ],
] as const

describe('when middleware runs at the first request', async () => {
  const evenings = await runEach(ASKED.map(([, program]) => withApp(`${program}\nawait app.request('/')`)))
  test.each(ASKED.map(([mistake, , message], i) => [mistake, message, evenings[i]?.said] as const))(
    '%s is reported',
    (_mistake, message, said) => {
      expect(said).toContain(message)
    },
  )
})

test.concurrent('middleware that does not await the handler causes one warning in development', async () => {
  const program = `
app.pipe((request, handler) => {
  const response = handler(request)
  return new Response(response.body, response)
})
app.get('/', async () => text('Not here.', { status: 404 }))
await app.request('/')
await app.request('/')`
  const { said } = await run(withApp(program), 'main.ts', { NODE_ENV: 'development' })
  const warning = 'ApplicationWarning: pipe 1 answered 200 before its handler did. Is an "await" missing?'
  expect(said.split(warning)).toHaveLength(2)
  expect((await run(withApp(program), 'main.ts', { NODE_ENV: 'production' })).said).toBe('')
})

test.concurrent('a body can be read twice, over a socket and without one', async () => {
  const { said } = await run(
    withApp(`
import { createServer } from '@app/core'
app.post('/', async (request) => json([await request.json(), await request.json()]))
const init = { method: 'POST', body: '{}' }
console.log(await (await app.request('/', init)).text())
const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
console.log(await (await fetch(\`http://127.0.0.1:\${server.address.port}/\`, init)).text())
await server.close()
`),
  )
  expect(said).toBe('[{},{}]\n[{},{}]\n')
})

test.concurrent('a body that is not JSON is answered with 400, and the error says where it is wrong', async () => {
  const { said } = await run(
    withApp(`
app.post('/', async (request) => json(await request.json()))
app.post('/told', async (request) => text(await request.json().catch(String)))
const init = { method: 'POST', body: '{ name: 1 }' }
const answers = await Promise.all(['/', '/told'].map((path) => app.request(path, init)))
console.log(...answers.map(({ status }) => status), await answers[1].text())
`),
  )
  expect(said).toContain('400 200')
  expect(said).toContain("SyntaxError: Expected property name or '}' in JSON at position 2")
})

test.concurrent('a forgotten await causes a TypeError of V8, which names the line', async () => {
  const { said } = await run(
    withApp(`
app.pipe((request, handler) => {
  const response = handler(request)
  response.headers.set('x-served-by', 'us')
  return response
})
app.get('/', async () => text('Hello, world!'))
await app.request('/')
`),
  )
  expect(said).toMatch(/TypeError: Cannot read properties of undefined \(reading 'set'\)\n +at .+main\.ts:\d+:\d+/)
})

test.concurrent('a port in use is reported in one line', async () => {
  const { said, code } = await run(
    withApp(`
import { createServer } from 'node:http'
const other = createServer().listen(0, '0.0.0.0', () => app.run({ port: other.address().port }))
`),
  )
  expect(said).toMatch(
    /^Cannot listen on 0\.0\.0\.0:\d+: the port is in use\. Stop the other program, or choose another port: run\(\{ port: 8081 \}\)\.\n$/,
  )
  expect(code).toBe(1)
})
