import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { CHECK_LIMIT } from '../limits.ts'
import { startProgram } from '../run-program.ts'

const BODY = JSON.stringify({ name: 'Ada', text: 'x'.repeat(980) })
const CONNECTIONS = 20
const EACH = 600

test(
  'the memory of bodies is freed with their requests, so that the heap of young objects stays small',
  async () => {
    const program = startProgram(join(import.meta.dirname, 'many-bodies.ts'), { cwd: import.meta.dirname })
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    onTestFinished(async () => {
      agent.destroy()
      program.stop('SIGKILL')
      await program.ended
    })
    const port = Number((await program.waitFor(/READY (\d+)/))[1])
    const ask = (method: string, path: string, body?: string) =>
      new Promise<string>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, method, path, agent }, (response) => {
          text(response).then(resolve, reject)
        })
        asked.on('error', reject).end(body)
      })
    const askInTurn = async () => {
      for (let i = 0; i < EACH; i++) await ask('POST', '/echo', BODY)
    }

    const before = Number(await ask('GET', '/young-heap'))
    await Promise.all(Array.from({ length: CONNECTIONS }, askInTurn))
    // V8's heap of young objects doubles once under any load. If bodies outlived their requests, V8 would enlarge it
    // sixteenfold.
    expect(Number(await ask('GET', '/young-heap'))).toBeLessThanOrEqual(4 * before)
  },
  CHECK_LIMIT,
)
