import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../../test/programs/run-program.ts'
import { appFromConfig, appInCode, project, run, runJson, write } from '../project.test.helper.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const WHAT = ['middleware audit-trail', 'handler home', 'provider billing']

function read(root: string, file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

describe('the files that app make writes', () => {
  test.each([
    ['.ts', 'vitest'],
    ['.ts', 'node'],
    ['.js', 'node'],
  ])('app make writes %s files, with tests for the test runner %s', async (extension, runner) => {
    const root = project({ [`src/app${extension}`]: appInCode('') })
    if (runner === 'vitest') write(root, { 'package.json': { type: 'module', devDependencies: { vitest: '*' } } })
    for (const what of WHAT)
      expect(await run(root, ['make', ...what.split(' ')])).toMatchObject({ code: 0, stderr: '' })

    const files = globSync('src/*', { cwd: root }).sort()
    expect(files).toEqual(
      [
        'app',
        'audit-trail',
        'audit-trail.test',
        'billing-provider',
        'billing-provider.test',
        'home-handler',
        'home-handler.test',
      ]
        .map((name) => `src/${name}${extension}`)
        .sort(),
    )
    const tests = files.filter((file) => file.includes('.test'))
    if (runner === 'vitest') {
      for (const file of tests) expect(read(root, file)).toMatch(/^import \{ (?:expect, )?test \} from 'vitest'$/m)
      return
    }
    const { stdout } = await runCommand(process.execPath, ['--test', ...tests], { cwd: root })
    expect(stdout).toMatch(/pass 3\n/)
  })

  test('the files that app make writes pass the type checker', async () => {
    const root = project({ 'src/app.ts': appInCode('') })
    for (const what of WHAT) await run(root, ['make', ...what.split(' ')])
    write(root, {
      'tsconfig.json': {
        extends: `${ROOT}/tsconfig.base.json`,
        compilerOptions: { rootDir: '/', noEmit: true, composite: false, typeRoots: [`${ROOT}/node_modules/@types`] },
        include: ['src/audit-trail.ts', 'src/home-handler.ts', 'src/billing-provider.ts'],
      },
    })
    const tsc = `${ROOT}/node_modules/typescript/bin/tsc`
    expect(await runCommand(process.execPath, [tsc, '-p', root], { cwd: root })).toMatchObject({ code: 0, stdout: '' })
  })
})

describe('the folder that app make writes to', () => {
  test('app make writes beside the application if there is no folder src, or to the folder that --folder names', async () => {
    const root = project({ 'app.ts': appInCode('') })
    expect(await runJson(root, ['make', 'middleware', 'auditTrail'])).toEqual({
      files: ['audit-trail.ts', 'audit-trail.test.ts'],
    })
    expect(await runJson(root, ['make', 'handler', 'HomeHandler', '--folder', 'lib'])).toEqual({
      files: ['lib/home-handler.ts', 'lib/home-handler.test.ts'],
    })
    expect(read(root, 'lib/home-handler.ts')).toContain('class HomeHandler implements')
  })

  test('app make writes to src if there is no application yet', async () => {
    const root = project({ 'tsconfig.json': {} })
    expect(await runJson(root, ['make', 'middleware', 'x'])).toEqual({ files: ['src/x.ts', 'src/x.test.ts'] })
  })
})

test.each(['audit.ts', 'audit.test.ts'])('app make never overwrites the existing file %s', async (taken) => {
  const root = project({ 'app.ts': appInCode(''), [taken]: 'mine' })
  const { code, stderr } = await run(root, ['make', 'middleware', 'audit'])
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${taken} is there already, and nothing was written.`)])
  expect(read(root, taken)).toBe('mine')
  expect(['audit.ts', 'audit.test.ts'].filter((file) => existsSync(`${root}/${file}`))).toEqual([taken])
})

test.each(['con', 'NUL', 'aux', 'Com1', 'lpt9'])(
  'app make refuses the name %s, which is a device on Windows',
  async (name) => {
    const root = project({ 'app.ts': appInCode('') })
    expect(await run(root, ['make', 'middleware', name])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${name} is the name of a device on Windows`),
    })
    expect((await run(root, ['make', 'handler', name])).code).toBe(0)
    expect(readdirSync(root).filter((file) => /^(?:con|nul|aux|com1|lpt9)\./i.test(file))).toEqual([])
  },
)

describe('a module that app make writes', () => {
  const MODULAR = {
    ...appFromConfig('export default {}'),
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as teams } from '../src/parts/teams/config-provider.ts'

export default defineConfig([core, teams, autoload('config/autoload')])
`,
    'src/parts/teams/config-provider.ts': 'export const configProvider = () => ({})\n',
  }

  test('in a modular application, app make module writes beside the other modules, and adds the provider to config/config.ts', async () => {
    const root = project(MODULAR)
    expect(await runJson(root, ['make', 'module', 'billing'])).toEqual({
      files: ['billing-handler.ts', 'config-provider.ts', 'billing.test.ts'].map((name) => `src/parts/billing/${name}`),
      changed: 'config/config.ts',
      lines: [
        "import { configProvider as billing } from '../src/parts/billing/config-provider.ts'",
        "export default defineConfig([core, teams, billing, autoload('config/autoload')])",
      ],
      missing: ['@app/endpoint', 'zod'],
    })
    const [row] = await runJson<object[]>(root, ['routes'])
    expect(row).toMatchObject({ path: '/billing', name: 'billing', handler: 'BillingHandler' })
  })

  test('in a configured application, app make module writes a file in config/autoload, and changes no other file', async () => {
    const root = project(appFromConfig('export default {}'))
    const { files } = await runJson<{ files: string[] }>(root, ['make', 'module', 'auditTrail'])
    expect(files).toEqual([
      'src/audit-trail/audit-trail-handler.ts',
      'config/autoload/audit-trail.global.ts',
      'src/audit-trail/audit-trail.test.ts',
    ])
    const [row] = await runJson<object[]>(root, ['routes'])
    expect(row).toMatchObject({ path: '/audit-trail', name: 'audit-trail' })
  })

  test.each([
    ['.ts', ''],
    ['.js', ''],
    ['.js', ';'],
  ])(
    'in an application that is built in code (%s), app make module writes a function, and a call of it with the application',
    async (extension, end) => {
      const app = appInCode('').replace(/(?<=[)\w'])$/gm, end)
      const root = project({ [`src/app${extension}`]: app })
      const { lines } = await runJson<{ lines: string[] }>(root, ['make', 'module', 'billing'])
      expect(lines).toEqual([`import { billing } from './billing/routes${extension}'${end}`, `billing(app)${end}`])
      const [row] = await runJson<object[]>(root, ['routes'])
      expect(row).toMatchObject({ path: '/billing', name: 'billing' })
      write(root, { 'package.json': { type: 'module', dependencies: { '@app/router-find-my-way': '^1.0.0' } } })
      const { stdout } = await runCommand(process.execPath, ['--test', `src/billing/billing.test${extension}`], {
        cwd: root,
      })
      expect(stdout).toMatch(/pass 1\n/)
    },
  )

  test('--style determines the style of a new module, and --folder the folder that gets the folder of the module', async () => {
    const root = project(MODULAR)
    const { files, lines } = await runJson<{ files: string[]; lines: string[] }>(root, [
      ...['make', 'module', 'billing', '--style', 'configured', '--folder', 'src/money'],
    ])
    expect(files).toContain('config/autoload/billing.global.ts')
    expect(files).toContain('src/money/billing/billing-handler.ts')
    expect(lines).toBeUndefined()
  })

  test('app make module prints the code to write by hand if the default export is a function and not the name of the application', async () => {
    const root = project({ 'app.ts': appInCode('').replace('export default app', 'export default () => app') })
    const { code, stdout } = await run(root, ['make', 'module', 'billing'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        "By hand, in app.ts: import { billing } from './billing/routes.ts', and call billing(app)",
      ),
    ])
  })

  test.each(['config/config.ts', 'src/parts/billing/billing.test.ts'])(
    'app make module writes nothing if %s is left from an earlier run for the same module',
    async (taken) => {
      const root = project(MODULAR)
      await run(root, ['make', 'module', 'billing'])
      for (const file of globSync('src/parts/billing/*', { cwd: root })) {
        if (file.replaceAll('\\', '/') !== taken) rmSync(`${root}/${file}`)
      }
      if (taken !== 'config/config.ts') write(root, { 'config/config.ts': MODULAR['config/config.ts'] })
      const before = globSync('{src,config}/**/*', { cwd: root })
      const { code, stderr } = await run(root, ['make', 'module', 'billing'])
      expect([code, stderr]).toEqual([1, expect.stringContaining(taken)])
      expect(stderr).toContain('nothing was written')
      expect(globSync('{src,config}/**/*', { cwd: root })).toEqual(before)
    },
  )

  test.each([
    [['module', 'import'], 'A module cannot be called import'],
    [['module', 'app'], 'A module cannot be called app'],
    [['module', 'billing', '--style', 'hexagonal'], 'Allowed choices are code, configured, modular.'],
    [['handler', 'home', '--style', 'code'], '--style works only with app make module, and not with a handler.'],
  ])('app make with the wrong arguments %j ends with exit code 2', async (args, message) => {
    const { code, stderr } = await run(project({ 'app.ts': appInCode('') }), ['make', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
