import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../programs/run-program.ts'
import { sampled } from '../programs/sampled.ts'
import { ask } from './raw-exchange.ts'

const SERVICES = ['the page', 'the database']

const STYLES: readonly (readonly [string, readonly string[]])[] = [
  ['code', SERVICES],
  ['factory', SERVICES],
  ['default-container', ['the page']],
  ['configured', SERVICES],
  ['modular', SERVICES],
  ['piped', SERVICES],
  ['prefixed', SERVICES],
  ['routed', [...SERVICES, 'the log']],
  ['service', [...SERVICES, 'the log']],
]

test.each(sampled(STYLES, () => 'styles', 4))(
  'a program in the style %s disposes, at SIGTERM, of its services in the reverse order of their construction, and ends with 0',
  async (STYLE, services) => {
    const file = join(import.meta.dirname, 'programs/styles.ts')
    const program = startProgram(file, { cwd: import.meta.dirname, env: { STYLE } })
    try {
      await program.waitFor(/READY \d+/)
      const { bytes } = await ask(Number(/READY (\d+)/.exec(program.output())?.[1]), '/')
      expect(bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*page$/)
      program.stop('SIGTERM')
      expect(await program.ended).toBe(0)
      expect(program.output().match(/(?<=disposed of ).*/g)).toEqual(services)
    } finally {
      program.stop('SIGKILL')
    }
  },
)
