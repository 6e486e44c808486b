import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from './rehearsal/table.ts'

/**
 * Runs the parts that must pass before a change lands, or with `--full` before a release, and prints the seconds of
 * each. The output of a part is printed when the part ends.
 */
const root = join(import.meta.dirname, '..')
const isFull = process.argv.includes('--full')
const folder = mkdtempSync(join(tmpdir(), 'ci-'))
const rows: string[][] = []
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
const FIRST: readonly Part[] = [
  ['lint', '--run', 'lint'],
  ['build, and types', '--run', 'types'],
  ['raise versions, build and pack the next release', 'tools/packed/next-release.ts'],
]

/** The parts of a queue run one after the other, and the queues at the same time, if there are several cores. */
const QUEUES: readonly (readonly Part[])[] = [
  [
    isFull ? vitest('all tests', '--config', 'vitest.full.config.ts') : vitest('unit and program tests'),
    ...(isFull ? [] : [vitest('tarballs, browsers', '--config', 'vitest.tarballs.config.ts')]),
    ...(isFull ? [['minutes of fuzzing', 'test/fuzz/run.ts', '--minutes', '8'] as const] : []),
  ],
  [
    [
      'releases, the first evening, the product',
      'tools/rehearse.ts',
      ...(isFull ? [] : ['release', 'newcomer', 'product']),
    ],
    ['the last release and the next together', 'tools/rehearse-compatibility.ts', ...(isFull ? ['--all'] : [])],
  ],
]

await takeAll(FIRST)
// If one of the first fails, the others would fail for the same reason, minutes later.
if (isPassed && availableParallelism() > 1) await Promise.all(QUEUES.map(takeAll))
else if (isPassed) for (const queue of QUEUES) await takeAll(queue)
printTable(['part', 'seconds', ''], rows)
if (isPassed) rmSync(folder, { recursive: true, force: true })
else console.error(`The files of this run are kept in ${folder}`)
process.exitCode = isPassed ? 0 : 1

async function takeAll(parts: readonly Part[]): Promise<void> {
  for (const [name, ...args] of parts) {
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
    console.log(`\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'}\n\n${Buffer.concat(output)}`)
  }
}
