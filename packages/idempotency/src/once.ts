import { type AttributeKey, attributeKey, HttpError, type RequestHandler, type ServerRequest } from '@app/core'
import {
  checkOptions,
  type OptionKind,
  onOutcome,
  optionKind,
  reportError,
  UsageError,
  within,
} from '@app/core/extending'
import { type Answer, failedResponse, keepResponse, repeatedResponse } from './kept-response.ts'
import type { ClaimedKey, KeyStore } from './key-store.ts'
import { holdLease, type Lease } from './lease.ts'
import { digest, digestOfRequest } from './request-key.ts'

/** Options of `once`. */
export interface OnceOptions {
  /** Where keys are kept: `sqlKeys(database)`, `redisKeys(client)`, `memoryKeys()`, or a store of your own. */
  readonly store: KeyStore
  /** Keeps apart the keys of different purposes that share a store. Default: `default`. */
  readonly name?: string | undefined
  /** How long a response is kept, in seconds. Default: 86,400, a day. */
  readonly lifetime?: number | undefined
  /**
   * The seconds after which a key is free again if its process was killed. A process that lives renews the lease while
   * the request runs. Default: 30.
   */
  readonly lease?: number | undefined
  /** The seconds that the store may take before the request gets a 503. Default: 2. */
  readonly storeTimeout?: number | undefined
  /**
   * With `false`, a key belongs to a method and a URL, whatever the body: for keys of a sender who is trusted. Default:
   * `true`.
   */
  readonly compareBody?: boolean | undefined
  /**
   * Maximum body of a request, in bytes. A larger one gets a 413, as does one beyond the `BODY_LIMIT` of the route or the
   * `bodyLimit` of the server. Default: 1 MiB.
   */
  readonly bodyLimit?: number | undefined
  /** Maximum body of a response that is kept, in bytes. A larger one is sent once. Default: 1 MiB. */
  readonly responseLimit?: number | undefined
}

/** The key of a request, and how long its response is kept if not as long as others. */
export interface OnceKey {
  /** Tells the request from all others; where clients choose keys, with what tells the client from others. */
  readonly key: string
  readonly lifetime?: number | undefined
}

/** Runs a handler once for a key, or repeats the response that it has given. */
export type RunOnce = (request: ServerRequest, handler: RequestHandler, key: OnceKey) => Promise<Response>

/** A request that runs once for its key. */
export interface RequestOnce {
  /**
   * Says that the request has taken effect, or may have: it does not run again, even if its response is an error in the
   * end. `transactions()` calls it after a commit, and if it does not know whether a commit was made.
   */
  tookEffect(): void
}

/** The attribute of a request that runs once for its key; `undefined` for any other request. */
export const REQUEST_ONCE: AttributeKey<RequestOnce | undefined> = attributeKey<RequestOnce | undefined>(
  'request once',
  { shared: '@app/idempotency/request-once', default: undefined },
)

/**
 * Makes a function that runs a handler once for each key, for middleware whose keys are not those of clients, such as
 * the id of an event. `idempotency()` is for the header `Idempotency-Key`.
 *
 * The key is claimed before the handler runs, and finished when it is decided how the request is answered: after a
 * commit, and after all middleware. Nothing else changes what the function does, whatever a client sends. In the list
 * of a route, mark the middleware by `aheadOfSurroundings`; within an open transaction the function throws a
 * `UsageError`. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const eventOnce = once({ store: sqlKeys(database), name: 'events' })
 * app.pipe('/events', (request, handler) => eventOnce(request, handler, { key: eventId(request) }))
 */
export function once(options: OnceOptions): RunOnce {
  const checked = checkOptions('once()', options, ONCE_KINDS)
  const runner = new Runner({
    store: checked.store,
    name: checked.name ?? 'default',
    lifetime: checked.lifetime ?? 86_400,
    lease: checked.lease ?? 30,
    storeTimeout: checked.storeTimeout ?? 2,
    compareBody: checked.compareBody ?? true,
    bodyLimit: checked.bodyLimit ?? 1_048_576,
    responseLimit: checked.responseLimit ?? 1_048_576,
  })
  return (request, handler, key) => runner.run(request, handler, key)
}

/** The kinds of the options that `idempotency` has too. */
export const KEY_KINDS: Readonly<Record<keyof OnceOptions, OptionKind>> = {
  store: optionKind.withMethods('claim', 'renew', 'finish', 'free'),
  name: optionKind.text,
  lifetime: optionKind.count,
  lease: optionKind.seconds,
  storeTimeout: optionKind.seconds,
  compareBody: optionKind.boolean,
  bodyLimit: optionKind.count,
  responseLimit: optionKind.count,
}

const ONCE_KINDS = { ...KEY_KINDS, store: optionKind.required(KEY_KINDS.store) }

type Settings = { readonly [K in keyof OnceOptions]-?: NonNullable<OnceOptions[K]> }

class Runner {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async run(request: ServerRequest, handler: RequestHandler, { key, lifetime: own }: OnceKey): Promise<Response> {
    if (request.attribute(OPEN_TRANSACTION)?.isOver === false) throw insideTransaction()
    const { store, name, lease, lifetime, compareBody, bodyLimit, storeTimeout: timeout } = this.#settings
    const id = await digest(JSON.stringify([name, key]))
    const asked = {
      request: await digestOfRequest(request, compareBody ? bodyLimit : undefined),
      holder: crypto.randomUUID(),
      lease,
      lifetime: own ?? lifetime,
    }
    let found = await this.#claim(id, asked)
    if (found.state === 'abandoned' && found.request === asked.request) {
      // A store that comes back after a while makes all leases end. Whoever still runs a request renews within this
      // time, so that it is not run twice.
      await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK))
      found = await this.#claim(id, { ...asked, after: found.holder })
    }
    if (found.state !== 'claimed') {
      if (found.request !== asked.request) throw otherRequest()
      if (found.state === 'finished') return repeatedResponse(found.response)
      throw stillRuns()
    }
    const held = holdLease(store, id, { ...asked, timeout })
    return new ClaimedRequest(request, held, asked.lifetime).run(handler, this.#settings.responseLimit)
  }

  /** Claims a key. Rejects with an `HttpError` of 503 if the store fails, or takes too long. */
  async #claim(id: string, claim: Parameters<KeyStore['claim']>[1]): Promise<ClaimedKey> {
    const { store, storeTimeout } = this.#settings
    const claiming = store.claim(id, claim)
    try {
      return await within(storeTimeout, claiming, 'The store of idempotency keys')
    } catch (cause) {
      // A claim that succeeds after all is given back: nobody runs the request.
      claiming
        .then(({ state }) => (state === 'claimed' ? store.free(id, claim.holder) : undefined))
        .catch(() => undefined)
      if (HttpError.is(cause)) throw cause
      throw new HttpError(503, 'The store of idempotency keys fails', { cause, headers: { 'retry-after': '1' } })
    }
  }
}

/** A request whose key is claimed, until it is known whether it may run again. */
class ClaimedRequest implements RequestOnce {
  readonly #request: ServerRequest
  readonly #lease: Lease
  readonly #lifetime: number
  readonly #outer: RequestOnce | undefined
  #hasTakenEffect = false
  /** What the handler has answered; `failed` if it has thrown. `undefined` while it runs. */
  #answer: Answer | 'failed' | undefined
  /** The status with which the request is answered; `undefined` until that is decided. */
  #outcome: number | undefined

  constructor(request: ServerRequest, lease: Lease, lifetime: number) {
    this.#request = request
    this.#lease = lease
    this.#lifetime = lifetime
    this.#outer = request.attribute(REQUEST_ONCE)
  }

  tookEffect(): void {
    this.#hasTakenEffect = true
    this.#outer?.tookEffect()
  }

  async run(handler: RequestHandler, limit: number): Promise<Response> {
    const request = this.#request
    // The inner function runs after those of all other middleware, such as one that keeps a session.
    onOutcome(request, () => onOutcome(request, ({ status }) => this.#decide(status)))
    try {
      const answer = await keepResponse(await handler(request.withAttribute(REQUEST_ONCE, this)), limit)
      await this.#ends(answer)
      return answer.response
    } catch (error) {
      await this.#ends('failed')
      throw error
    }
  }

  /** Middleware such as a time limit may have answered before. */
  async #ends(answer: Answer | 'failed'): Promise<void> {
    this.#answer = answer
    if (this.#outcome !== undefined) await this.#settle(this.#outcome)
  }

  async #decide(status: number): Promise<void> {
    this.#outcome = status
    if (this.#answer !== undefined) await this.#settle(status)
  }

  async #settle(outcome: number): Promise<void> {
    const answer = this.#answer as Answer | 'failed'
    const isDone = answer !== 'failed' && !isFailure(answer.response.status) && !isFailure(outcome)
    if (isDone) await this.#keep(answer.kept)
    else if (this.#hasTakenEffect) await this.#keep(failedResponse(outcome))
    else await this.#lease.free()
  }

  /** The work is done, so that its response is better than a 503; the store gets it as soon as it is back. */
  #keep(kept: string): Promise<void> {
    return this.#lease.finish(kept, this.#lifetime).catch((error: unknown) => reportError(this.#request, error))
  }
}

/** The key of `@app/transactions`, which need not be installed. */
const OPEN_TRANSACTION: AttributeKey<{ readonly isOver: boolean } | undefined> = attributeKey<
  { readonly isOver: boolean } | undefined
>('open transaction', { shared: '@app/transactions/open-transaction', default: undefined })

/** Longer than whoever runs a request needs to renew its lease once the store is back, in milliseconds. */
const SECOND_LOOK = 1_000

/** True for a response after which the client is to try again. */
function isFailure(status: number): boolean {
  return status >= 500 || status < 200 || RETRIED.has(status)
}

const RETRIED: ReadonlySet<number> = new Set([408, 425, 429])

function otherRequest(): HttpError {
  return new HttpError(422, 'This Idempotency-Key belongs to another request.', { expose: true })
}

function stillRuns(): HttpError {
  return new HttpError(409, 'The first request with this Idempotency-Key still runs.', {
    expose: true,
    headers: { 'retry-after': '1' },
  })
}

function insideTransaction(): UsageError {
  return new UsageError(
    'APP_IDEMPOTENCY_TRANSACTION',
    'A key would be claimed within the transaction of the route, and kept or lost with it. Pipe idempotency() before ' +
      'routing, or put it, or webhook(), first in the list of the route: what stands there runs before the transaction.',
  )
}
