import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanCopy } from '../../tools/clean-copy.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'
import { CHECK_LIMIT } from '../programs/limits.ts'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The tests that might depend on the settings of a machine, such as ports, colours, dates or paths, or that start
 * programs that might depend on them.
 */
const PART = [
  'packages/cli/src/commands',
  'packages/config/src',
  'packages/core/src/application',
  'packages/core/src/logging',
  'packages/core/src/middleware',
  'packages/create/src',
  'packages/static/src',
  'examples/',
  'test/programs/composing',
  'test/programs/edge',
  'test/programs/errors',
  'test/programs/first-evening',
  'test/repository/left-running',
]

const folder = newFolder('anywhere')
const copy = join(folder, 'a café')
const home = join(folder, 'home')

beforeAll(() => {
  mkdirSync(home)
  cleanCopy(ROOT, copy)
  // Only these two packages are built: the noticeboard serves their published files to browsers, and no other package
  // is needed in its built form.
  for (const name of ['endpoint', 'client']) {
    run(process.execPath, ['../../tools/build.ts'], { cwd: join(copy, 'packages', name) })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['a shell that sets ports and colours', { PORT: '1', NODE_ENV: 'production', FORCE_COLOR: '1' }],
  [
    'a Turkish machine in the time zone of Apia, whose user has an empty home folder',
    {
      TZ: 'Pacific/Apia',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      NO_COLOR: '1',
      NODE_ENV: 'development',
      HOME: home,
    },
  ],
])(
  'tests that might depend on the machine pass in a folder with an odd name if they are started from %s',
  async (_where, env) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...PART]
    const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: copy, env }, CHECK_LIMIT)
    expect(code, stdout + stderr).toBe(0)
  },
)
