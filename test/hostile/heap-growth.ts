import { connect } from 'node:net'
import { measureMemory } from './measure-memory.ts'
import { startFixture } from './started-fixture.ts'

const CONNECTIONS = 8
const BATCH = 100
const ENDS = Buffer.from('{"ack":')

/**
 * Measures the bytes by which the heap of the attacked process (the fixture) grows while it answers a number of
 * requests. Before the measurement, the fixture answers 50,000 requests, so that caches and compiled code are not
 * counted.
 */
export async function heapGrowth(router: string, requests: number): Promise<number> {
  const fixture = await startFixture(router)
  await hammer(fixture.port, 50_000)
  const before = await measureMemory(fixture.port)
  await hammer(fixture.port, requests)
  const after = await measureMemory(fixture.port)
  fixture.stop()
  await fixture.ended
  return after.heap - before.heap
}

/** Sends requests as fast as answers come, over a few connections with pipelining. */
async function hammer(port: number, requests: number): Promise<void> {
  const share = Math.ceil(requests / CONNECTIONS / BATCH)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => batches(port, share)))
}

function batches(port: number, count: number): Promise<void> {
  const batch = 'GET /ping HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(BATCH)
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(batch))
    let sent = 1
    let answers = 0
    let kept = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => (answers === count * BATCH ? resolve() : reject(new Error(`closed after ${answers}`))))
    socket.on('data', (data) => {
      const bytes = Buffer.concat([kept, data])
      let end = 0
      for (let at = bytes.indexOf(ENDS); at !== -1; at = bytes.indexOf(ENDS, end)) {
        answers++
        end = at + ENDS.length
      }
      kept = bytes.subarray(Math.max(end, bytes.length - ENDS.length + 1))
      if (answers < sent * BATCH) return
      if (sent++ < count) socket.write(batch)
      else socket.end()
    })
  })
}
