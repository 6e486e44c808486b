import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { KeepAliveClients } from '../../test/hostile/load.ts'
import { Client } from '../../test/programs/noticeboard/client.ts'
import type { Product } from './product.ts'
import { withRunning } from './running-product.ts'

/**
 * Stops the product, an installed copy of examples/noticeboard, while clients send requests all the time and one client
 * reads the event stream of news. Prints how many requests were answered and lost. Throws if a request was lost, or if
 * the stream was cut off.
 */
export function stopUnderClients(product: Product): Promise<void> {
  const use = async ({ url, port, program }: Parameters<Parameters<typeof withRunning>[1]>[0]) => {
    const ada = new Client()
    await ada.signUp(url, 'Ada')
    await ada.ask(url, '/teams', { name: 'Red' })
    const stream = await ada.ask(url, '/teams/red-1/news')
    const heard = stream.text()
    const clients = new KeepAliveClients(port, new Array(16).fill('/log-in'), 3)
    await sleep(1_000)
    program.stop()
    const { sent, answered, lost, late } = await clients.report()
    console.log(`            ${sent} requests were sent, ${answered} answered, ${lost} lost, ${late} too late`)
    assert.ok(answered > 16, 'fewer than 17 requests were answered before the stop, which is too few to prove anything')
    assert.equal(lost, 0)
    // The read rejects if the connection was cut instead of ended.
    assert.match(await heard, /event: ready/)
    // The stop was requested above; a second signal would end the process at once.
    await program.ended
  }
  return withRunning(product, use)
}
