import {
  type AttributeKey,
  attributeKey,
  HttpError,
  type MetadataKey,
  type Middleware,
  metadataKey,
  type RequestHandler,
  ROUTE_RESULT,
  type RouteDescription,
  type ServerRequest,
} from '@app/core'
import { beforeDispatch, checkOptions, optionKind, reportError, routeFor, withFacts, within } from '@app/core/extending'
import { isDevelopmentOrTest } from './environment.ts'
import { keepResponse, repeatedResponse } from './kept-response.ts'
import type { ClaimedKey, KeyStore } from './key-store.ts'
import { holdLease } from './lease.ts'
import { memoryKeys } from './memory-keys.ts'
import { digest, digestOfRequest, keyOf } from './request-key.ts'

/** Tells one client from another: a client never gets the response to a request of another. */
export type IdempotencyScope =
  | 'identity'
  | 'anyone'
  | ((request: ServerRequest) => string | undefined | Promise<string | undefined>)

/** What a route may say about its keys. */
export interface IdempotencyRule {
  /** Answers 400 to a write without a key. Default: `false`. */
  readonly required?: boolean | undefined
  /** How long a response is kept, in seconds. Default: 86,400, a day. */
  readonly lifetime?: number | undefined
}

/** Options of `idempotency`. */
export interface IdempotencyOptions extends IdempotencyRule {
  /**
   * Where keys are kept: `sqlKeys(database)`, `redisKeys(client)`, `memoryKeys()`, or a store of your own. Default: the
   * memory of this process; except in development and in tests, the first key prints a line that says so.
   */
  readonly store?: KeyStore | undefined
  /**
   * Tells one client from another. `identity` is the user whom `authentication()` has found, else the value of
   * `Authorization`. A request for which the function returns `undefined` gets a 400. With `anyone`, whoever knows a key
   * gets its response. Default: `identity`.
   */
  readonly scope?: IdempotencyScope | undefined
  /** Returns the key of a request. Default: the header `Idempotency-Key`. */
  readonly key?: ((request: ServerRequest) => string | undefined) | undefined
  /**
   * With `false`, a key belongs to a method and a URL, whatever the body: for keys of a sender who is trusted. Default:
   * `true`.
   */
  readonly compareBody?: boolean | undefined
  /** Keeps apart the keys of applications that share a store. Default: `default`. */
  readonly name?: string | undefined
  /**
   * The seconds after which a key is free again if its process was killed. A process that lives renews the lease while
   * the handler runs. Default: 30.
   */
  readonly lease?: number | undefined
  /** The seconds that the store may take before the request gets a 503. Default: 2. */
  readonly storeTimeout?: number | undefined
  /** Maximum body of a request with a key, in bytes. A larger one gets a 413. Default: 1 MiB. */
  readonly bodyLimit?: number | undefined
  /** Maximum body of a response that is kept, in bytes. A larger one is sent once. Default: 1 MiB. */
  readonly responseLimit?: number | undefined
}

/** The rule of one route, in place of the options of the middleware; `false` ignores keys. */
export const IDEMPOTENCY: MetadataKey<IdempotencyRule | false> = metadataKey<IdempotencyRule | false>(
  '@app/idempotency',
  {
    check: (value) => {
      if (value !== false) checkOptions('idempotency', value as IdempotencyRule, RULE_KINDS)
      return value as IdempotencyRule | false
    },
    enforcedBy: (value) => (value === false ? undefined : 'idempotency()'),
  },
)

/**
 * Middleware that runs a write once for each `Idempotency-Key` of a client, and repeats its response, with the header
 * `Idempotent-Replayed`.
 *
 * A key whose first request still runs gets a 409 with `Retry-After`, and a key of another request a 422. A response of
 * 500 and above, of 408, 425 and 429, and a thrown error free the key. GET, HEAD, OPTIONS and TRACE pass. If the store
 * fails, the request gets a 503 and does not run. Throws an `OptionError` for an unknown or invalid option. Source:
 * draft-ietf-httpapi-idempotency-key-header-07.
 *
 * @example
 * app.pipe(idempotency({ store: sqlKeys(database) }))
 * app.post('/orders', placeOrder).set(IDEMPOTENCY, { required: true })
 */
export function idempotency(options: IdempotencyOptions = {}): Middleware {
  const checked = checkOptions('idempotency()', options, KINDS)
  const { key: ownKey = keyOf } = checked
  const general = { required: checked.required ?? false, lifetime: checked.lifetime ?? 86_400 }
  const keys = new Keys({
    store: checked.store ?? ownMemory(),
    scope: checked.scope ?? 'identity',
    name: checked.name ?? 'default',
    lease: checked.lease ?? 30,
    storeTimeout: checked.storeTimeout ?? 2,
    compareBody: checked.compareBody ?? true,
    bodyLimit: checked.bodyLimit ?? 1_048_576,
    responseLimit: checked.responseLimit ?? 1_048_576,
  })
  const middleware: Middleware = async function idempotency(request, handler) {
    if (SAFE.has(request.method)) return handler(request)
    const result = request.attribute(ROUTE_RESULT)
    const { route } = result?.matched ? result : await routeFor(request, request.method)
    const own = route?.metadata(IDEMPOTENCY)
    const isExempt = own === false
    const { required = general.required, lifetime = general.lifetime } = own || {}
    const key = isExempt ? undefined : ownKey(request)
    const isHeld = request.attribute(HELD)
    // Dispatch may run another route than the one that was found, after middleware that changes the request.
    beforeDispatch(
      request,
      (run) => {
        const rule = run.metadata(IDEMPOTENCY)
        if (rule !== false && (rule?.required ?? general.required) && key === undefined && !isHeld) throw missingKey()
        return undefined
      },
      IDEMPOTENCY,
    )
    // A middleware of the same kind before this has claimed the key.
    if (isExempt || isHeld) return handler(request)
    if (key !== undefined) return keys.runOnce(request, key, lifetime, handler)
    if (required) throw missingKey()
    return handler(request)
  }
  return withFacts(middleware, {
    '@app/openapi': {
      parameters: ({ metadata }: RouteDescription, method: string) => {
        const rule = metadata[IDEMPOTENCY.name] as IdempotencyRule | false | undefined
        if (rule === false || SAFE.has(method.toUpperCase())) return []
        return [{ ...PARAMETER, required: rule?.required ?? general.required }]
      },
    },
  })
}

/** The header, as a document of `@app/openapi` has it. */
const PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text in quotes that no other request has: the server runs the request once, and repeats its response.',
  schema: { type: 'string' },
}

type Settings = {
  readonly [K in Exclude<keyof IdempotencyOptions, keyof IdempotencyRule | 'key'>]-?: NonNullable<IdempotencyOptions[K]>
}

class Keys {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async runOnce(request: ServerRequest, key: string, lifetime: number, handler: RequestHandler): Promise<Response> {
    const { store, name, lease, storeTimeout: timeout, compareBody, bodyLimit, responseLimit } = this.#settings
    const id = await digest(JSON.stringify([name, await this.#scopeOf(request), key]))
    const asked = {
      request: await digestOfRequest(request, compareBody ? bodyLimit : undefined),
      holder: crypto.randomUUID(),
      lease,
      lifetime,
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
    let answer: { readonly response: Response; readonly kept?: string }
    try {
      const response = await handler(request.withAttribute(HELD, true))
      answer = isFailure(response.status) ? { response } : await keepResponse(response, responseLimit)
    } catch (error) {
      await held.free()
      throw error
    }
    if (answer.kept === undefined) await held.free()
    // The work is done, so that its response is better than a 503; the store gets it as soon as it is back.
    else await held.finish(answer.kept, lifetime).catch((error: unknown) => reportError(request, error))
    return answer.response
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

  async #scopeOf(request: ServerRequest): Promise<readonly string[]> {
    const { scope } = this.#settings
    if (scope === 'anyone') return []
    if (typeof scope === 'function') {
      const own = await scope(request)
      if (own !== undefined) return ['own', own]
    } else {
      const id = request.attribute(IDENTITY)?.id
      if (id !== undefined) return ['identity', id]
      const authorization = request.headers.get('authorization')
      if (authorization !== null) return ['authorization', authorization]
    }
    throw new HttpError(400, UNKNOWN_CLIENT, { expose: true })
  }
}

/** The key of `@app/authentication`, which need not be installed. */
const IDENTITY: AttributeKey<{ readonly id: string } | undefined> = attributeKey<{ readonly id: string } | undefined>(
  'identity',
  { shared: '@app/authentication/identity', default: undefined },
)

/** Set while a request runs whose key is claimed. */
const HELD: AttributeKey<boolean> = attributeKey<boolean>('idempotency-key', {
  shared: '@app/idempotency/held',
  default: false,
})

/** Longer than whoever runs a request needs to renew its lease once the store is back, in milliseconds. */
const SECOND_LOOK = 1_000

/** True for a response after which the client is to try again. */
function isFailure(status: number): boolean {
  return status >= 500 || status < 200 || RETRIED.has(status)
}

function missingKey(): HttpError {
  return new HttpError(400, 'This request needs the header Idempotency-Key, with a text that no other request has.', {
    expose: true,
  })
}

function otherRequest(): HttpError {
  return new HttpError(422, 'This Idempotency-Key belongs to another request.', { expose: true })
}

function stillRuns(): HttpError {
  return new HttpError(409, 'The first request with this Idempotency-Key still runs.', {
    expose: true,
    headers: { 'retry-after': '1' },
  })
}

const UNKNOWN_CLIENT =
  'An Idempotency-Key is only accepted from a client that can be told from others: send Authorization, or let the ' +
  'option "scope" of idempotency() name the client.'

/** Memory, and a printed line at the first key if that may be wrong. */
function ownMemory(): KeyStore {
  const store = memoryKeys()
  let isSaid = isDevelopmentOrTest()
  return {
    ...store,
    claim(id, claim) {
      if (!isSaid) console.warn(IN_MEMORY)
      isSaid = true
      return store.claim(id, claim)
    },
  }
}

const IN_MEMORY =
  'idempotency(): keys are in the memory of this process, so that other processes and a restart do not know them. Write ' +
  'store: sqlKeys(database), redisKeys(client), or memoryKeys() if that is right.'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429])

const RULE_KINDS = { required: optionKind.boolean, lifetime: optionKind.count }

const KINDS = {
  ...RULE_KINDS,
  store: optionKind.withMethods('claim', 'renew', 'finish', 'free'),
  scope: optionKind.either(optionKind.oneOf('identity', 'anyone'), optionKind.function),
  key: optionKind.function,
  compareBody: optionKind.boolean,
  name: optionKind.text,
  lease: optionKind.seconds,
  storeTimeout: optionKind.seconds,
  bodyLimit: optionKind.count,
  responseLimit: optionKind.count,
}
