import { setTimeout as sleep } from 'node:timers/promises'
import { signatureOf } from './webhook-signature.ts'

export interface Subscriber {
  /** The URL was checked when it was registered: https, and no address of our own network. */
  readonly url: string
  readonly secret: string
}

/**
 * Delivers an event. Tries again after each of the pauses (in milliseconds) until the subscriber accepts the event. If
 * no try succeeds, throws the last failure.
 */
export async function deliver(
  { url, secret }: Subscriber,
  event: object,
  {
    pauses = [1_000, 30_000, 300_000],
    send = fetch,
  }: { readonly pauses?: readonly number[]; readonly send?: typeof fetch } = {},
): Promise<void> {
  const body = JSON.stringify(event)
  // The id stays the same, so that the subscriber recognizes a repeated event.
  const id = crypto.randomUUID()
  for (const pause of [...pauses, undefined]) {
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secret, id, seconds, body),
    }
    // A redirect could lead into our own network.
    const answer = send(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(10_000) })
    const failure = await answer.then(
      ({ ok, status }) => (ok ? undefined : new Error(`${url} answers ${status}`)),
      (error) => error,
    )
    if (failure === undefined) return
    if (pause === undefined) throw failure
    await sleep(pause)
  }
}
