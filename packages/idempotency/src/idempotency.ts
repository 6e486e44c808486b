import {
  type AttributeKey,
  attributeKey,
  HttpError,
  type MetadataKey,
  type Middleware,
  metadataKey,
  ROUTE_RESULT,
  type RouteDescription,
  type ServerRequest,
} from '@app/core'
import { aheadOfSurroundings, aroundDispatch, checkOptions, optionKind, routeFor, withFacts } from '@app/core/extending'
import { isDevelopmentOrTest } from './environment.ts'
import type { KeyStore } from './key-store.ts'
import { memoryKeys } from './memory-keys.ts'
import { KEY_KINDS, type OnceOptions, once, REQUEST_ONCE } from './once.ts'
import { keyOf } from './request-key.ts'

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
export interface IdempotencyOptions extends IdempotencyRule, Omit<OnceOptions, 'store' | 'lifetime'> {
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
 * The key is claimed before the transaction of a route begins, and finished when it is decided how the request is
 * answered: after the commit, and after all middleware. A key whose first request still runs gets a 409 with `Retry-After`, and a key of another request a 422. A response of
 * 500 and above, of 408, 425 and 429, and a thrown error free the key, unless something was committed. GET, HEAD, OPTIONS and TRACE pass. If the store
 * fails, the request gets a 503 and does not run. Throws an `OptionError` for an unknown or invalid option. Source:
 * draft-ietf-httpapi-idempotency-key-header-07.
 *
 * @example
 * app.pipe(idempotency({ store: sqlKeys(database) }))
 * app.post('/orders', placeOrder).set(IDEMPOTENCY, { required: true })
 */
export function idempotency(options: IdempotencyOptions = {}): Middleware {
  const {
    key: keyIn = keyOf,
    scope = 'identity',
    required: isRequired = false,
    ...rest
  } = checkOptions('idempotency()', options, KINDS)
  const runOnce = once({ ...rest, store: rest.store ?? ownMemory() })
  const requires = (rule: IdempotencyRule | false | undefined) => rule !== false && (rule?.required ?? isRequired)
  const middleware: Middleware = async function idempotency(request, handler) {
    if (SAFE.has(request.method)) return handler(request)
    const result = request.attribute(ROUTE_RESULT)
    const { route } = result?.matched ? result : await routeFor(request, request.method)
    const rule = route?.metadata(IDEMPOTENCY)
    const key = rule === false ? undefined : keyIn(request)
    // Dispatch may run another route than the one that was found. Its own middleware may have another key, as `webhook()`.
    aroundDispatch(
      request,
      (run, inner, next) => {
        if (requires(run.metadata(IDEMPOTENCY))) refuseMissing(inner, key)
        return next(inner)
      },
      IDEMPOTENCY,
    )
    // Nothing asks after this in the list of a route, nor if there is no route.
    if ((result?.matched || route === undefined) && requires(rule)) refuseMissing(request, key)
    // A middleware of the same kind before this has claimed the key.
    if (key === undefined || request.attribute(HELD)) return handler(request)
    return runOnce(request, (inner) => handler(inner.withAttribute(HELD, true)), {
      key: JSON.stringify([await scopeOf(request, scope), key]),
      lifetime: rule ? rule.lifetime : undefined,
    })
  }
  return withFacts(aheadOfSurroundings(middleware), {
    '@app/openapi': {
      parameters: ({ metadata }: RouteDescription, method: string) => {
        const rule = metadata[IDEMPOTENCY.name] as IdempotencyRule | false | undefined
        if (rule === false || SAFE.has(method.toUpperCase())) return []
        return [{ ...PARAMETER, required: requires(rule) }]
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

/** Returns texts that tell the client of a request from others. Rejects with an `HttpError` of 400 without any. */
async function scopeOf(request: ServerRequest, scope: IdempotencyScope): Promise<readonly string[]> {
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

/** Throws an `HttpError` of 400 for a request that has no key of any kind. */
function refuseMissing(request: ServerRequest, key: string | undefined): void {
  if (key !== undefined || request.attribute(HELD) || request.attribute(REQUEST_ONCE)) return
  throw new HttpError(400, 'This request needs the header Idempotency-Key, with a text that no other request has.', {
    expose: true,
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

const RULE_KINDS = { required: optionKind.boolean, lifetime: optionKind.count }

const KINDS = {
  ...KEY_KINDS,
  ...RULE_KINDS,
  scope: optionKind.either(optionKind.oneOf('identity', 'anyone'), optionKind.function),
  key: optionKind.function,
}
