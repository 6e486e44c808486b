import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type RequestHandler } from '@app/core'

/** The result of a client that reads a large answer slowly but steadily. */
export interface SteadyClient {
  readonly taken: number
  /** True if the server cut the connection while the client was reading. */
  readonly isCutReading: boolean
  /** Resolves when the server cuts the connection, from which the client reads no more. */
  stopReading(): Promise<void>
  close(): Promise<void>
}

/** Serves a handler, and reads `bytesPerSecond` bytes of its response each second, for `ms` milliseconds. */
export async function readSteadily(
  handler: RequestHandler,
  bytesPerSecond: number,
  ms: number,
  writeTimeout?: number,
): Promise<SteadyClient> {
  const options = writeTimeout === undefined ? {} : { writeTimeout }
  const server = await createServer(handler, options).listen({ port: 0, host: '127.0.0.1' })
  // The end of the connection is noticed at the server: the client would notice it late, after the bytes that the
  // operating system has buffered.
  const cut = new Promise<true>((resolve) => {
    server.node.once('connection', (socket: Socket) => socket.once('close', () => resolve(true)))
  })
  const client = connect(server.address?.port as number, '127.0.0.1').on('error', () => undefined)
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let taken = 0
  for (const began = Date.now(); Date.now() - began < ms; ) {
    for (const due = ((Date.now() - began) / 1_000) * bytesPerSecond; taken < due; ) {
      const chunk = client.read(Math.min(8_192, client.readableLength)) as Buffer | null
      if (!chunk) break
      taken += chunk.length
    }
    await sleep(20)
  }
  return {
    taken,
    isCutReading: await Promise.race([cut, sleep(0, false)]),
    stopReading: async () => void (await cut),
    close: async () => {
      client.destroy()
      if (!client.closed) await once(client, 'close')
      await server.close({ grace: 0.1 })
    },
  }
}
