import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../../test/programs/run-program.ts'
import { appInCode, project, run, runJson, write } from '../project.test.helper.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const WHAT = ['middleware audit-trail', 'handler home', 'provider billing']

function read(root: string, file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

describe('the files that it writes', () => {
  test.each([
    ['.ts', 'vitest'],
    ['.ts', 'node'],
    ['.js', 'node'],
  ])('in %s, tested with %s', async (extension, runner) => {
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

  test('the type checker takes it', async () => {
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

describe('where', () => {
  test('beside the application, where there is no src; in the folder that is named', async () => {
    const root = project({ 'app.ts': appInCode('') })
    expect(await runJson(root, ['make', 'middleware', 'auditTrail'])).toEqual({
      files: ['audit-trail.ts', 'audit-trail.test.ts'],
    })
    expect(await runJson(root, ['make', 'handler', 'HomeHandler', '--folder', 'lib'])).toEqual({
      files: ['lib/home-handler.ts', 'lib/home-handler.test.ts'],
    })
    expect(read(root, 'lib/home-handler.ts')).toContain('class HomeHandler implements')
  })

  test('in src, where there is no application yet', async () => {
    const root = project({ 'tsconfig.json': {} })
    expect(await runJson(root, ['make', 'middleware', 'x'])).toEqual({ files: ['src/x.ts', 'src/x.test.ts'] })
  })
})

test.each(['audit.ts', 'audit.test.ts'])('never writes over %s', async (taken) => {
  const root = project({ 'app.ts': appInCode(''), [taken]: 'mine' })
  const { code, stderr } = await run(root, ['make', 'middleware', 'audit'])
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${taken} is there already, and nothing was written.`)])
  expect(read(root, taken)).toBe('mine')
  expect(['audit.ts', 'audit.test.ts'].filter((file) => existsSync(`${root}/${file}`))).toEqual([taken])
})

test.each(['con', 'NUL', 'aux', 'Com1', 'lpt9'])('refuses %s, which is a device on Windows', async (name) => {
  const root = project({ 'app.ts': appInCode('') })
  expect(await run(root, ['make', 'middleware', name])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${name} is the name of a device on Windows`),
  })
  expect((await run(root, ['make', 'handler', name])).code).toBe(0)
  expect(readdirSync(root).filter((file) => /^(?:con|nul|aux|com1|lpt9)\./i.test(file))).toEqual([])
})
