import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from '../rehearsal/table.ts'
import { type Part, partsOf } from './parts.ts'
import { type Taken, takePart } from './take-part.ts'

/**
 * Runs the parts that must pass before a change is merged, or with `--full` before a release, and prints the time of
 * each part.
 */
const root = join(import.meta.dirname, '../..')
const args = process.argv.slice(2)
if (args.some((arg) => arg !== '--full')) {
  console.error(`.ci/run takes --full, and not ${args.join(' ')}.`)
  process.exit(2)
}
const { first, rows } = partsOf(args.includes('--full'))
const folder = mkdtempSync(join(tmpdir(), 'ci-'))
const taken: Taken[] = []
const start = performance.now()

await takeAll(first)
// If a first part fails, the run ends here: later parts would fail for the same reason, minutes later.
if (taken.every((part) => part.isPassed)) {
  if (availableParallelism() > 1) await Promise.all(rows.map(takeAll))
  else for (const row of rows) await takeAll(row)
}
const isPassed = taken.every((part) => part.isPassed)
if (isPassed) rmSync(folder, { recursive: true, force: true })

const total = {
  seconds: (performance.now() - start) / 1000,
  cpuSeconds: taken.reduce((sum, part) => sum + part.cpuSeconds, 0),
}
printTable(
  ['part', 'seconds', 'CPU seconds', ''],
  [
    ...taken.map((part) => [part.name, ...timesOf(part), part.isPassed ? '' : 'FAILED']),
    ['in all', ...timesOf(total), ''],
  ],
)
if (!isPassed) {
  console.error(`The files of this run are kept in ${folder}`)
  process.exitCode = 1
}

/** Runs parts one after the other, and prints the output of each part once the part has ended. */
async function takeAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    console.log(`… ${part.name}`)
    const result = await takePart(part, root, folder)
    taken.push(result)
    console.log(`\n── ${part.name}: ${result.isPassed ? 'passed' : 'FAILED'}\n\n${result.output}`)
  }
}

function timesOf({ seconds, cpuSeconds }: Pick<Taken, 'seconds' | 'cpuSeconds'>): string[] {
  return [seconds, cpuSeconds].map((one) => one.toFixed(0).padStart(6))
}
