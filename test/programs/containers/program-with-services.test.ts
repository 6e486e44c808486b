import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'

const file = join(import.meta.dirname, 'program-with-services.ts')

test('eager services are started before the server listens, and disposed of in the reverse order when the program stops', async () => {
  const program = startProgram(file, { cwd: import.meta.dirname })
  await program.waitFor(/Listening on/)
  program.stop('SIGTERM')

  expect(await program.ended).toBe(0)
  expect(program.output()).toMatch(/^queue is up\njanitor is up\nListening on .*\njanitor is down\nqueue is down\n$/)
})

test('in development a line for each eager service says how long its start took, and another how long its disposal took', async () => {
  const program = startProgram(file, { cwd: import.meta.dirname, env: { NODE_ENV: 'development' } })
  await program.waitFor(/Listening on/)
  program.stop('SIGTERM')

  expect(await program.ended).toBe(0)
  const lines = program.output().split('\n')
  expect(lines.filter((line) => / ms\)$/.test(line)).map((line) => line.replace(/\d+ ms/, 'N ms'))).toEqual([
    'Started acme/queue (N ms)',
    'Started acme/janitor (N ms)',
    'Disposed of acme/janitor (N ms)',
    'Disposed of acme/queue (N ms)',
  ])
})

test('a program with an eager service whose start fails never listens, disposes of all services and exits with 1', async () => {
  const program = startProgram(file, { cwd: import.meta.dirname, env: { BROKEN: 'queue' } })

  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(/^janitor is down\nqueue is down\n/)
  expect(program.output()).toContain('acme/queue: queue has no paper')
  expect(program.output()).not.toContain('Listening')
})
