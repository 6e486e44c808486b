import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appFromConfig, project, run } from '../project.test.helper.ts'

const PACKAGES = ['session', 'authentication', 'authorization', 'rate-limit', 'health', 'view']

/** A project with packages that read sections of the configuration, and services `acme/…` that the sections may name. */
function site(own: string, files: Readonly<Record<string, string>> = {}) {
  return project({
    ...appFromConfig(`export default ${own}`),
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
${PACKAGES.map((name, index) => `import { configProvider as p${index} } from '@app/${name}'`).join('\n')}
import { configProvider as shop } from '../src/shop.ts'

const services = {
  'acme/store': new Map(),
  'acme/redis': null,
  'acme/identify': () => undefined,
  'acme/database': () => true,
  'acme/menu': () => 'Menu',
  '@app/view/TemplateRenderer': { render: () => '' },
}
const steps = ['@app/core/routing', '@app/core/dispatch']
export default defineConfig([core, ${PACKAGES.map((_, index) => `p${index}`).join(', ')},
  { session: { secret: 'a secret of at least thirty-two bytes' } },
  { dependencies: { services }, middleware_pipeline: { steps: { middleware: steps } } },
  shop,
  autoload('config/autoload')])
`,
    'src/shop.ts': 'export const configProvider = () => ({})',
    ...files,
  })
}

async function problemsIn(root: string): Promise<readonly string[]> {
  const { stdout } = await run(root, ['check', '--json'])
  return JSON.parse(stdout).problems.map(({ message }: { message: string }) => message)
}

const FILE = 'config/autoload/app.global.ts'

test.each([
  ["{ authorisation: { otherwise: 'public' } }", 'authorisation', 'authorization'],
  ['{ sesion: { idle: 3 } }', 'sesion', 'session'],
  ['{ rate_limits: { limit: 3 } }', 'rate_limits', 'rate_limit'],
  ['{ heath: {} }', 'heath', 'health'],
])('app check reports the misspelt section in %s', async (own, key, near) => {
  expect(await problemsIn(site(own))).toEqual([
    `${key} (${FILE}): no service reads this section. Did you mean "${near}"? If it is your own, read it by fromSection().`,
  ])
})

/** Ways to read the section `healths` of the application from the service `config`. */
const READERS = {
  'a function': 'export const make = (config) => page(config.healths.on)',
  'a function, which may find none': 'export const make = (config) => page(config?.healths?.on)',
  'a function, by a string': "export const make = (config) => page(config['healths'].on)",
  'a parameter that is destructured': 'export const make = ({ session, healths }) => page(session, healths.on)',
  'a typed parameter that is destructured, with defaults':
    'export function make({ healths: { on = true } = {} }: { healths?: { on?: boolean } }) { return page(on) }',
  'a variable that is destructured':
    'export const make = (config) => {\n  const { healths, ...rest } = config\n  return page(healths.on, rest)\n}',
  'a class, at a request': `class Healths {
  #settings
  constructor(settings) { this.#settings = settings }
  handle() { return page(this.#settings.healths.on)() }
}
export const make = (config) => new Healths(config)`,
}

test.each(Object.entries(READERS))(
  'app check does not report, and app types declares, a section that the service config gives to %s',
  async (_who, reader) => {
    // A site for each command: the program that runs both imports the files of a folder once.
    const [checked, typed] = [1, 2].map(() =>
      site("{ authorization: { otherwise: 'public' }, routes: { own: { path: '/own', middleware: 'shop/page' } } }", {
        'src/page.ts': `const page = (...read: unknown[]) => () => Response.json(read)\n${reader}\n`,
        'src/shop.ts': `import { make } from './page.ts'

make.inject = ['config']
export const configProvider = () => ({
  healths: { on: true },
  heath: { timeout: 3 },
  dependencies: { factories: { 'shop/page': make } },
})
`,
      }),
    ) as [string, string]
    expect(await problemsIn(checked)).toEqual([expect.stringMatching(/^heath .*Did you mean "health"\?/)])
    expect(await run(typed, ['types'])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^heath [^\n]*\n$/) })
    expect(readFileSync(join(typed, 'config/types.d.ts'), 'utf8')).toContain('      healths: {')
  },
)

test('app check does not report a section that the handler of a route in a module reads', async () => {
  const root = site("{ authorization: { otherwise: 'public' } }", {
    'src/shop.ts': `import { show } from './shop/show.ts'

export const configProvider = () => ({ healths: { on: true }, routes: [{ path: '/shop', middleware: show }] })
`,
    'src/shop/show.ts': `export const show = ({ healths }) => () => Response.json(healths)
show.inject = ['config']
`,
  })
  expect(await problemsIn(root)).toEqual([])
})

test('app check reports a section that is named in comments, strings, types and values, and read nowhere', async () => {
  const root = site('{}', {
    'src/shop.ts': `// config.healths, and const { healths } = config
declare module '@app/core' { interface Config { readonly healths?: { readonly on: boolean } } }
const healths = { on: true }
const names = ['healths', 'config.healths']
export const configProvider = () => ({ healths: { on: names.length > 0 }, shop: healths })
const { length } = names
export const count = length
`,
  })
  expect(await problemsIn(root)).toEqual([
    'healths (configProvider (source 10)): no service reads this section. Did you mean "health"? If it is your own, read it by fromSection().',
  ])
})

test('app check reports policies in a section whose name is not "policies"', async () => {
  expect(await problemsIn(site("{ policy: { all: { routes: '/', pass: '@app/session' } } }"))).toEqual([
    `policy (${FILE}): nobody reads this key. Did you mean "policies"?`,
  ])
})

test('app check reports no section that resembles no other', async () => {
  expect(await problemsIn(site('{ bakery: {}, mail: {}, cors: {} }'))).toEqual([])
})

test.each([
  ["{ session: { store: 'acme/stroe' } }", '@app/session', 'session.store', 'the', 'acme/stroe', 'acme/store'],
  ["{ rate_limit: { redis: 'acme/redsi' } }", '@app/rate-limit', 'rate_limit.redis', 'the', 'acme/redsi', 'acme/redis'],
  ...['bearer', 'session'].map((key) => [
    `{ authentication: { ${key}: { identify: 'acme/identfy' } } }`,
    '@app/authentication',
    `authentication.${key}`,
    '"identify": the',
    'acme/identfy',
    'acme/identify',
  ]),
  [
    "{ authentication: { basic: { check: 'acme/identfy' } } }",
    '@app/authentication',
    'authentication.basic',
    '"check": the',
    'acme/identfy',
    'acme/identify',
  ],
  [
    "{ authentication: { authenticators: ['acme/identfy'] } }",
    '@app/authentication',
    'authentication.authenticators',
    'the',
    'acme/identfy',
    'acme/identify',
  ],
  ...["'acme/databse'", "{ service: 'acme/databse' }"].map((check) => [
    `{ health: { checks: { a: ${check} } } }`,
    '@app/health',
    'health.checks',
    '"a": the',
    'acme/databse',
    'acme/database',
  ]),
  ["{ view: { app: { menu: 'acme/meun' } } }", '@app/view', 'view.app', '"menu": the', 'acme/meun', 'acme/menu'],
])('app check reports a section that names a service which does not exist: %s', async (own, ...texts) => {
  const [service, place, where, name, near] = texts
  expect(await problemsIn(site(own ?? ''))).toEqual([
    `Service "${service}" could not be created: ${place} (${FILE}): ${where} container has no service "${name}". ` +
      `Did you mean "${near}"?\n@app/core/Application needs it.`,
  ])
})
