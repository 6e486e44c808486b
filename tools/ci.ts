import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { printTable } from './rehearsal/table.ts'

/**
 * Runs the parts that must pass before a change lands, or with `--full` before a release, and prints the seconds of
 * each. The output of a part is printed when the part ends.
 */
const root = join(import.meta.dirname, '..')
const isFull = process.argv.includes('--full')
const folder = mkdtempSync(join(tmpdir(), 'ci-'))
const rows: string[][] = []
const failures: string[] = []
let isPassed = true
if (isFull) {
  const seed = String(Date.now() % 1_000_000)
  Object.assign(process.env, { FUZZ_TARGETS: '2000000', FUZZ_PATHS: '100000', FUZZ_SEED: seed })
}

type Part = readonly [name: string, ...args: readonly string[]]

const vitest = (name: string, ...args: readonly string[]): Part => [
  name,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=dot',
  ...args,
]

/** These run one after the other: they find most mistakes in the shortest time, or write files that others need. */
const FIRST: Part[] = [
  ['lint', '--run', 'lint'],
  ['build, and types', '--run', 'types'],
  ['raise versions, build and pack the next release', 'tools/packed/next-release.ts'],
]

/** The others, the longest first. If there are several cores, two run at the same time. */
const OTHERS: readonly Part[] = isFull
  ? [
      vitest('all tests', '--config', 'vitest.full.config.ts'),
      ['releases, the first evening, the product', 'tools/rehearse.ts'],
      ['minutes of fuzzing', 'test/fuzz/run.ts', '--minutes', '8'],
      ['the last release and the next together', 'tools/rehearse-compatibility.ts', '--all'],
    ]
  : [
      ['releases, the first evening, the product', 'tools/rehearse.ts', 'release', 'newcomer', 'product'],
      vitest('tarballs, browsers: first half', '--config', 'vitest.tarballs.config.ts', '--shard', '1/2'),
      vitest('tarballs, browsers: second half', '--config', 'vitest.tarballs.config.ts', '--shard', '2/2'),
      vitest('unit and program tests'),
      ['the last release and the next together', 'tools/rehearse-compatibility.ts'],
    ]

await takeAll(FIRST)
// If one of the first fails, the others would fail for the same reason, minutes later.
if (isPassed) {
  const waiting = [...OTHERS]
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => takeAll(waiting)))
}
printTable(['part', 'seconds', ''], rows)
if (failures.length > 0) console.error(`\n${failures.join('\n')}\n`)
if (isPassed) rmSync(folder, { recursive: true, force: true })
else console.error(`The files of this run are kept in ${folder}`)
process.exitCode = isPassed ? 0 : 1

/** Runs parts until none waits: several takers of one list share its parts. */
async function takeAll(waiting: Part[]): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const [name, ...args] = part
    console.log(`… ${name}`)
    const start = performance.now()
    // The temporary files of all parts are in one folder, so that they can be deleted together.
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    isPassed &&= code === 0
    rows.push([name, ((performance.now() - start) / 1000).toFixed(0), code === 0 ? '' : 'FAILED'])
    const text = stripVTControlCharacters(`${Buffer.concat(output)}`)
    console.log(`\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'}\n\n${text}`)
    // Repeated after the table, since a log may be read or kept from its end.
    if (code !== 0) failures.push(`${name}:`, ...text.split('\n').filter(isOfFailure).slice(-20))
  }
}

/** True for a line of a part's output that says which test failed, or why. */
function isOfFailure(line: string): boolean {
  return /\bFAIL\b|Error:|error TS/.test(line)
}
