import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchange } from '../../hostile/raw-exchange.ts'
import { type Program, startCommand } from '../run-program.ts'

const BUN = join(import.meta.dirname, '../../node_modules/.bin/bun')

async function start(): Promise<Program & { readonly port: number }> {
  const program = startCommand(BUN, ['run', join(import.meta.dirname, 'bun-server.ts')], { cwd: import.meta.dirname })
  await program.waitFor(/READY \d+/)
  return { ...program, port: Number(/READY (\d+)/.exec(program.output())?.[1]) }
}

test('a program that Bun runs answers, and its requests have URLs with http, since the connection has no TLS', async () => {
  const { port, stop, ended } = await start()
  const url = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${url}/url`)).text()).toBe(`${url}/url`)
  expect(await (await fetch(`${url}/echo`, { method: 'POST', body: 'größe' })).text()).toBe('größe')
  stop()
  expect(await ended).toBe(0)
})

test('a program that Bun runs stops gracefully: requests under way are answered, and an event stream ends', async () => {
  const { port, output, stop, ended, waitFor } = await start()
  const answers = ['/slow', '/events'].map((path) =>
    exchange(port, [{ send: `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n` }], { timeoutMs: 60_000 }),
  )
  await Promise.all([waitFor(/asked for what is slow/), waitFor(/asked for events/)])
  stop()
  expect(await ended).toBe(0)
  const [slow, events] = await Promise.all(answers)
  expect(slow?.bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow$/)
  expect(events?.bytes).toMatch(/^HTTP\/1\.1 200 [\s\S]*data: 1[\s\S]*0\r\n\r\n$/)
  expect(output()).not.toMatch(/rror/)
})
