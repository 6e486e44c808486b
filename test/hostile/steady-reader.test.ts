import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type RequestHandler, text } from '@app/core'
import { expect, test } from 'vitest'

const LENGTH = 40_000_000

const ANSWERS: Readonly<Record<string, RequestHandler>> = {
  'a text': () => text('a'.repeat(LENGTH)),
  'a stream': () => new Response(ReadableStream.from(chunks())),
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < LENGTH; sent += 65_536) yield new Uint8Array(65_536)
}

/** Takes so many octets a second from a connection, as a slow network would. */
async function readSteadily(socket: Socket, octetsPerSecond: number, ms: number): Promise<number> {
  let taken = 0
  for (const began = Date.now(); Date.now() - began < ms; ) {
    for (const due = ((Date.now() - began) / 1_000) * octetsPerSecond; taken < due; ) {
      const chunk = socket.read(Math.min(8_192, socket.readableLength)) as Buffer | null
      if (!chunk) break
      taken += chunk.length
    }
    await sleep(20)
  }
  return taken
}

/** A tenth of the time that is allowed unless told otherwise, at ten times the rate: as 10 KB/s for two minutes. */
test.runIf(process.platform === 'linux').each(Object.entries(ANSWERS))(
  'a client that reads slowly but steadily is not cut: %s',
  async (_name, handler) => {
    const server = await createServer(handler, { writeTimeout: 3_000 }).listen({ port: 0, host: '127.0.0.1' })
    let isCut = false
    server.node.on('connection', (socket: Socket) =>
      socket.once('close', () => {
        isCut = true
      }),
    )
    const client = connect(server.address?.port as number, '127.0.0.1').on('error', () => undefined)
    client.pause()
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const taken = await readSteadily(client, 100_000, 14_000)
    expect([isCut, taken > 1_000_000]).toEqual([false, true])
    // From now on it takes nothing.
    const began = Date.now()
    while (!isCut && Date.now() - began < 60_000) await sleep(50)
    expect(isCut).toBe(true)
    client.destroy()
    if (!client.closed) await once(client, 'close')
    await server.close({ graceMs: 100 })
  },
)
