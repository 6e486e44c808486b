import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Program, startProgram } from '../programs/run-program.ts'
import { ask } from './raw-exchange.ts'

const running: Program[] = []

afterEach(async () => {
  for (const program of running.splice(0)) {
    program.stop('SIGKILL')
    await program.ended
  }
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<Program & { readonly port: number }> {
  const file = join(import.meta.dirname, 'programs/services.ts')
  const program = startProgram(file, { cwd: import.meta.dirname, env })
  running.push(program)
  await program.waitFor(/READY \d+/)
  return { ...program, port: Number(/READY (\d+)/.exec(program.output())?.[1]) }
}

test('a program disposes of its services after the last response, and ends with 0', async () => {
  const program = await start()
  const answer = ask(program.port, '/slow')
  await program.waitFor(/asked/)
  program.stop('SIGTERM')
  expect((await answer).bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow$/)
  expect(await program.ended).toBe(0)
  expect(program.output().match(/^(?:asked|answered|disposed)$/gm)).toEqual(['asked', 'answered', 'disposed'])
})

test.each([
  ['throws', 'the database is stuck'],
  ['hangs', 'The services were not disposed of within 1 s'],
])('if the disposal of a service %s, a message is logged, and the program ends with 1', async (DISPOSAL, message) => {
  const program = await start({ DISPOSAL })
  program.stop('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain(message)
})

test('an uncaught error is logged, requests in flight are answered, and the program ends with 1', async () => {
  const program = await start()
  const answer = ask(program.port, '/slow')
  await program.waitFor(/asked/)
  expect((await ask(program.port, '/crash')).status).toBe(200)
  expect((await answer).bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow$/)
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('outside of any request')
  expect(program.output().match(/^(?:asked|answered|disposed)$/gm)).toEqual(['asked', 'answered', 'disposed'])
})

test('a rejected promise that nobody awaits is logged as one line of JSON, and the program goes on', async () => {
  const program = await start()
  expect((await ask(program.port, '/float')).status).toBe(200)
  const [line] = await program.waitFor(/^\{.*nobody waits for it.*\}$/m)
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    err: { message: 'nobody waits for it', stack: expect.any(String) },
    message: 'A promise was rejected, and nobody awaited it',
  })
  expect((await ask(program.port, '/slow')).status).toBe(200)
  program.stop('SIGTERM')
  expect(await program.ended).toBe(0)
})
