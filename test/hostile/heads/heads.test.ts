import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../../programs/run-program.ts'
import { judgeHeads } from './table.ts'

test('no text of a handler adds a line to a head, in any part of it and over any protocol', async () => {
  const program = startProgram(join(import.meta.dirname, 'server.ts'), { cwd: import.meta.dirname })
  const [, ports = ''] = await program.waitFor(/READY (.*)/)
  expect(await judgeHeads(JSON.parse(ports))).toEqual({ cells: 672, problems: [] })
})
