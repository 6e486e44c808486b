import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')
const DECISION = join(ROOT, 'docs/decisions/005-what-three-libraries-carry.md')
const CONFIG = join(import.meta.dirname, 'vitest.config.ts')

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/**
 * Runs the tests of `@app/config` and `@app/container-factory` with a stand-in, a short replacement, in place of a
 * library that they use.
 */
async function testsWith(standIn: string): Promise<Report> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const report = join(mkdtempSync(join(tmpdir(), 'stand-ins-')), 'report.json')
  const args = [vitest, 'run', '--config', CONFIG, '--reporter=json', `--outputFile=${report}`, '--silent']
  await runCommand(process.execPath, args, { cwd: ROOT, env: { STAND_IN: standIn } })
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

/** The rows of decision 005: the number of lines of each stand-in, and the number of tests that fail with it. */
const ROWS = Array.from(
  readFileSync(DECISION, 'utf8').matchAll(/^\| (\S+(?:, \w+)?) +\| (\d+) lines +\| (\d+) of \d+ /gm),
  ([, library = '', lines, failed]) => [library, Number(lines), Number(failed)] as const,
)

test('decision 005 has the number of tests that fail if a stand-in, a short replacement of ours, replaces a library', async () => {
  expect(ROWS.map(([library]) => library)).toEqual([
    'typed-inject',
    'lilconfig',
    'lodash.merge',
    'lodash.merge, careless',
  ])
  for (const [library, lines, failed] of ROWS) {
    const source = readFileSync(join(import.meta.dirname, `${library.replace(', ', '.')}.js`), 'utf8')
    expect([library, source.trimEnd().split('\n').length]).toEqual([library, lines])
    const { numPassedTests, numFailedTests } = await testsWith(library)
    expect([library, numFailedTests, numPassedTests > 300]).toEqual([library, failed, true])
  }
})
