import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCommand } from '../programs/run-program.ts'
import { ask } from './raw-exchange.ts'

const DESCRIPTORS = 64

test('a server that runs out of file descriptors goes on, and answers again when descriptors are free', async () => {
  const server = join(import.meta.dirname, 'server.ts')
  const program = startCommand(
    '/bin/sh',
    ['-c', `ulimit -n ${DESCRIPTORS} && exec "${process.execPath}" "${server}"`],
    {
      cwd: import.meta.dirname,
      env: { NODE_ENV: 'production' },
    },
  )
  await program.waitFor(/READY \d+/)
  const port = Number(/READY (\d+)/.exec(program.output())?.[1])
  const sockets: Socket[] = []
  for (let i = 0; i < 2 * DESCRIPTORS; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined))
  await sleep(500)
  const answered = await Promise.all(sockets.map(asksForPing))
  expect(answered.filter(Boolean).length).toBeGreaterThan(10)
  expect(answered.filter(Boolean).length).toBeLessThan(DESCRIPTORS)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await ask(port, '/ping')).status).toBe(200)
  program.stop()
  expect(await program.ended).toBe(0)
})

function asksForPing(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_000, false)
    socket.once('data', () => resolve(true))
    socket.write('GET /ping HTTP/1.1\r\nHost: x\r\n\r\n')
  })
}
