import { hmacKey, joined, toBase64 } from './hmac.ts'
import { keyOfStandardSecret } from './webhook-scheme.ts'

/** A message to sign. */
export interface SignedMessage {
  /** The id of the event, by which its receiver recognizes it when it comes again. */
  readonly id: string
  /** The bytes that are sent, or their text. */
  readonly body: string | Uint8Array
  /** Seconds since 1970. Default: now. */
  readonly timestamp?: number | undefined
}

/**
 * Returns the headers that sign a message by the rules of Standard Webhooks, with one signature for each secret.
 *
 * Rejects with an `OptionError` for a text that is not a secret.
 *
 * @example
 * const headers = await sign([subscriber.secret], { id: `paid-${order.id}`, body })
 */
export async function sign(
  secrets: readonly string[],
  { id, body, timestamp = Math.floor(Date.now() / 1_000) }: SignedMessage,
): Promise<Readonly<Record<string, string>>> {
  const content = joined(`${id}.${timestamp}.`, body)
  const signatures = secrets.map(async (secret) => {
    const key = await hmacKey(keyOfStandardSecret(secret))
    return `v1,${toBase64(await crypto.subtle.sign('HMAC', key, content))}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  }
}

/** Returns a new secret for a subscriber: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`
}
