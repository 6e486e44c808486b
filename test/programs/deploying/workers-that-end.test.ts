import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Program, startProgram } from '../run-program.ts'

const cwd = import.meta.dirname
const folder = mkdtempSync(join(tmpdir(), 'workers-'))
const file = join(folder, 'mode')
afterAll(() => rmSync(folder, { recursive: true }))

function begin(
  mode: 'good' | 'broken' | 'silent' | 'some' | 'others',
  env: Readonly<Record<string, string>> = {},
): Program {
  writeFileSync(file, mode)
  return startProgram(join(cwd, 'workers-that-end.ts'), { cwd, env: { MODE_FILE: file, ...env } })
}

async function good(env?: Readonly<Record<string, string>>) {
  const program = begin('good', env)
  const [, port] = await program.waitFor(/in workers at (\d+)/)
  return { program, url: `http://127.0.0.1:${port}` }
}

const times = (program: Program, pattern: RegExp) => program.output().match(pattern)?.length ?? 0

test('a program whose workers fail at their start ends with 1, and prints the error once', async () => {
  const program = begin('broken')
  expect(await program.ended).toBe(1)
  expect(times(program, /Error: the certificate of the queue has expired/g)).toBe(1)
  expect(program.output()).toMatch(/The program cannot start: its worker ended with 1 before it listened\n$/)
})

test('a worker that ends without a message is reported with its exit code', async () => {
  const program = begin('silent')
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe('The program cannot start: its worker ended with 3 before it listened\n')
})

test('workers that fail at their start, or before the second of two servers listens, are replaced while the first one serves', async () => {
  const program = begin('some')
  const [, port] = await program.waitFor(/in workers at (\d+)/)
  expect((await fetch(`http://127.0.0.1:${port}/pid`)).status).toBe(200)
  // The fourth worker has two servers.
  await expect.poll(() => times(program, /started in a worker/g)).toBe(3)
  program.stop()
  expect(await program.ended).toBe(0)
  expect(times(program, /Error: the certificate has expired/g)).toBe(1)
  expect(program.output()).not.toContain('The program cannot start')
})

// The end of the program is that of a program whose new workers keep failing, which is in every run.
test.skipIf(!process.env.FULL)(
  'if every worker but the first fails at its start, the first one serves until five have failed, and stops gracefully',
  async () => {
    const program = begin('others')
    expect(await program.ended).toBe(1)
    expect(times(program, /Error: the certificate has expired/g)).toBe(1)
    expect(program.output()).toContain(
      'The program ends: 5 workers in a row ended at their start; the last one ended with 1 before it listened',
    )
    expect(times(program, /^disposed of$/gm)).toBe(1)
    expect(program.output()).not.toContain('Listening on')
  },
)

test('if new workers keep failing at their start, the other workers stop gracefully, the program ends, and the error is printed once', async () => {
  const { program, url } = await good()
  writeFileSync(file, 'broken')
  await fetch(`${url}/exit`).catch(() => undefined)
  expect(await program.ended).toBe(1)
  expect(times(program, /Error: the certificate of the queue has expired/g)).toBe(1)
  expect(program.output()).toMatch(/The worker \d+ ended with 7; another one takes its place/)
  expect(program.output()).toContain(
    'The program ends: 5 workers in a row ended at their start; the last one ended with 1 before it listened',
  )
  // The worker that did not fail has stopped gracefully: it disposed of its service.
  expect(times(program, /^disposed of$/gm)).toBe(1)
})

test('if the first new worker of a reload fails, the old workers go on, and the next reload replaces them; services start and end in each worker, and nowhere else', async () => {
  const { program, url } = await good()
  const ask = async () => (await fetch(`${url}/pid`, { headers: { connection: 'close' } })).text()
  const before = await ask()
  writeFileSync(file, 'broken')
  program.stop('SIGHUP')
  await program.waitFor(/The new worker ended with 1 before it listened; those that run go on/)
  expect(times(program, /Error: the certificate of the queue has expired/g)).toBe(1)
  expect(await ask()).toMatch(/^\d+$/)
  writeFileSync(file, 'good')
  program.stop('SIGHUP')
  await program.waitFor(/Started 2 workers anew/)
  expect(await ask()).not.toBe(before)
  program.stop()
  expect(await program.ended).toBe(0)
  expect(times(program, /started in a worker/g)).toBe(4)
  expect(times(program, /started in the first process/g)).toBe(0)
  expect(times(program, /^disposed of$/gm)).toBe(4)
  expect(times(program, /Listening on/g)).toBe(1)
})

test('workers stop gracefully when the first process is killed', async () => {
  const { program, url } = await good()
  process.kill(Number(await (await fetch(`${url}/parent`)).text()), 'SIGKILL')
  expect(await program.ended).toBe(null)
  // `ended` resolves when nothing can write to the output of the program any more. The workers write to it as well, so
  // both have ended by now.
  expect(times(program, /^disposed of$/gm)).toBe(2)
})

test('a second signal ends the program at once, with its workers', async () => {
  const { program, url } = await good()
  const asked = fetch(`${url}/never`)
  asked.catch(() => undefined)
  await program.waitFor(/asked/)
  program.stop()
  await sleep(200)
  program.stop()
  expect(await program.ended).toBe(1)
  await expect(asked).rejects.toThrow()
  expect(times(program, /disposed of/g)).toBe(1)
})

test('in development the program runs in one process, without workers', async () => {
  const program = begin('good', { NODE_ENV: 'development' })
  await program.waitFor(/started in the first process/)
  await program.waitFor(/Listening on http:\/\/127\.0\.0\.1:\d+ \(FindMyWayRouter, 4 routes\)\n/)
  program.stop()
  expect(await program.ended).toBe(0)
})
