import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const tests = globSync(['packages/*/src/**/*.test*.ts', 'examples/**/*.test.ts', 'test/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))

test('no test sets a time limit below a minute for itself, except a fixture that hangs on purpose', () => {
  const limit = /^ *\}, (\d+_\d+)\)$|^ +(\d+_\d+),\n *\)$|\{ timeout: ([\d_]+) \}, |testTimeout: ([\d_]+)/gm
  const short = tests.filter(({ source }) =>
    [...source.matchAll(limit)].some((found) => Number(found.slice(1).join('').replaceAll('_', '')) < 60_000),
  )
  expect(short.map(({ file }) => file)).toEqual(['test/repository/left-running/leaves.fixture.ts'])
})

test('only test/programs/running.ts, which ends programs with their test, and one fixture start programs without waiting for them', () => {
  const starts = /import \{[^}]*\b(?:spawn|exec|execFile|fork)\b[^}]*\} from 'node:child_process'/
  const starting = tests.filter(({ source }) => starts.test(source)).map(({ file }) => file)
  expect(starting.sort()).toEqual(['test/programs/running.ts', 'test/repository/left-running/program.ts'])
})
