import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startProgram } from '../run-program.ts'
import { NO_REDIS, startRedis } from '../session/redis.ts'

async function startChat(url: string) {
  const program = startProgram(join(import.meta.dirname, 'program.ts'), {
    cwd: import.meta.dirname,
    env: { REDIS_URL: url },
  })
  const [, port] = await program.waitFor(/READY (\d+)/)
  return { program, url: `ws://127.0.0.1:${port}/chat` }
}

async function enter(url: string) {
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  const got: string[] = []
  socket.on('message', (data) => got.push(String(data)))
  const closed = once(socket, 'close').then(([code]) => code)
  await once(socket, 'open')
  return { socket, got, closed }
}

const SKIPPED = NO_REDIS === undefined ? '' : ` (${NO_REDIS})`

test.skipIf(NO_REDIS !== undefined)(`rooms span two processes through a Redis${SKIPPED}`, async () => {
  const redis = await startRedis()
  const [one, two] = await Promise.all([startChat(redis.url), startChat(redis.url)])
  const [ada, bob, eve] = await Promise.all([
    enter(`${one.url}/tea`),
    enter(`${two.url}/tea`),
    enter(`${two.url}/beer`),
  ])
  // The test sends the message until it arrives, since the processes do not report when they have subscribed to the
  // Redis.
  await expect
    .poll(() => {
      ada.socket.send('tea is ready')
      return bob.got.length
    })
    .toBeGreaterThan(0)
  expect([bob.got[0], ada.got, eve.got]).toEqual(['tea is ready', [], []])
  one.program.stop('SIGTERM')
  expect(await ada.closed).toBe(1001)
  expect(await one.program.ended).toBe(0)
  expect((await enter(`${two.url}/tea`)).socket.readyState).toBe(WebSocket.OPEN)
})
