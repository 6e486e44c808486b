import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../run-program.ts'

/**
 * A program that node runs with the export condition of another runtime, so that imports resolve as on that runtime.
 */
const PROGRAM = `
const { default: app } = await import(${JSON.stringify(join(import.meta.dirname, 'app.ts'))})
const response = await app.fetch(new Request('http://localhost/users/7'))
console.log(response.status, await response.text(), Object.getPrototypeOf(response) === Response.prototype)
`

test.each(['bun', 'deno'])('with the exports for %s, answers are direct instances of Response', async (condition) => {
  const args = [`--conditions=${condition}`, '--input-type=module', '-e', PROGRAM]
  const { stdout } = await runCommand(process.execPath, args, { cwd: import.meta.dirname })
  expect(stdout).toBe('200 {"id":"7"} true\n')
})
