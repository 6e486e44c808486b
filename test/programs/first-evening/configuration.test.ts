import { describe, expect, test } from 'vitest'
import { run, runEach } from './newcomer.ts'

const PROJECT = {
  'config/config.ts': `
import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, autoload('config/autoload')])
`,
  'config/container.ts': `
import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'

export default createContainer(await loadConfig())
`,
  'config/autoload/app.global.ts': `export default {}`,
  'main.ts': `
import { Application } from '@app/core'
import container from './config/container.ts'

const app = container.get(Application.SERVICE)
await app.request('/')
`,
}

/** Returns the text of a configuration file that exports a map, with the import that a handler in it needs. */
const entries = (map: string) => `import { text } from '@app/core'\n\nexport default ${map}`

test.concurrent('a project without mistakes prints nothing', async () => {
  const map = entries(`{ routes: [{ path: '/', middleware: () => text('Hello, world!') }] }`)
  expect(await run({ ...PROJECT, 'config/autoload/app.global.ts': map })).toEqual({ said: '', code: 0 })
})

const MAPS = [
  [
    'middlware_pipeline instead of middleware_pipeline',
    `{ middlware_pipeline: { greet: { middleware: () => text('Hello, world!') } } }`,
    'ApplicationWarning: middlware_pipeline (config/autoload/app.global.ts): the core does not read this key. Did you mean "middleware_pipeline"?',
  ],
  [
    'route instead of routes',
    `{ route: [{ path: '/', middleware: () => text('Hello, world!') }] }`,
    'ApplicationWarning: route (config/autoload/app.global.ts): the core does not read this key. Did you mean "routes"?',
  ],
  [
    'dependancies instead of dependencies',
    `{ dependancies: { factories: {} } }`,
    'ApplicationWarning: dependancies (config/autoload/app.global.ts): the core does not read this key. Did you mean "dependencies"?',
  ],
  [
    'factory instead of factories',
    '{ dependencies: { factory: {} } }',
    'ConfigurationError: dependencies.factory is not known: allowed are services, invokables, factories, aliases, delegators, initializers, abstract_factories, shared, shared_by_default, eager; did you mean "factories"?',
  ],
  [
    'allowedMethods instead of allowed_methods',
    `{ routes: [{ path: '/', middleware: () => text(''), allowedMethods: ['GET'] }] }`,
    'routes.0 (config/autoload/app.global.ts): unknown key "allowedMethods". Did you mean "allowed_methods"?',
  ],
  [
    'methods instead of allowed_methods',
    `{ routes: [{ path: '/', middleware: () => text(''), methods: ['GET'] }] }`,
    'routes.0 (config/autoload/app.global.ts): unknown key "methods". Allowed are path, middleware, allowed_methods, name, options, metadata.',
  ],
  [
    'one method instead of a list',
    `{ routes: [{ path: '/', middleware: () => text(''), allowed_methods: 'GET' }] }`,
    `routes.0 (config/autoload/app.global.ts): Route "/": methods are a list like ['GET'], got "GET".`,
  ],
  [
    'a route without a leading slash',
    `{ routes: { home: { path: 'home', middleware: () => text('') } } }`,
    'routes.home (config/autoload/app.global.ts): Invalid path "home": a path starts with a slash. Write "/home".',
  ],
  [
    'metadata that nobody declared',
    `{ routes: { home: { path: '/', middleware: () => text(''), metadata: { 'acme/access': { role: 'admin' } } } } }`,
    'routes.home (config/autoload/app.global.ts): nobody declared the metadata "acme/access". Import the module that declares it: metadataKey(\'acme/access\').',
  ],
  [
    'metadata of a package that is not there',
    `{ routes: { home: { path: '/', middleware: () => text(''), metadata: { '@app/authorisation': 'public' } } } }`,
    'routes.home (config/autoload/app.global.ts): nobody declared the metadata "@app/authorisation". Add the package that declares it: npx app add @app/authorisation.',
  ],
  [
    'dispatch before routing',
    `{
  middleware_pipeline: {
    dispatching: { middleware: '@app/core/dispatch', priority: 10 },
    routing: { middleware: '@app/core/routing' },
  },
  routes: [{ path: '/', middleware: () => text('') }],
}`,
    'Dispatch (middleware_pipeline.dispatching (config/autoload/app.global.ts)) comes before routing (middleware_pipeline.routing (config/autoload/app.global.ts)). Pipe routing first.',
  ],
  [
    'a priority in words',
    `{ middleware_pipeline: { greet: { middleware: () => text(''), priority: 'high' } } }`,
    'middleware_pipeline.greet (config/autoload/app.global.ts): "priority": a priority must be an integer such as 1, 1000 or -10, got "high".',
  ],
  [
    'a status as the key of an entry, which a map puts in front of all other entries',
    `{
  middleware_pipeline: {
    greet: { middleware: (request, handler) => handler(request) },
    404: { middleware: () => text('Not here.', { status: 404 }) },
  },
}`,
    'middleware_pipeline.404 (config/autoload/app.global.ts): a map puts keys that are integers before all others. Write a word, such as "entry-404".',
  ],
  [
    'a pipeline without routing and dispatch',
    `{
  middleware_pipeline: { greet: { middleware: (request, handler) => handler(request) } },
  routes: [{ path: '/', middleware: () => text('') }],
}`,
    'The configuration has routes and a pipeline, but no entry runs the routes. Add an entry where they belong: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] }.',
  ],
  [
    'a mistyped name of a service',
    `{
  dependencies: { factories: { 'acme/home': () => () => text('') } },
  routes: [{ path: '/', middleware: 'acme/hmoe' }],
}`,
    'ConfigurationError: any method /: the container has no service "acme/hmoe". Did you mean "acme/home"?',
  ],
  [
    'a service that nobody registered',
    `{ routes: [{ path: '/', middleware: 'acme/home' }] }`,
    'ConfigurationError: any method /: the container has no service "acme/home". Register it, or pipe the middleware itself.',
  ],
] as const

describe('a mistake in a configuration file is reported:', async () => {
  const projects = MAPS.map(([, map]) => ({ ...PROJECT, 'config/autoload/app.global.ts': entries(map) }))
  const evenings = await runEach(projects)
  test.each(MAPS.map(([mistake, , message], i) => [mistake, message, evenings[i]?.said] as const))(
    '%s',
    (_mistake, message, said) => {
      expect(said).toContain(message)
    },
  )
})

const FILES = [
  [
    'a file that exports nothing',
    { 'config/autoload/app.global.ts': 'const routes = []' },
    'ConfigFileError: config/autoload/app.global.ts: has no default export. Write `export default { … }`.',
  ],
  [
    'a list of sources that is not exported',
    { 'config/config.ts': `import { defineConfig } from '@app/config'\n\ndefineConfig([])` },
    'ConfigFileError: config/config.ts: has no default export. Write `export default defineConfig([…])`.',
  ],
  [
    'a map where the list of sources belongs',
    { 'config/config.ts': 'export default { routes: [] }' },
    'ConfigFileError: config/config.ts: exports a map in place of a definition. Write `export default defineConfig([…])`.',
  ],
  [
    'a list of sources without the configProvider of the core',
    { 'config/config.ts': `import { defineConfig } from '@app/config'\n\nexport default defineConfig([])` },
    'ServiceNotFoundError: Service not found: missing @app/core/Application. Add @app/core (npx app add @app/core, or its configProvider in defineConfig([…])), register it in dependencies',
  ],
  [
    'a folder that is not there',
    { 'config/config.ts': PROJECT['config/config.ts'].replace('config/autoload', 'config/autolaod') },
    'ConfigFileError: config/autolaod: is not a folder. Create the folder, or take its autoload() out of the list of sources.',
  ],
] as const

describe('a missing or wrong file of the configuration is reported:', async () => {
  const evenings = await runEach(FILES.map(([, files]) => ({ ...PROJECT, ...files })))
  test.each(FILES.map(([mistake, , message], i) => [mistake, message, evenings[i]] as const))(
    '%s',
    (_mistake, message, evening) => {
      expect(evening).toEqual({ said: expect.stringContaining(message), code: 1 })
    },
  )
})

test.concurrent('a secret that is too short is reported with its key and its variable', async () => {
  const providers = PROJECT['config/config.ts']
    .replace('[core,', '[core, session,')
    .replace('import { configProvider as core }', "import { configProvider as session } from '@app/session'\n$&")
  const { said } = await run({ ...PROJECT, 'config/config.ts': providers }, 'main.ts', { APP_SECRET: 'short' })
  expect(said).toContain(
    'session.secret (configProvider (source 2), variable APP_SECRET): "secret" must be a secret of at least 32 characters, as "openssl rand -base64 32" prints, or a list of such secrets, got a string.',
  )
})

test.concurrent('a project without a configuration is reported, with the file to write', async () => {
  const { 'config/config.ts': _, ...files } = PROJECT
  expect((await run(files)).said).toMatch(
    /ConfigurationError: No config\/config\.ts \(nor \.mts, \.js, \.mjs\) was found in \/.+ or in a folder above it\. Write one: `export default defineConfig\(\[autoload\('config\/autoload'\)\]\)`, or name the folder where the search starts: `loadConfig\(\{ from: import\.meta\.url \}\)`\./,
  )
})
