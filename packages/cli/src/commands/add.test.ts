import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OURS } from '../add/our-packages.ts'
import { appFromConfig, project, run, runJson, write } from '../project.test.helper.ts'

const AUDIT = {
  'package.json': { name: '@acme/audit', version: '1.0.0', type: 'module', exports: './index.js' },
  'index.js': `export const configProvider = () => ({
  middleware_pipeline: { '@acme/audit': { middleware: (request, handler) => handler(request), priority: 1000 } },
})
`,
}

/** Returns the files of a package, with paths in the given folder. */
function packageIn(folder: string, files: Readonly<Record<string, string | object>> = AUDIT) {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]))
}

/**
 * Makes an application that has installed `@acme/audit` already, and whose config/config.ts does not list its provider
 * yet.
 */
function installed(files: Readonly<Record<string, string | object>> = {}): string {
  const dependencies = { '@app/router-find-my-way': '^1.0.0', '@acme/audit': '^1.0.0' }
  return project({
    ...appFromConfig('export default {}'),
    'package.json': { type: 'module', packageManager: 'npm@10.0.0', dependencies },
    ...packageIn('node_modules/@acme/audit'),
    ...files,
  })
}

function list(root: string): string {
  return readFileSync(`${root}/config/config.ts`, 'utf8')
}

test.each(['cors', 'session@^1', 'compression'])(
  'app add %s installs nothing, and suggests our package',
  async (request) => {
    const root = installed()
    const [name = ''] = request.split('@')
    const { code, stderr } = await run(root, ['add', request])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`Did you mean @app/${name}? If you want ${name} itself,`),
    ])
    expect(existsSync(`${root}/node_modules/${name}`)).toBe(false)
  },
)

test('app add knows all our packages that provide configuration, a router or a template engine', () => {
  const packages = new URL('../../../', import.meta.url)
  const found = readdirSync(packages).filter((name) => {
    const { app } = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), 'utf8'))
    return app?.router || app?.view || existsSync(new URL(`${name}/src/config-provider.ts`, packages))
  })
  expect(found.filter((name) => !OURS.includes(name))).toEqual([])
  expect(OURS.filter((name) => !existsSync(new URL(name, packages)))).toEqual([])
})

describe('the lines that app add writes into config/config.ts', () => {
  test('app add inserts the provider after the other providers, and prints the changes of pipeline and configuration', async () => {
    const root = installed()
    const { code, stdout, stderr } = await run(root, ['add', '@acme/audit'])
    expect([code, stderr]).toEqual([0, ''])
    expect(list(root)).toBe(`import { configProvider as audit } from '@acme/audit'
import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, audit, autoload('config/autoload')])
`)
    expect(stdout).toBe(`Changed config/config.ts:
  + import { configProvider as audit } from '@acme/audit'
  + export default defineConfig([core, audit, autoload('config/autoload')])
New in the pipeline:
  + middleware_pipeline.@acme/audit, priority 1000
`)
  })

  test('app add takes several packages, and shows only what they add: routes of a list that was there are not new', async () => {
    const packageOf = (name: string, path: string) =>
      packageIn(`node_modules/@acme/${name}`, {
        'package.json': { name: `@acme/${name}`, version: '1.0.0', type: 'module', exports: './index.js' },
        'index.js': `export const configProvider = () => ({
  middleware_pipeline: [{ middleware: function ${name}(request, handler) { return handler(request) } }],
  routes: [{ path: '${path}', middleware: () => new Response(), allowed_methods: ['GET'] }],
})`,
      })
    const own = "{ path: '/own', middleware: () => new Response(), allowed_methods: ['GET'] }"
    const steps = "{ middleware: ['@app/core/routing', '@app/core/dispatch'] }"
    const root = project({
      ...appFromConfig(`export default { middleware_pipeline: [${steps}], routes: [${own}] }`),
      'package.json': {
        type: 'module',
        dependencies: { '@app/router-find-my-way': '^1.0.0', '@acme/one': '^1.0.0', '@acme/two': '^1.0.0' },
      },
      ...packageOf('one', '/one'),
      ...packageOf('two', '/two'),
    })
    const [one, two] = await runJson<{ config: string[]; pipeline: string[] }[]>(root, [
      'add',
      '@acme/one',
      '@acme/two',
    ])
    expect([one?.config, one?.pipeline]).toEqual([[], []])
    expect(two?.pipeline).toHaveLength(2)
    expect(two?.config.filter((line) => /path|allowed/.test(line))).toEqual([
      'routes[0].path = "/one"',
      'routes[0].allowed_methods[0] = "GET"',
      'routes[1].path = "/two"',
      'routes[1].allowed_methods[0] = "GET"',
    ])
  })

  test('app add puts a package before the modules of the application, which override it, and shows only what it adds', async () => {
    const step = (name: string) => `function ${name}(request, handler) { return handler(request) }`
    const page = "() => new Response('page')"
    const root = project({
      ...appFromConfig(`export default {
  middleware_pipeline: [{ middleware: ${step('last')}, priority: 3 }],
  routes: [{ path: '/own', middleware: ${page} }],
  audit: { keep: 'years' },
}`),
      'package.json': {
        type: 'module',
        dependencies: { '@app/router-find-my-way': '^1.0.0', '@acme/audit': '^1.0.0' },
      },
      'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as shop } from '../src/shop.ts'

export default defineConfig([core, shop, autoload('config/autoload')])
`,
      'src/shop.ts': `export const configProvider = () => ({
  middleware_pipeline: [{ middleware: ['@app/core/routing', '@app/core/dispatch'] }, { middleware: 'shop/none', priority: 2 }],
  routes: [
    { path: '/shop', middleware: ${page}, allowed_methods: ['GET'] },
    { path: '/shop/cart', middleware: 'shop/cart' },
  ],
  audit: { level: 'shop' },
})
`,
      ...packageIn('node_modules/@acme/audit', {
        ...AUDIT,
        'index.js': `export const configProvider = () => ({
  middleware_pipeline: { audit: { middleware: ${step('audit')}, priority: 9 } },
  routes: { 'audit.log': { path: '/audit', middleware: ${page}, allowed_methods: ['GET'] } },
  audit: { level: 'package', size: 1 },
})
`,
      }),
    })
    const { stdout } = await run(root, ['add', '@acme/audit'])
    expect(stdout).toBe(`Changed config/config.ts:
  + import { configProvider as audit } from '@acme/audit'
  + export default defineConfig([core, audit, shop, autoload('config/autoload')])
New in the pipeline:
  + middleware_pipeline.audit, priority 9
New in the configuration:
  + routes["audit.log"].path = "/audit"
  + routes["audit.log"].middleware = "[function middleware]"
  + routes["audit.log"].allowed_methods[0] = "GET"
  + audit.size = 1
`)
    expect(await runJson(root, ['config', 'audit', '--show-values'])).toEqual({ level: 'shop', size: 1, keep: 'years' })
  })

  test('app add of several packages says each thing once, and names the provider of @app/static as pages do', async () => {
    const names = ['session', 'rate-limit', 'authentication', 'authorization', 'static'].map((name) => `@app/${name}`)
    const root = project({
      ...appFromConfig('export default { static: { folder: import.meta.dirname } }'),
      'package.json': {
        type: 'module',
        dependencies: Object.fromEntries([...names, '@app/router-find-my-way'].map((name) => [name, '^1.0.0'])),
      },
    })
    const { stdout } = await run(root, ['add', ...names])
    expect(stdout).toBe(`Wrote into .env, with a random value; a server needs its own:
  + APP_SECRET
Changed config/config.ts:
  + import { configProvider as session } from '@app/session'
Changed config/config.ts:
  + import { configProvider as rateLimit } from '@app/rate-limit'
Changed config/config.ts:
  + import { configProvider as authentication } from '@app/authentication'
Changed config/config.ts:
  + import { configProvider as authorization } from '@app/authorization'
Changed config/config.ts:
  + import { configProvider as staticFiles } from '@app/static'
  + export default defineConfig([
  + core,
  + session,
  + rateLimit,
  + authentication,
  + authorization,
  + staticFiles,
  + autoload('config/autoload'),
  + ])
New in the pipeline:
  + middleware_pipeline.@app/static, priority 6500
  + middleware_pipeline.@app/rate-limit, priority 6000
  + middleware_pipeline.@app/session, priority 3500
  + middleware_pipeline.@app/authentication, priority 2500
  + middleware_pipeline.@app/authorization, priority 2400
New in the configuration:
  + dependencies.factories.@app/once-links = "[function onceLinksService]"
  + dependencies.factories.@app/static/assets = "[function @app/static/assets]"
  + session.secret = "********"
  + once_links.secret = "********"
`)
  })

  test('app add for a package whose provider is listed already changes nothing', async () => {
    const root = installed()
    await run(root, ['add', '@acme/audit'])
    const once = list(root)
    const { code, stdout } = await run(root, ['add', '@acme/audit'])
    expect([code, stdout]).toEqual([0, '@acme/audit is installed and listed already. Nothing changed.\n'])
    expect(list(root)).toBe(once)
  })

  test('app add --dry-run prints the lines to add to config/config.ts, and does not write them', async () => {
    const root = installed()
    const before = list(root)
    const answer = await runJson<object>(root, ['add', '@acme/audit', '--dry-run'])
    expect(answer).toMatchObject({
      dryRun: true,
      file: 'config/config.ts',
      lines: [
        "import { configProvider as audit } from '@acme/audit'",
        "export default defineConfig([core, audit, autoload('config/autoload')])",
      ],
    })
    expect(list(root)).toBe(before)
  })

  test('if config/config.ts imports the provider already, app add lists it under the name of this import', async () => {
    const config = `import { autoload, defineConfig } from '@app/config'
import { configProvider as trail } from '@acme/audit'
export default defineConfig([autoload('config/autoload')])
`
    const root = installed({ 'config/config.ts': config })
    await run(root, ['add', '@acme/audit'])
    expect(list(root)).toBe(config.replace('[autoload', '[trail, autoload'))
  })
})

test('if the application cannot be loaded, app add inserts the provider, and shows no changes of the pipeline', async () => {
  const root = installed({ 'config/container.ts': 'throw new Error()' })
  const { code, stdout } = await run(root, ['add', '@acme/audit'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Changed config\/config\.ts:/)])
  expect(stdout).not.toContain('New in')
})

test('if the application cannot be loaded with the provider, app add keeps the provider in the list, and prints the error', async () => {
  const root = installed()
  write(root, {
    'node_modules/@acme/audit/index.js': "export const configProvider = () => ({ middleware_pipeline: 'x' })",
  })
  const { code, stderr } = await run(root, ['add', '@acme/audit'])
  expect(code).toBe(1)
  expect(stderr).toContain('@acme/audit was added to config/config.ts, and the application cannot be loaded with it:')
  expect(stderr).toContain('middleware_pipeline')
  expect(list(root)).toContain('[core, audit, ')
})

describe('app add for a package that does not work without a further step, such as a setting', () => {
  test('if a service of the package cannot be made yet, app add keeps the package, prints the error, and ends with exit code 1', async () => {
    const root = installed()
    write(root, {
      'node_modules/@acme/audit/index.js': `export const configProvider = () => ({
  dependencies: { eager: ['acme/log'], factories: { 'acme/log': () => { throw new Error('Install @acme/log-file.') } } },
})`,
    })
    const { code, stdout } = await run(root, ['add', '@acme/audit'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^It does not work yet:\n {2}- Service "acme\/log" .*Install @acme\/log-file\.$/m)
    expect(list(root)).toContain('[core, audit, ')
  })

  test('app add @app/view and app check report that the template engine is missing', async () => {
    const root = installed()
    write(root, {
      'package.json': { type: 'module', dependencies: { '@app/router-find-my-way': '*', '@app/view': '*' } },
    })
    const { code, stdout } = await run(root, ['add', '@app/view'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/It does not work yet:\n {2}- .*@app\/view-eta/)])
    expect((await run(root, ['check'])).code).toBe(1)
  })

  test('app add does not report problems that the application already had before the package was added', async () => {
    const root = installed({
      'config/autoload/app.global.ts': "export default { middleware_pipeline: { a: { middleware: 'acme/none' } } }",
    })
    const { code, stdout } = await run(root, ['add', '@acme/audit'])
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('acme/none')])
  })
})

test('app add rewrites the types of the application, if it has config/types.d.ts', async () => {
  const root = installed({ 'config/types.d.ts': '' })
  expect((await run(root, ['add', '@acme/audit'])).stdout).toContain('\nWrote config/types.d.ts.\n')
  expect((await run(root, ['types', '--check'])).code).toBe(0)
})

describe('app add for packages without a provider, and for applications without a list of providers', () => {
  test.each([
    [
      'no list of providers',
      "import { defineConfig } from '@app/config'\nconst s = []\nexport default defineConfig(s)\n",
    ],
    ['two lists of providers', 'export const a = defineConfig([]), b = defineConfig([])\nexport default a\n'],
    ['a syntax error', 'export default defineConfig([\n'],
  ])(
    'if config/config.ts has %s, app add prints the line to write by hand, and leaves the file unchanged',
    async (_what, config) => {
      const root = installed({ 'config/config.ts': config })
      const { code, stdout } = await run(root, ['add', '@acme/audit'])
      expect(code).toBe(1)
      expect(stdout).toContain("import { configProvider as audit } from '@acme/audit', and put audit into the list")
      expect(list(root)).toBe(config)
    },
  )

  test('app add says of a package without a provider that it exports none, and leaves the list of providers unchanged', async () => {
    const root = installed({ 'node_modules/@acme/audit/index.js': 'export const x = 1' })
    const before = list(root)
    const { code, stdout } = await run(root, ['add', '@acme/audit'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('@acme/audit exports no configProvider')])
    expect(list(root)).toBe(before)
  })

  test('app add reports a package whose import throws, and leaves the list of providers unchanged', async () => {
    const root = installed({ 'node_modules/@acme/audit/index.js': 'throw new Error("no license")' })
    const before = list(root)
    const { code, stderr } = await run(root, ['add', '@acme/audit'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('@acme/audit cannot be imported: Error: no license')])
    expect(list(root)).toBe(before)
  })

  test('app add adds nothing to the list of providers for a router, since a router needs no line there', async () => {
    const manifest = { ...AUDIT['package.json'], app: { router: 'X' } }
    const root = installed({ 'node_modules/@acme/audit/package.json': manifest })
    const before = list(root)
    expect((await run(root, ['add', '@acme/audit'])).code).toBe(0)
    expect(list(root)).toBe(before)
  })
})

describe('app add for a package that needs a secret', () => {
  const manifest = { ...AUDIT['package.json'], app: { secrets: ['AUDIT_KEY', 'not a name\nX=1', 7] } }
  const asking = { 'node_modules/@acme/audit/package.json': manifest }
  const variables = (root: string, file = '.env') => readFileSync(`${root}/${file}`, 'utf8')

  test('app add writes a random value for a secret into .env, and the name into .env.example', async () => {
    const root = installed({ ...asking, '.env': 'PORT=1', '.env.example': 'PORT=8080\n' })
    const { stdout } = await run(root, ['add', '@acme/audit'])
    expect(stdout).toContain('Wrote into .env, with a random value; a server needs its own:\n  + AUDIT_KEY\n')
    expect(variables(root)).toMatch(/^PORT=1\nAUDIT_KEY=[\w-]{43}\n$/)
    expect(variables(root, '.env.example')).toBe('PORT=8080\nAUDIT_KEY=\n')
    expect(stdout).not.toContain(variables(root).split('AUDIT_KEY=')[1])
  })

  test('app add --dry-run prints the name of a missing secret, and writes nothing into .env', async () => {
    const root = installed(asking)
    expect((await run(root, ['add', '@acme/audit', '--dry-run'])).stdout).toContain('Would write into .env')
    expect(existsSync(`${root}/.env`)).toBe(false)
  })
})

describe('the installation of a package by app add', () => {
  const OFFLINE = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

  function withoutIt(): string {
    const root = project(appFromConfig('export default {}'))
    write(root, { 'package.json': { name: 'x', type: 'module', packageManager: 'npm@10.0.0' } })
    write(root, packageIn('../audit'))
    return root
  }

  test('app add installs a package, also from a folder, with the package manager of the application, and lists the provider of the package', async () => {
    const root = withoutIt()
    const { code, stdout, stderr } = await run(root, ['add', 'file:../audit'], OFFLINE)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Installed: npm install file:../audit')
    expect(JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))).toMatchObject({
      dependencies: { '@acme/audit': 'file:../audit' },
    })
    expect(list(root)).toContain("import { configProvider as audit } from '@acme/audit'")
    expect(stdout).toContain('+ middleware_pipeline.@acme/audit, priority 1000')
  })

  test('app add --dry-run shows the command that would install the package, and does not run it', async () => {
    const { code, stdout } = await run(withoutIt(), ['add', '@acme/audit@^1', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('Would run: npm install @acme/audit@^1')
    expect(stdout).toContain('Would change config/config.ts:')
  })

  test('app add leaves the application unchanged if the installation fails', async () => {
    const root = withoutIt()
    const before = list(root)
    const { code, stderr } = await run(root, ['add', 'file:../nowhere'], OFFLINE)
    expect([code, stderr]).toEqual([1, expect.stringContaining('could not be installed, and nothing else was done')])
    expect(list(root)).toBe(before)
  })
})
