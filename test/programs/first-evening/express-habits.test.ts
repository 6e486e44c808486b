import { expect, test } from 'vitest'
import { run, withApp } from './newcomer.ts'

test.concurrent.each([
  [
    'app.use',
    'app.use((request, handler) => handler(request))',
    `TypeError: app.use() is Express's. Write app.pipe(middleware), or app.pipe('/prefix', middleware).`,
  ],
  ['app.all', `app.all('/', () => text(''))`, "TypeError: app.all() is Express's. Write app.any(path, middleware)."],
  ['app.listen', 'app.listen(3000)', "TypeError: app.listen() is Express's. Write await app.run({ port })."],
])('a call of %s, as in Express, throws an error that names our method', async (_habit, program, message) => {
  const { said, code } = await run(withApp(program))
  expect(said).toContain(message)
  expect(code).toBe(1)
})

test.concurrent.each([
  [
    'middleware of three arguments',
    'app.pipe(function log(request, response, next) { console.log(request.path); next() })',
    'ApplicationWarning: pipe 1: log takes 3 arguments, and middleware gets two: (request, handler). Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) of @app/connect. doublePass(…) is for a function that returns a response.',
  ],
  [
    'error middleware of four arguments',
    `app.pipe((error, request, response, next) => response.status(500).send('Sorry.'))`,
    'ApplicationWarning: pipe 1 takes 4 arguments, and middleware gets two: (request, handler). Return a response or handler(request). Middleware of Express, such as helmet, is piped as connect(…) of @app/connect. doublePassError(…) is for a function that returns a response.',
  ],
])('%s causes a warning', async (_habit, program, message) => {
  expect((await run(withApp(`${program}\nawait app.request('/')`))).said).toContain(message)
})

test.concurrent('middleware of three arguments that is wrapped in doublePass() causes no warning', async () => {
  const program = 'app.pipe(doublePass((request, response, next) => next(request, response)))'
  expect((await run(withApp(`${program}\nawait app.request('/')`))).said).toBe('')
})

test.concurrent('a call of res.send throws a TypeError of V8, which names the line, and the log says what to return', async () => {
  const { said } = await run(withApp(`app.get('/', (req, res) => res.send('Hello'))\nawait app.request('/')`))
  expect(said).toMatch(/TypeError: res\.send is not a function\n +at .+main\.ts:\d+:\d+/)
  expect(said).toMatch(/\n {4}A handler gets \(request, handler\) and returns a response: .+\n$/)
})
