import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Gives the number of files of each row in a table of ways: `| a warm GET | 20 | 50 |`. */
function filesIn(table: string): number[] {
  return Array.from(table.matchAll(/^[|│] .+ [|│] (\d+) +[|│] \d+ +[|│]$/gm), ([, files]) => Number(files))
}

test('no way through the code enters more files than docs/architecture.md says', { timeout: 60_000 }, () => {
  // Vitest sets NODE_ENV to `test`, in which dispatch also checks the guards.
  const env = { ...process.env, NODE_ENV: 'production' }
  const measured = filesIn(execFileSync(process.execPath, ['tools/walks.ts'], { cwd: ROOT, encoding: 'utf8', env }))
  const written = filesIn(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))
  expect(measured).toHaveLength(6)
  expect(written).toHaveLength(6)
  const longer = measured.filter((files, way) => files > (written[way] as number))
  expect(longer, 'node tools/walks.ts --files names the files').toEqual([])
})
