import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../run-program.ts'

test.each([
  ['before', 'AGENT 1 2'],
  ['after', 'AGENT null 1'],
])('if a monitoring agent wraps writeHead %s the first response, its wrapper is called', async (when, line) => {
  const file = join(import.meta.dirname, 'around-write-head.ts')
  const { stdout, stderr } = await runCommand(process.execPath, [file, when], { cwd: import.meta.dirname, env: {} })
  expect(`${stdout}${stderr}`).toContain(line)
})
