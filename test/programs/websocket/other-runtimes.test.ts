import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../run-program.ts'

const BIN = join(import.meta.dirname, '../../node_modules/.bin')

test.each([
  ['Bun', 'bun', ['run']],
  ['Deno', 'deno', ['run', '-A']],
])('on %s webSocket() throws an error that names the runtime and the adapter to use', async (name, command, args) => {
  const { code, stderr } = await runCommand(join(BIN, command), [...args, 'behind-log-in.ts'], {
    cwd: import.meta.dirname,
  })
  expect(stderr).toContain(`webSocket() needs the server of node, which ${name} only imitates.`)
  expect(stderr).toContain(`crossws/adapters/${name.toLowerCase()}`)
  expect(code).toBe(1)
})
