import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder as newTemporary } from '../../../tools/new-folder.ts'
import { runCommand } from '../run-program.ts'
import { newFolder, runNode, write } from './written.ts'

const folder = newFolder()
const bin = newTemporary('npm')

/**
 * A stand-in for npm. `npm install` only writes a `package.json` for each package: with the requested version, or with
 * 1.7.0 if a range was requested. Every other command, such as `npm test`, fails if the written version of @app/core is
 * that in the variable BROKEN.
 */
const NPM = `#!${process.execPath}
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const [what, ...words] = process.argv.slice(2)
const at = (name) => process.cwd() + '/node_modules/' + name
if (what === 'install') {
  for (const [, name, range] of words.map((word) => /^(@app.+)@(.+)$/.exec(word)).filter(Boolean)) {
    mkdirSync(at(name), { recursive: true })
    writeFileSync(at(name) + '/package.json', JSON.stringify({ version: /^\\d/.test(range) ? range : '1.7.0' }))
  }
} else process.exitCode = JSON.parse(readFileSync(at('@app/core') + '/package.json')).version === process.env.BROKEN ? 1 : 0
`

beforeAll(async () => {
  await write(folder, 'audit', ['--template', 'provider', '--name', '@acme/audit'])
  writeFileSync(join(bin, 'npm'), NPM)
  chmodSync(join(bin, 'npm'), 0o755)
})
afterAll(() => {
  for (const path of [folder, bin]) rmSync(path, { recursive: true, force: true })
})

const compatibility = (BROKEN: string) => {
  const cwd = join(folder, 'audit')
  const env = { BROKEN, PATH: bin + delimiter + process.env.PATH }
  return runCommand(process.execPath, ['compatibility.js'], { cwd, env })
}

test('npm run compatibility tests a package with the lowest and with the newest version of @app/core that it accepts', async () => {
  expect(await compatibility('none')).toEqual({
    code: 0,
    stderr: '',
    stdout: `passes on the lowest: @app/core 1.0.0
passes on the newest: @app/core 1.7.0
`,
  })
})

test.each([
  ['lowest', '1.0.0'],
  ['newest', '1.7.0'],
])('npm run compatibility fails if the tests fail with the %s version of the core', async (end, version) => {
  const { code, stderr } = await compatibility(version)
  expect([code, stderr]).toEqual([1, expect.stringMatching(`^fails on the ${end}, @app/core:`)])
})

test('after a change of its exports, the tests of the package fail until npm run api has recorded the change', async () => {
  const cwd = join(folder, 'audit')
  appendFileSync(
    join(cwd, 'src/logger.ts'),
    '\n/** A logger that drops all lines. */\nexport const nowhere: Logger = { log: () => {} }\n',
  )
  await expect(runNode(cwd, ['--run', 'test'])).rejects.toThrow(
    /match api\.md[\s\S]*export declare const nowhere: Logger/,
  )
  await runNode(cwd, ['--run', 'api'])
  expect(readFileSync(join(cwd, 'api.md'), 'utf8')).toContain('export declare const nowhere: Logger;')
  await runNode(cwd, ['--run', 'test'])
})

test('the test of the exports shows the errors of the compiler', async () => {
  const cwd = join(folder, 'audit')
  const wrong = join(cwd, 'src/wrong.ts')
  writeFileSync(wrong, 'export const wrong: string = 7\n')
  await expect(runNode(cwd, ['--run', 'test'])).rejects.toThrow(/src\/wrong\.ts.*TS2322/)
  rmSync(wrong)
})

test('a package is packed without files of an earlier build', async () => {
  const cwd = join(folder, 'audit')
  mkdirSync(join(cwd, 'dist'), { recursive: true })
  writeFileSync(join(cwd, 'dist/old.js'), '')
  await runNode(cwd, ['--run', 'prepack'])
  expect([existsSync(join(cwd, 'dist/old.js')), existsSync(join(cwd, 'dist/index.js'))]).toEqual([false, true])
})
