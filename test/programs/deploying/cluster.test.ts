import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { freePort, startProgram, untilItAnswers } from '../run-program.ts'

/** So many processes have said that they listen. */
const listening = (times: number) => new RegExp(`(?:Listening on[^]*){${times}}`)

test('several processes share a port, one that dies is replaced, and SIGTERM stops them all in order', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = startProgram('cluster.ts', { cwd: import.meta.dirname, env: { PORT: String(port) } })
  try {
    await untilItAnswers(url)
    await program.waitFor(listening(availableParallelism()))
    await fetch(`${url}/crash`).catch(() => undefined)
    await program.waitFor(listening(availableParallelism() + 1))
    expect(await (await fetch(url)).text()).toBe('Hello, world!')
  } finally {
    program.stop()
  }
  expect(await program.ended).toBe(0)
})
