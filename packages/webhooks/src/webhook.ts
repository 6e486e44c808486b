import { readBody } from '@app/body-parser'
import {
  type AttributeKey,
  attributeKey,
  HttpError,
  type Middleware,
  type Provides,
  provides,
  type ServerRequest,
} from '@app/core'
import { aheadOfSurroundings, checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import { type KeyStore, once } from '@app/idempotency'
import { type HmacKey, hmacKey, joined } from './hmac.ts'
import {
  githubWebhooks,
  type SignedHeaders,
  standardWebhooks,
  stripeWebhooks,
  type WebhookScheme,
} from './webhook-scheme.ts'

/** Options of `webhook`. */
export interface WebhookOptions {
  /**
   * The secrets of the sender, of which any may have signed: two while a secret is replaced. A function returns them by
   * the request, such as for the tenant in its path. A secret that is `undefined`, as a variable that is not set, is an
   * error.
   */
  readonly secrets: readonly (string | undefined)[] | ((request: ServerRequest) => Secrets | Promise<Secrets>)
  /** How the sender signs. Default: `standard`. */
  readonly scheme?: 'standard' | 'github' | 'stripe' | WebhookScheme | undefined
  /** How far the time of a signature may be from the time of this machine, in seconds. Default: 300. */
  readonly tolerance?: number | undefined
  /**
   * Where the webhooks that were handled are kept, by a store of `@app/idempotency`: one that comes again gets the same
   * response, and the handler does not run. Default: none.
   */
  readonly seen?: KeyStore | undefined
  /** How long a webhook is known, in seconds. Default: 604,800, a week. */
  readonly lifetime?: number | undefined
  /** Maximum body in bytes. Default: the `BODY_LIMIT` of the route, else the `bodyLimit` of the server. */
  readonly bodyLimit?: number | undefined
}

type Secrets = readonly string[]

/** A webhook whose signature is right. */
export interface Webhook {
  /** The id by which the sender names it. `undefined` if the scheme has none. */
  readonly id: string | undefined
  /** When it was signed, in seconds since 1970. `undefined` if the scheme signs no time. */
  readonly timestamp: number | undefined
}

/** The attribute with the webhook that `webhook()` has verified. */
export const WEBHOOK: AttributeKey<Webhook, 'webhook'> = attributeKey<Webhook, 'webhook'>('webhook', {
  shared: '@app/webhooks/webhook',
})

/**
 * Middleware for the list of a route, which lets only webhooks pass that the sender has signed: over the bytes of the
 * body as they came, and not long ago.
 *
 * At the beginning of the list it runs before the transaction of the route begins. Answers 401 without a right signature, or with an old one, 400 for headers that cannot be read, 413 for a body beyond
 * the limit, and 415 for a compressed body. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const signed = webhook({ secrets: [process.env.WEBHOOK_SECRET], seen: sqlKeys(database) })
 * app.post('/webhooks', [signed, async (request) => json(await handle(await request.json()))])
 */
export function webhook(options: WebhookOptions): Middleware & Provides<typeof WEBHOOK> {
  const { secrets, scheme, tolerance = 300, seen, ...rest } = checkOptions('webhook()', options, KINDS)
  const { lifetime = 604_800, bodyLimit } = rest
  const { key, read, id } = typeof scheme === 'object' ? scheme : SCHEMES[scheme ?? 'standard']
  const importKeys = (all: Secrets) => Promise.all(all.map((secret) => hmacKey(key(secret))))
  // Checks secrets now, before there is a request.
  const fixed = typeof secrets === 'function' ? undefined : (secrets as Secrets).map(key)
  const keys = fixed && Promise.all(fixed.map(hmacKey))
  // Some senders change details of an event between two tries.
  const runOnce = seen && once({ store: seen, lifetime, name: 'webhooks', compareBody: false })
  const middleware: Middleware = async function webhook(request, handler) {
    const { headers } = request
    const signed = read(headers)
    if (signed === undefined) throw refused('has no signature')
    if (signed === 'malformed') throw new HttpError(400, 'The headers of the webhook cannot be read.', { expose: true })
    // A body that has to be decompressed first is not the one that was signed.
    if (headers.has('content-encoding')) throw new HttpError(415, 'A webhook may not be compressed.', { expose: true })
    const body = request.hasBody ? await readBody(request, { limit: bodyLimit }) : new Uint8Array()
    const all = keys ?? importKeys(await (secrets as (request: ServerRequest) => Secrets)(request))
    if (!(await isSigned(await all, signed, body))) throw refused('has a wrong signature')
    const { timestamp } = signed
    if (timestamp !== undefined && Math.abs(Date.now() / 1_000 - timestamp) > tolerance) {
      throw refused('was signed too long ago, or in the future')
    }
    const known = id(headers, body)
    const verified = request.withAttribute(WEBHOOK, { id: known, timestamp })
    if (!runOnce || known === undefined) return handler(verified)
    // Senders on different paths may have the same ids.
    return runOnce(verified, handler, { key: JSON.stringify([request.fullPath, known]) })
  }
  return provides([WEBHOOK], aheadOfSurroundings(middleware))
}

/** True if one of the signatures was made with one of the keys. The platform compares in constant time. */
async function isSigned(keys: readonly HmacKey[], signed: SignedHeaders, body: Uint8Array): Promise<boolean> {
  const content = joined(signed.before, body)
  for (const key of keys) {
    for (const signature of signed.signatures.slice(0, MOST_SIGNATURES)) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
    }
  }
  return false
}

/** More than any sender has secrets; each signature is compared with the whole body. */
const MOST_SIGNATURES = 5

function refused(why: string): HttpError {
  const headers = { 'www-authenticate': 'Webhook' }
  return new HttpError(401, `The webhook ${why}.`, { expose: true, headers })
}

const SCHEMES = { standard: standardWebhooks, github: githubWebhooks, stripe: stripeWebhooks }

const SECRETS: OptionKind = {
  wants: 'a list of texts that are not empty, or a function',
  accepts: (value) =>
    typeof value === 'function' ||
    (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '')),
}

const KINDS = {
  secrets: optionKind.required(SECRETS),
  scheme: optionKind.either(
    optionKind.oneOf('standard', 'github', 'stripe'),
    optionKind.withMethods('key', 'read', 'id'),
  ),
  tolerance: optionKind.seconds,
  seen: optionKind.withMethods('claim', 'renew', 'finish', 'free'),
  lifetime: optionKind.count,
  bodyLimit: optionKind.count,
}
