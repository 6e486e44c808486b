import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanCopy } from '../../tools/clean-copy.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')
/**
 * The names of the new packages. One sorts before `./config-provider.ts` and one after it, so that the linter checks
 * both orders of the exports in `src/index.ts`; one has two words. No page may name them as planned packages: the page
 * would be out of date as soon as the test has made them.
 */
const NAMES = ['abacus', 'tea-time']

const copy = newFolder('new-package')
const run = (args: readonly string[]) => runCommand('npx', ['-y', 'pnpm@12', ...args], { cwd: copy }, CHECK_LIMIT)

beforeAll(() => cleanCopy(ROOT, copy))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('pnpm new package', () => {
  beforeAll(async () => {
    for (const name of NAMES) expect(await run(['new', 'package', name])).toMatchObject({ code: 0 })
  })

  test('pnpm new package writes a README, a changeset, a row in tools/layers.ts and a row in docs/packages.md', () => {
    for (const name of NAMES) {
      expect(readFileSync(join(copy, `packages/${name}/README.md`), 'utf8')).toContain(`npm install @app/${name}\n`)
      expect(readFileSync(join(copy, `.changeset/${name}.md`), 'utf8')).toMatch(`'@app/${name}': major\n`)
      expect(readFileSync(join(copy, 'tools/layers.ts'), 'utf8')).toContain(`'@app/${name}': ['@app/core'],\n`)
      expect(readFileSync(join(copy, 'docs/packages.md'), 'utf8')).toContain(`](../packages/${name})`)
    }
  })

  test('turbo test --affected runs the tests of new packages, and not those of packages that a change does not touch', async () => {
    await runCommand('git', ['checkout', '--quiet', '-b', 'topic'], { cwd: copy })
    const { stdout } = await run(['exec', 'turbo', 'run', 'test', '--affected', '--dry=json'])
    const { tasks } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { readonly tasks: readonly { taskId: string }[] }
    const affected = tasks.map(({ taskId }) => taskId).filter((id) => id.endsWith('#test'))
    expect(affected).toEqual(expect.arrayContaining(NAMES.map((name) => `@app/${name}#test`)))
    expect(affected).not.toContain('@app/router-trouter#test')
  })

  test.each([
    ['the checks of the linter', ['lint']],
    ['build and types', ['types']],
    ['the tests of test/repository', ['exec', 'vitest', 'run', 'test/repository']],
    ['the tests of the new packages', NAMES.flatMap((name) => ['--filter', `@app/${name}`]).concat('test')],
  ])('after pnpm new package, %s pass', async (_what, args) => {
    const { code, stdout, stderr } = await run(args)
    expect(code, stdout + stderr).toBe(0)
  })
})

test.each([
  ['Cookies', /^Cookies is not a name for a package\. Write it without the scope, in lower case: /m],
  ['@app/cookies', /^@app\/cookies is not a name for a package\. /m],
  ['../cookies', /^\.\.\/cookies is not a name for a package\. /m],
  ['static', /^There is a packages\/static already\. /m],
])('pnpm new package refuses the name %s, and writes nothing', async (name, message) => {
  const { code, stderr } = await run(['new', 'package', name])
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  expect(existsSync(join(copy, `.changeset/${name}.md`))).toBe(false)
})
