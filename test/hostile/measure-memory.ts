import { ask } from './raw-exchange.ts'

/**
 * The memory of the attacked process (the fixture) in bytes, after its garbage was collected, and the number of its
 * sockets.
 */
export interface Memory {
  readonly rss: number
  readonly heap: number
  /** The size of the buffers of bytes, whose memory is outside of V8's heap. */
  readonly buffers: number
  readonly sockets: number
}

export async function measureMemory(port: number): Promise<Memory> {
  const { bytes } = await ask(port, '/__mem')
  return JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n'))) as Memory
}
