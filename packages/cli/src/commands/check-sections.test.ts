import { expect, test } from 'vitest'
import { appFromConfig, project, run } from '../project.test.helper.ts'

const PACKAGES = ['session', 'authentication', 'authorization', 'rate-limit', 'health', 'view']

/** A project with packages that read sections of the configuration, and services `acme/…` that the sections may name. */
function site(own: string) {
  return project({
    ...appFromConfig(`export default ${own}`),
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
${PACKAGES.map((name, index) => `import { configProvider as p${index} } from '@app/${name}'`).join('\n')}

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
  autoload('config/autoload')])
`,
  })
}

async function problemsIn(own: string): Promise<readonly string[]> {
  const { stdout } = await run(site(own), ['check', '--json'])
  return JSON.parse(stdout).problems.map(({ message }: { message: string }) => message)
}

const FILE = 'config/autoload/app.global.ts'

test.each([
  ["{ authorisation: { otherwise: 'public' } }", 'authorisation', 'authorization'],
  ['{ sesion: { idle: 3 } }', 'sesion', 'session'],
  ['{ rate_limits: { limit: 3 } }', 'rate_limits', 'rate_limit'],
  ['{ heath: {} }', 'heath', 'health'],
])('app check reports the misspelt section in %s', async (own, key, near) => {
  expect(await problemsIn(own)).toEqual([
    `${key} (${FILE}): no service reads this section. Did you mean "${near}"? If it is your own, read it by fromSection().`,
  ])
})

test('app check reports policies in a section whose name is not "policies"', async () => {
  expect(await problemsIn("{ policy: { all: { routes: '/', pass: '@app/session' } } }")).toEqual([
    `policy (${FILE}): nobody reads this key. Did you mean "policies"?`,
  ])
})

test('app check reports no section that resembles no other', async () => {
  expect(await problemsIn('{ bakery: {}, mail: {}, cors: {} }')).toEqual([])
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
  expect(await problemsIn(own ?? '')).toEqual([
    `Service "${service}" could not be created: ${place} (${FILE}): ${where} container has no service "${name}". ` +
      `Did you mean "${near}"?\n@app/core/Application needs it.`,
  ])
})
