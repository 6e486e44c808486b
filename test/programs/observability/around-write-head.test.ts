import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../run-program.ts'

test.each([
  ['before', 'AGENT 1 2'],
  ['behind', 'AGENT null 1'],
])("an agent's function around writeHead is called: %s the first answer", async (when, line) => {
  const file = join(import.meta.dirname, 'around-write-head.ts')
  const { stdout, stderr } = await runCommand(process.execPath, [file, when], { cwd: import.meta.dirname, env: {} })
  expect(`${stdout}${stderr}`).toContain(line)
})
