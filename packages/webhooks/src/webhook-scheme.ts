import { OptionError } from '@app/core/extending'
import { fromBase64, fromHex } from './hmac.ts'

/** What the headers of a webhook say. */
export interface SignedHeaders {
  /** When it was signed, in seconds since 1970; `undefined` if the scheme signs no time. */
  readonly timestamp: number | undefined
  /** The text that is signed before the body. */
  readonly before: string
  /** The signatures, of which one has to be right. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** How a sender signs webhooks, by HMAC with SHA-256. */
export interface WebhookScheme {
  readonly name: string
  /** Returns the bytes of a secret. Throws an error for a text that is not a secret; its message must not show it. */
  key(secret: string): Uint8Array<ArrayBuffer>
  /** Reads the headers: `undefined` without a signature, and `malformed` if it cannot be read. */
  read(headers: Headers): SignedHeaders | 'malformed' | undefined
  /** Returns the id by which a webhook that was verified is recognized when it comes again. */
  id(headers: Headers, body: Uint8Array): string | undefined
}

/** https://www.standardwebhooks.com: `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export const standardWebhooks: WebhookScheme = {
  name: 'standard',
  key: keyOfStandardSecret,
  read(headers) {
    const [id, time, given] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`))
    if (!given) return undefined
    const timestamp = secondsIn(time)
    if (!id || timestamp === undefined) return 'malformed'
    const ofVersion = given.split(' ').filter((signature) => signature.startsWith('v1,'))
    return {
      timestamp,
      before: `${id}.${time}.`,
      signatures: present(ofVersion.map((one) => fromBase64(one.slice(3)))),
    }
  },
  id: (headers) => headers.get('webhook-id') ?? undefined,
}

/**
 * The webhooks of GitHub: `X-Hub-Signature-256`. GitHub signs neither a time nor the id of a delivery, so that a webhook
 * is recognized by its signature.
 */
export const githubWebhooks: WebhookScheme = {
  name: 'github',
  key: keyOfText,
  read(headers) {
    const given = headers.get('x-hub-signature-256')
    if (!given) return undefined
    const signature = given.startsWith('sha256=') ? fromHex(given.slice(7)) : undefined
    return signature ? { timestamp: undefined, before: '', signatures: [signature] } : 'malformed'
  },
  id: (headers) => headers.get('x-hub-signature-256')?.toLowerCase(),
}

/** The webhooks of Stripe: `Stripe-Signature` with `t=` and `v1=`. A webhook is recognized by the `id` of its event. */
export const stripeWebhooks: WebhookScheme = {
  name: 'stripe',
  key: keyOfText,
  read(headers) {
    const given = headers.get('stripe-signature')
    if (!given) return undefined
    const parts = given.split(',').map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1]
    const timestamp = secondsIn(time)
    if (timestamp === undefined) return 'malformed'
    const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => fromHex(value))
    return { timestamp, before: `${time}.`, signatures: present(signatures) }
  },
  id(_headers, body) {
    try {
      const { id } = JSON.parse(new TextDecoder().decode(body)) as { readonly id?: unknown }
      return typeof id === 'string' ? id : undefined
    } catch {
      return undefined
    }
  },
}

/** Returns the bytes of a secret of Standard Webhooks: base64, usually after `whsec_`. */
export function keyOfStandardSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes !== undefined && bytes.length >= 16) return bytes
  throw new OptionError('webhook()', 'secrets', `"secrets" must be ${STANDARD_SECRET}, got another text.`)
}

function keyOfText(secret: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(secret)
}

function secondsIn(text: string | null | undefined): number | undefined {
  return text && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}

function present<T>(values: readonly (T | undefined)[]): readonly T[] {
  return values.filter((value) => value !== undefined)
}

const STANDARD_SECRET = 'texts of the form whsec_… with at least 16 bytes in base64, as newSecret() makes them'
