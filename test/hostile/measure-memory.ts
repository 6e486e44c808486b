import { ask } from './raw-exchange.ts'

/** What a fixture holds, after its garbage was collected. */
export interface Memory {
  readonly rss: number
  readonly heap: number
  /** What the octets under way take, outside of the heap. */
  readonly buffers: number
  readonly sockets: number
}

export async function measureMemory(port: number): Promise<Memory> {
  const { octets } = await ask(port, '/__mem')
  return JSON.parse(octets.slice(octets.indexOf('\r\n\r\n'))) as Memory
}
