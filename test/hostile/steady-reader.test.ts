import { type RequestHandler, text } from '@app/core'
import { expect, test } from 'vitest'
import { readSteadily } from './steady-client.ts'

const LENGTH = 40_000_000

const ANSWERS: Readonly<Record<string, RequestHandler>> = {
  'a text': () => text('a'.repeat(LENGTH)),
  'a stream': () => new Response(ReadableStream.from(chunks())),
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < LENGTH; sent += 65_536) yield new Uint8Array(65_536)
}

// The write time-out is a 25th of its default, and the client reads 25 times as fast: this corresponds to a client that
// reads 10 KB/s for seven and a half minutes with the default. In this time the operating system accepts bytes at
// least three times.
test.runIf(process.platform === 'linux').each(Object.entries(ANSWERS))(
  'a client that reads %s slowly but steadily is not cut off, and one that stops reading is',
  async (_name, handler) => {
    const client = await readSteadily(handler, 250_000, 18_000, 1.2)
    expect([client.isCutReading, client.taken > 1_000_000]).toEqual([false, true])
    await client.stopReading()
    await client.close()
  },
)
