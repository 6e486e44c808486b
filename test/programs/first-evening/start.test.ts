import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { type Files, run } from './newcomer.ts'

const MAIN = "import { run } from '@app/core'\n\nawait run(import('./app.ts'), { port: 0 })\n"

/**
 * Returns the files of a project: `app.ts` makes an application and contains the given code, `main.ts` runs the
 * application.
 */
const inCode = (program: string): Files => ({
  'main.ts': MAIN,
  'app.ts': `import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
${program}
export default app
`,
})

/** Returns the files of a project whose application is made from the given map of configuration. */
const configured = (map: string): Files => ({
  'main.ts': MAIN,
  'app.ts': `import { Application } from '@app/core'
import container from './config/container.ts'

export default container.get(Application.SERVICE)
`,
  'config/container.ts': `import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'

export default createContainer(await loadConfig())
`,
  'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, autoload('config/autoload')])
`,
  'config/autoload/app.global.ts': `import { env } from '@app/config'\nimport { text } from '@app/core'\n\nexport default ${map}`,
})

const THROWING = configured(`{
  dependencies: {
    eager: ['queue'],
    factories: { queue: () => { throw new Error('no such queue') } },
  },
}`)

const MISSING_VARIABLE = `
The application cannot start: The environment does not fit the configuration:
  DATABASE_URL is not set (database.url in config/autoload/app.global.ts)
Set these variables, or give a fallback: env('NAME', fallback).
`

test.concurrent('a missing environment variable is reported with its key, its file and the remedy', async () => {
  const files = configured(`{ database: { url: env('DATABASE_URL') } }`)
  expect(await run(files)).toEqual({ said: MISSING_VARIABLE.trimStart(), code: 1 })
})

test.concurrent.each<[string, Files, RegExp]>([
  [
    'a factory that throws',
    THROWING,
    /^The application cannot start: Not everything could be started:\n {2}queue: Service "queue" could not be created: no such queue\n {4}at queue \(.+config\/autoload\/app\.global\.ts:7:\d+\)\n$/,
  ],
  [
    'a service whose name a factory misspells',
    configured(`{
  dependencies: { eager: ['queue'], factories: { clock: () => 1, queue: (container) => container.get('clokc') } },
}`),
    /^The application cannot start: .+\n {2}queue: Service not found: queue → missing clokc, required by queue; did you mean "clock"\? Register it .+\n$/,
  ],
  [
    'a service whose name a route misspells',
    configured(`{
  dependencies: { factories: { clock: () => () => text('') } },
  routes: [{ path: '/', middleware: 'clokc' }, { path: '/b', middleware: 'clock' }],
}`),
    /^The application cannot start: .+: the container has no service "clokc"\. Did you mean "clock"\?\n$/,
  ],
  [
    'a service whose name static inject misspells',
    configured(`{
  dependencies: { factories: { clock: () => 1, home: Object.assign(() => () => text(''), { inject: ['clokc'] }) } },
  routes: [{ path: '/', middleware: 'home' }],
}`),
    /^The application cannot start: Service not found: home → missing clokc, required by home; did you mean "clock"\? Register it .+\n$/,
  ],
  [
    'an unknown key of a route',
    configured(`{ routes: [{ path: '/', middleware: () => text(''), methods: ['GET'] }] }`),
    /^The application cannot start: .+routes\.0 \(config\/autoload\/app\.global\.ts\): unknown key "methods"\. Allowed are .+\n$/,
  ],
  [
    'a file that does not parse',
    configured('{ routes: [ }'),
    /^The application cannot start: config\/autoload\/app\.global\.ts, line 4: cannot be parsed[\s\S]+\^\n\nSyntaxError.+\n$/,
  ],
  [
    'a file of JavaScript that does not parse, although another file imports it',
    { 'main.ts': MAIN, 'app.ts': "import './src/hello.js'", 'src/hello.js': 'const a = 1\nconst b = ;\n' },
    /^The application cannot start: src\/hello\.js:2\nconst b = ;\n {10}\^\n\nSyntaxError: Unexpected token ';'\n$/,
  ],
  [
    'a file of JavaScript that does not parse, although a file of the configuration imports it',
    {
      ...configured('{}'),
      'config/autoload/other.global.js': "import '../../src/hello.js'\n\nexport default {}",
      'src/hello.js': 'export const b = ;\n',
    },
    /^The application cannot start: config\/autoload\/other\.global\.js: cannot be parsed, or a module that .+\nCaused by: src\/hello\.js:1\n[\s\S]+Unexpected token ';'\n$/,
  ],
  [
    'a route that is registered twice',
    inCode(`app.get('/', () => text('a'))\napp.get('/', () => text('b'))`),
    /^The application cannot start: Route GET \/ answers requests that GET \/ answers already\. .+\n {4}at .+\/app\.ts:6:5\n$/,
  ],
  [
    'a TypeError that V8 throws',
    inCode('app.get(undefined.path)'),
    /^The application cannot start: TypeError: .+\n {4}at .+\/app\.ts:5:\d+\n.+main\.ts:3:1\n$/,
  ],
  ['a thrown text', inCode(`throw 'no luck'`), /^The application cannot start: 'no luck' was thrown, .+\n$/],
  [
    'a module without a default export',
    { 'main.ts': MAIN, 'app.ts': 'export const app = 1' },
    /^The application cannot start: TypeError: run\(\): the module has no application as its default export\. .+\n.+main\.ts:3:1\)?\n$/,
  ],
])('%s is reported in a few lines, and the program ends with 1', async (_mistake, files, lines) => {
  const { said, code } = await run(files)
  expect(said).toMatch(lines)
  expect(code).toBe(1)
})

test.concurrent('a port in use is reported in one line', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '0.0.0.0', () => resolve((other.address() as { port: number }).port))
  })
  const { said, code } = await run({ ...inCode(''), 'main.ts': MAIN.replace('port: 0', `port: ${port}`) })
  other.close()
  expect(said).toMatch(/^Cannot listen on .+: the port is in use\. .+\n$/)
  expect(code).toBe(1)
})

test.concurrent('app.run() reports an error at the start of an application in a few lines', async () => {
  const main = `import app from './app.ts'\n\nawait app.run({ port: 0 })\n`
  const { said, code } = await run({ ...THROWING, 'main.ts': main })
  expect(said).toMatch(/^The application cannot start: .+\n.+no such queue\n {4}at queue .+\n$/)
  expect(code).toBe(1)
})

test.concurrent('NODE_DEBUG=app prints errors with their whole stacks, causes and properties', async () => {
  const { said, code } = await run(THROWING, 'main.ts', { NODE_DEBUG: 'app' })
  expect(said).toContain('AggregateError: Not everything could be started')
  expect(said).toContain("path: [ 'queue' ]")
  expect(said).toContain('[cause]: Error: no such queue')
  expect(code).toBe(1)
})

test.concurrent('if the program catches the error of a failed start, nothing else prints the error', async () => {
  const caught = MAIN.replace(/await (.+)/, "await $1.catch((error) => console.log('caught', error.name))")
  expect(await run({ ...THROWING, 'main.ts': caught })).toEqual({ said: 'caught AggregateError\n', code: 0 })
})

test.concurrent('a listener of uncaughtException gets the error of a failed start, and nothing prints it', async () => {
  const heard = `process.on('uncaughtException', (error) => console.log('heard', error.name))\n${MAIN}`
  expect((await run({ ...THROWING, 'main.ts': heard })).said).toBe('heard AggregateError\n')
})
