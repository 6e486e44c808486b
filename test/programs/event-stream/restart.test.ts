import { join } from 'node:path'
import { EventSource } from 'eventsource'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, type Program, startProgram } from '../run-program.ts'

/** Starts the server of `news.ts` in a process of its own, and resolves when it listens. */
async function startNews(port: number): Promise<Program> {
  const env = { PORT: String(port) }
  const program = startProgram(join(import.meta.dirname, 'news.ts'), { cwd: import.meta.dirname, env })
  await program.waitFor(/Listening/)
  return program
}

test('a client continues after the last event that it has seen, when the server starts again', async () => {
  const port = await freePort()
  const first = await startNews(port)
  const client = new EventSource(`http://127.0.0.1:${port}/news`)
  onTestFinished(() => client.close())
  const counts: number[] = []
  const servers = new Set<number>()
  client.addEventListener('count', ({ data }) => {
    const { count, from } = JSON.parse(data)
    counts.push(count)
    servers.add(from)
  })
  await expect.poll(() => counts.length).toBeGreaterThan(2)
  first.stop()
  expect(await first.ended).toBe(0)
  await startNews(port)
  await expect.poll(() => servers.size).toBe(2)
  expect(counts).toEqual(counts.map((_, index) => index + 1))
})
