import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type Running, start } from '../programs/running.ts'
import { ask } from './raw-exchange.ts'

interface Logging extends Running {
  readonly port: number
  readonly errors: () => string
}

async function startLogging(stdout: 'pipe' | number, env: Readonly<Record<string, string>> = {}): Promise<Logging> {
  const file = join(import.meta.dirname, 'programs/logs.ts')
  const program = start(process.execPath, [file], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', stdout, 'pipe', 'pipe'],
  })
  const { child, ended } = program
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const ready = new Promise<string>((resolve) => (child.stdio[3] as Readable).once('data', resolve))
  const said = await Promise.race([ready, ended])
  return { ...program, port: Number(/READY (\d+)/.exec(String(said))?.[1]), errors: () => errors }
}

/** Sends a few requests, so that the log fails more than once, then stops the program. */
async function askOften({ child, port, ended }: Logging): Promise<number | null> {
  for (let i = 0; i < 5; i++) {
    expect((await ask(port, '/')).bytes).toMatch(/hello$/)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill('SIGTERM')
  return ended
}

test('a program whose standard output was closed goes on, and reports the closed output once', async () => {
  const program = await startLogging('pipe')
  program.child.stdout?.destroy()
  expect(await askOften(program)).toBe(0)
  expect(program.errors()).toBe('Standard output cannot be written, its lines are dropped: write EPIPE\n')
})

test.runIf(existsSync('/dev/full'))('a program that logs to a full disk goes on, and reports it once', async () => {
  const full = openSync('/dev/full', 'w')
  const program = await startLogging(full)
  closeSync(full)
  expect(await askOften(program)).toBe(0)
  expect(program.errors().match(/^.*$/gm)?.filter(Boolean)).toEqual([
    expect.stringMatching(/^Standard output cannot be written, its lines are dropped: .*ENOSPC/),
  ])
})

test('a program whose standard output and standard error were closed goes on', async () => {
  const program = await startLogging('pipe')
  program.child.stdout?.destroy()
  program.child.stderr?.destroy()
  expect(await askOften(program)).toBe(0)
})

test.each(['throws', 'rejects'])('the lines of a logger that %s are lost, and one message says so', async (LOGGER) => {
  const program = await startLogging('pipe', { LOGGER })
  program.child.stdout?.resume()
  expect(await askOften(program)).toBe(0)
  expect(program.errors().match(/The logger of accessLog\(\) fails: lines are dropped/g)).toHaveLength(1)
  expect(program.errors().match(/no room/g)).toHaveLength(1)
})
