import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')

test('programs that a test starts end with the test, with their children, whether it passes, fails or hangs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-running-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'log')
  const config = join(import.meta.dirname, 'left-running/vitest.config.ts')
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, '--root', ROOT]
  const { code, stdout } = await runCommand(process.execPath, args, { cwd: ROOT, env: { LEFT_RUNNING: log } })
  expect(code).toBe(1)
  expect(stdout).toMatch(/4 failed/)
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  // The numbers of programs that still ran each time that leaves.fixture.ts started one: before the first test, after a
  // test that failed, after one that hung, and after a concurrent one, whose program ends only with the file.
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['0', '0', '0', '1'])
  const started = lines.flatMap((line) => line.split('PIDS ')[1]?.split(' ') ?? []).map(Number)
  expect(started).toHaveLength(8)
  expect(started.filter(isAlive)).toEqual([])
})

/**
 * True if a process runs. A process that has ended stays in the list of `ps`, with the state Z, until its parent has
 * read its exit code; such a process counts as ended.
 */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z\s]/.test(stdout)
}
