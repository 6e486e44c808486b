import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifest, run, runEach, withApp } from './newcomer.ts'

const ONE_ROUTE = `
import { Application, text } from '@app/core'

const app = new Application()
app.get('/', () => text('Hello, world!'))
await app.run()
`

test.concurrent('an application with routes, but without an installed router, is reported', async () => {
  const { said, code } = await run({ 'main.ts': ONE_ROUTE, 'package.json': manifest() })
  expect(code).toBe(1)
  expect(said).toMatch(
    /The application has routes, but \/.+\/package\.json depends on no router\. Install one: npm install @app\/router-find-my-way\n\(or @app\/router-trouter, @app\/router-rou3\), or give it: new Application\(\{ router \}\)\./,
  )
})

test.concurrent('an application with two installed routers is reported, with the names of both', async () => {
  const { said, code } = await run({
    'main.ts': ONE_ROUTE,
    'package.json': manifest('router-trouter', 'router-find-my-way'),
  })
  expect(code).toBe(1)
  expect(said).toContain(
    'Several routers are installed: @app/router-trouter, @app/router-find-my-way. ' +
      'Remove all but one (npm rm @app/router-find-my-way), or choose: ' +
      "import one from '@app/router-trouter' and give it to new Application({ router }).",
  )
})

test.concurrent('a call of process() on an application without a router is reported', async () => {
  const { said } = await run({
    'main.ts': `
import { Application, text } from '@app/core'

const inner = new Application()
inner.get('/', () => text('Hello, world!'))
const app = new Application()
app.pipe((request, handler) => inner.process(request, handler))
await app.request('/')
`,
  })
  expect(said).toContain(
    'The application has routes and no router, and process() cannot wait for the search of one. ' +
      'Add one: new Application({ router }), or pipe the application instead of calling process().',
  )
})

const MISTAKES = [
  [
    'a path without a leading slash',
    `app.get('users', () => text('All'))`,
    `ConfigurationError: Invalid path "users": a path starts with a slash. Write "/users".
  users
  ^`,
  ],
  [
    'a placeholder as other routers write it',
    `app.get('/users/:id', () => text('One'))`,
    `ConfigurationError: Invalid path "/users/:id": a placeholder is written in braces. Write "{id}", or "{x::id}" for this text.
  /users/:id
         ^`,
  ],
  [
    'a brace that is never closed',
    `app.get('/users/{id/edit', () => text('One'))`,
    `ConfigurationError: Invalid path "/users/{id/edit": this placeholder is never closed. Write "{id}".
  /users/{id/edit
         ^`,
  ],
  [
    'a star for the rest of a path',
    `app.get('/files/*', () => text('One'))`,
    `ConfigurationError: Invalid path "/files/*": "*" has no meaning in a path. Write "{rest...}" for a catch-all, or "{x:[*]}" for the character.
  /files/*
         ^`,
  ],
  [
    String.raw`\d+ in a string literal, which is d+`,
    String.raw`app.get('/users/{id:\d+}', () => text('One'))`,
    String.raw`ConfigurationError: Invalid path "/users/{id:d+}": "d+" stands for the letter d. Write "\\d+" (in a string literal "\d" is just "d").
  /users/{id:d+}
             ^`,
  ],
  [
    String.raw`\d+ in a string literal of the options, which is d+`,
    String.raw`app.get('/users/{id}', () => text('One')).setOptions({ tokens: { id: '\d+' } })`,
    String.raw`ConfigurationError: Route GET /users/{id}: the token "d+" of {id} stands for the letter d. Write "\\d+" in a string literal.`,
  ],
  [
    'an option that is one letter short',
    String.raw`app.get('/users/{id}', () => text('One')).setOptions({ token: { id: '\\d+' } })
await app.request('/users/7')`,
    'ConfigurationError: Route GET /users/{id}: FindMyWayRouter takes no option "token". Did you mean "tokens"?',
  ],
  [
    'a host as other routers constrain it',
    `app.get('/users', () => text('All')).setOptions({ constraints: { host: 'api.example.org' } })
await app.request('/users')`,
    `ConfigurationError: Route GET /users: there are no "constraints", since a router sees method and path alone. For a host, pipe an application: app.pipe(host('api.example.org', application)). The option "tokens" restricts the values of placeholders.`,
  ],
  [
    'a token for a placeholder that the path does not have',
    String.raw`app.get('/users/{id}', () => text('One')).setOptions({ tokens: { user: '\\d+' } })`,
    'ConfigurationError: Route GET /users/{id}: there is a token for {user}, but no such placeholder. It has {id}.',
  ],
  [
    'a route that matches the same requests as an earlier one',
    `app.get('/users/{id}', () => text('One'))
app.get('/users/{name}', () => text('The same'))`,
    String.raw`ConfigurationError: Route GET /users/{name} answers requests that GET /users/{id} answers already. Remove one, or tell them apart by their methods or by a token in the path, such as {id:\\d+}.`,
  ],
  [
    'a name that an earlier route has already',
    `app.get('/users', () => text('All'), 'users')
app.get('/users/{id}', () => text('One'), 'users')`,
    'ConfigurationError: Route GET /users/{id} (users) has the name "users" that GET /users (users) has already. Give it another name.',
  ],
  [
    'a URL by a mistyped name',
    `app.get('/users/{id}', () => text('One'), 'user.show')
app.url('user.shwo', { id: 7 })`,
    'UsageError: No route is named "user.shwo". Did you mean "user.show"?',
  ],
  [
    'a URL without its param',
    `app.get('/users/{id}', () => text('One'), 'user.show')
app.url('user.show')`,
    "UsageError: Route GET /users/{id} (user.show): the param {id} is missing. Pass { id: '...' }.",
  ],
  [
    'a URL with a param that the route has not',
    `app.get('/users/{id}', () => text('One'), 'user.show')
app.url('user.show', { userId: 7 })`,
    "UsageError: Route GET /users/{id} (user.show): the param {id} is missing, got {userId}. Pass { id: '...' }.",
  ],
] as const

describe('a mistake in a route is reported:', async () => {
  const evenings = await runEach(MISTAKES.map(([, program]) => withApp(program)))
  test.each(MISTAKES.map(([mistake, , message], i) => [mistake, message, evenings[i]] as const))(
    '%s',
    (_mistake, message, evening) => {
      expect(evening).toEqual({ said: expect.stringContaining(message), code: 1 })
    },
  )
})

const TSCONFIG = join(import.meta.dirname, '../../tsconfig.json')
const TYPES = join(import.meta.dirname, '../../../node_modules/@types')
const TSC = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

const CALLS = [
  ['no params', 'app.url(route)', 'Expected 2-3 arguments, but got 1.'],
  ['one of two params', "app.url(route, { id: '7' })", "Property 'tab' is missing in type '{ id: string; }'"],
  ['a misspelt param', "app.url(route, { id: '7', tba: 'x' })", "'tba' does not exist in type"],
  [
    'a param that is not a string',
    "app.url(route, { id: true, tab: 'x' })",
    "Type 'boolean' is not assignable to type 'string | number'.",
  ],
  [
    'a query that holds a date',
    "app.url('user.show', { id: '7' }, { query: { page: new Date() } })",
    "Type 'Date' is not assignable to type",
  ],
] as const

describe('the compiler refuses a URL of a route with', async () => {
  const files = CALLS.map(([, call], i) => {
    const { 'main.ts': program = '' } = withApp(
      `const route = app.get('/users/{id}/{tab}', () => text(''), 'user.show')\n${call}`,
    )
    return [`call-${i}.ts`, program] as const
  })
  const tsconfig = { extends: TSCONFIG, compilerOptions: { rootDir: '/', typeRoots: [TYPES] }, include: ['call-*.ts'] }
  const { said } = await run({ ...Object.fromEntries(files), 'tsconfig.json': JSON.stringify(tsconfig) }, TSC)
  test.each(CALLS.map(([what, , error], i) => [what, error, i] as const))('%s', (_what, error, i) => {
    // The compiler indents the further lines of an error, so each line without indentation begins another error.
    const errors = said.split(/\n(?=\S)/).filter((one) => one.startsWith(`call-${i}.ts`))
    expect(errors).toEqual([expect.stringMatching(/error TS/)])
    expect(errors[0]).toContain(error)
  })
})
