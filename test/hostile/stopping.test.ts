import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startProgram } from '../programs/run-program.ts'
import { type Exchange, exchange } from './raw-exchange.ts'

/**
 * Starts the program `streams.ts`, which runs two servers. Sends the requests, sends SIGTERM to the program 300 ms
 * later, and waits for its end.
 */
async function stopDuring(...asked: readonly (readonly [server: 0 | 1, path: string])[]): Promise<{
  readonly answers: readonly Exchange[]
  readonly code: number | null
  readonly ms: number
  output: string
}> {
  const program = startProgram(join(import.meta.dirname, 'programs/streams.ts'), { cwd: import.meta.dirname })
  await program.waitFor(/READY \d+ \d+/)
  const ports = /READY (\d+) (\d+)/.exec(program.output())?.slice(1).map(Number) ?? []
  const answers = asked.map(([server, path]) =>
    exchange(ports[server] as number, [{ send: `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n` }], { timeoutMs: 60_000 }),
  )
  await sleep(300)
  program.stop('SIGTERM')
  const began = performance.now()
  const code = await program.ended
  const ms = performance.now() - began
  return { answers: await Promise.all(answers), code, ms, output: program.output() }
}

test('a stop ends event streams at once, so that their clients see the end, and exits with 0', async () => {
  const { answers, code, ms } = await stopDuring([0, '/events'], [0, '/deaf'], [1, '/events'])
  expect(code).toBe(0)
  // This limit is far below the grace period of 20 s, so a stop that waited for its end would fail the test.
  expect(ms).toBeLessThan(10_000)
  for (const { bytes, ended } of answers) {
    expect(bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/)
    expect(ended).toBe('close')
  }
  expect(answers[0]?.bytes).toMatch(/data: 0\n/)
})

test('at a stop, the signal of a request aborts if the response is a stream of unknown length', async () => {
  const { answers, code, ms } = await stopDuring([0, '/numbers'])
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  expect(answers[0]?.bytes).toMatch(/0 [\s\S]*ended by AbortError: The server stops\r\n0\r\n\r\n$/)
})

test('a stop waits for a download of known length, and for requests that are not answered yet', async () => {
  const { answers, code } = await stopDuring([0, '/download'], [1, '/slow'])
  expect(code).toBe(0)
  expect(answers[0]?.bytes.split('\r\n\r\n')[1]).toBe('a'.repeat(50_000))
  expect(answers[1]?.bytes).toMatch(/\r\n\r\nslow$/)
})

test('a handler that waits is informed of the stop by the signal of its request, and still answers', async () => {
  const { answers, code, ms } = await stopDuring([0, '/poll'], [1, '/poll'])
  expect(code).toBe(0)
  expect(ms).toBeLessThan(10_000)
  for (const { bytes } of answers) expect(bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*ask again$/)
})

test('servers of one program stop together: none cuts the requests of another, and the services of all are disposed of', async () => {
  const { answers, code, output } = await stopDuring([0, '/slow'], [1, '/download'])
  expect(code).toBe(0)
  expect(answers.map(({ bytes }) => bytes.split('\r\n\r\n')[1])).toEqual(['slow', 'a'.repeat(50_000)])
  expect(output.match(/(?<=disposed of ).*/g)).toEqual(['second', 'first'])
})

test('no listener, handle or timer is left after three servers were started and closed a hundred times', async () => {
  const program = startProgram(join(import.meta.dirname, 'programs/rounds.ts'), { cwd: import.meta.dirname })
  expect(await program.ended).toBe(0)
  const [before, after] = program.output().trim().split('\n')
  expect(JSON.parse(after as string)).toEqual(JSON.parse(before as string))
  expect(JSON.parse(after as string)).toMatchObject({ SIGTERM: 0, SIGINT: 0, uncaughtException: 0 })
  expect(program.output()).not.toMatch(/Warning/)
})
