import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../hostile/raw-exchange.ts'
import { freePort, startProgram } from '../run-program.ts'

test('a program of one handler serves, and stops in order', async () => {
  const PORT = String(await freePort())
  const program = startProgram(join(import.meta.dirname, 'program.ts'), { cwd: import.meta.dirname, env: { PORT } })
  await program.waitFor(/Listening on http:\/\/localhost:\d+\n/)
  const { octets } = await ask(Number(PORT), '/a/../b')
  expect(octets).toMatch(/^HTTP\/1\.1 200 [\s\S]*You asked for \/b$/)
  program.stop('SIGTERM')
  expect(await program.ended).toBe(0)
})
