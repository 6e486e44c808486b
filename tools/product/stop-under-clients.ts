import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { KeepAliveClients } from '../../test/hostile/load.ts'
import type { Product } from './product.ts'
import { withRunning } from './running-product.ts'

/** Stops the product under clients that ask all the time, and prints how they fared. */
export function stopUnderClients(product: Product): Promise<void> {
  return withRunning(product, async ({ port, program }) => {
    const clients = new KeepAliveClients(port, new Array(16).fill('/log-in'), 3)
    await sleep(1_000)
    program.stop()
    const { sent, answered, lost } = await clients.report()
    console.log(`            ${sent} requests were sent, ${answered} answered, ${lost} lost`)
    assert.ok(answered > 16, 'hardly anything was answered')
    assert.equal(lost, 0)
  })
}
