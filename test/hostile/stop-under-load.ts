import { setTimeout as sleep } from 'node:timers/promises'
import { type DrainReport, KeepAliveClients } from './load.ts'
import { startFixture } from './started-fixture.ts'

/**
 * Sends SIGTERM to a program (the fixture) while it serves 32 keep-alive clients, half of which wait for a slow
 * response.
 */
export async function stopUnderLoad(router: string): Promise<DrainReport & { readonly code: number | null }> {
  const fixture = await startFixture(router)
  const slow = new KeepAliveClients(fixture.port, new Array(16).fill('/slow'), 0)
  const fast = new KeepAliveClients(fixture.port, new Array(16).fill('/ping'), 3)
  await sleep(900)
  fixture.stop('SIGTERM')
  const [a, b] = await Promise.all([slow.report(), fast.report()])
  return {
    sent: a.sent + b.sent,
    answered: a.answered + b.answered,
    lost: a.lost + b.lost,
    late: a.late + b.late,
    surprised: a.surprised + b.surprised,
    code: await fixture.ended,
  }
}
