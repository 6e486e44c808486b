import { appendFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { startProgram } from '../../programs/run-program.ts'
import { whatRuns } from '../../programs/running.ts'

/**
 * Starts `program.ts`, and writes two facts to the log of the test: the number of programs that were still running at
 * that moment, and the ids of the processes that have to be gone after all tests.
 */
async function leave(): Promise<void> {
  const { size } = whatRuns()
  const program = startProgram('program.ts', { cwd: import.meta.dirname })
  const [line] = await program.waitFor(/PIDS \d+ \d+/)
  appendFileSync(process.env.LEFT_RUNNING as string, `${size} BEFORE, ${line}\n`)
}

test('fails', async () => {
  await leave()
  expect(1).toBe(2)
})

test('hangs', async () => {
  await leave()
  await new Promise(() => undefined)
}, 3_000)

test.concurrent('fails beside others', async () => {
  await leave()
  expect(1).toBe(2)
})

describe('a program that is started for all tests', () => {
  beforeAll(leave)

  test('fails', () => expect(1).toBe(2))
})
