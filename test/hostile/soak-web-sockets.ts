import { join } from 'node:path'
import { WebSocket } from 'ws'
import { startProgram } from '../programs/run-program.ts'

/**
 * `node test/hostile/soak-web-sockets.ts [clients]`: opens that many WebSockets in rooms of a hundred, three times, from this process to
 * another. Each time, one client of every room sends a message, all clients of the room get it, and all leave, half of
 * them without a close frame. Ends with 1 if a client missed a message, or if the heap keeps more than a KiB for each
 * client that left.
 */
const [clients = '10000'] = process.argv.slice(2)
const count = Number(clients)
const ROOM = 100
const AT_ONCE = 200
const program = startProgram(join(import.meta.dirname, 'web-socket-server.ts'), {
  cwd: import.meta.dirname,
  env: { NODE_ENV: 'production' },
})
const [, port] = await program.waitFor(/READY (\d+)/)
const state = async () =>
  (await (await fetch(`http://127.0.0.1:${port}/state`)).json()) as { open: number; heap: number }

interface Visitor {
  readonly socket: WebSocket
  heard: number
}

async function enter(number: number): Promise<Visitor> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rooms/${Math.floor(number / ROOM)}`, {
    perMessageDeflate: false,
  })
  const visitor: Visitor = { socket, heard: 0 }
  socket.on('message', () => visitor.heard++)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  return visitor
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Two minutes have passed, and this has not happened: ${what}`)
}

const rounds: object[] = []
const heaps: number[] = []
for (let round = 1; round <= 3; round++) {
  const visitors: Visitor[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => enter(from + i))
    visitors.push(...(await Promise.all(some)))
  }
  await until('all are in', async () => (await state()).open === count)
  const { heap: full } = await state()
  for (let first = 0; first < count; first += ROOM) visitors[first]?.socket.send('hello')
  await until('all have heard', () => visitors.every(({ heard }) => heard === 1))
  visitors.forEach(({ socket }, number) => {
    if (number % 2) socket.terminate()
    else socket.close(1000)
  })
  await until('all have left', async () => (await state()).open === 0)
  const { heap } = await state()
  heaps.push(heap)
  rounds.push({
    clients: count,
    'heap of each (KiB)': ((full - heap) / count / 1_024).toFixed(1),
    'heap (MiB)': mebibytes(heap),
  })
}
console.table(rounds)
program.stop()
const code = await program.ended
const kept = ((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)) / count
console.log(`Each client that left keeps ${kept.toFixed(0)} bytes; the server ended with ${code}.`)
process.exitCode = kept < 1_024 && code === 0 ? 0 : 1

function mebibytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1)
}
