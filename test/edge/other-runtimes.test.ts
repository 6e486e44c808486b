import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Asks as the runtime would: it resolves by a condition of its own beside that of node. */
const PROGRAM = `
const { default: app } = await import(${JSON.stringify(join(import.meta.dirname, 'app.ts'))})
const response = await app.fetch(new Request('http://localhost/users/7'))
console.log(response.status, await response.text(), Object.getPrototypeOf(response) === Response.prototype)
`

test.each(['bun', 'deno'])('%s, which serves nothing but its own responses, gets them', (condition) => {
  const printed = execFileSync(process.execPath, [`--conditions=${condition}`, '--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  })
  expect(printed).toBe('200 {"id":"7"} true\n')
})
