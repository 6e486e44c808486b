import {
  HttpError,
  type MetadataKey,
  type Middleware,
  type RouteResult,
  routeMetadata,
  type ServerRequest,
} from '@app/core'
import { beforeSending, checkOptions, type OptionKind, optionKind, routeFor } from '@app/core/extending'
import { addressKey } from './address-key.ts'
import { type Counter, counterOf, type Taken } from './counter.ts'

/** How many requests may come, and what counts them together. */
export interface Limit {
  /** How many requests of one key may come in a window. Default: 300. */
  readonly limit?: number
  /** In seconds. Default: 60. */
  readonly window?: number
  /** What counts together, such as an identity or an API key; `undefined` for no limit. Default: the client's address. */
  readonly key?: 'address' | ((request: ServerRequest) => string | undefined | Promise<string | undefined>)
}

/** Options of `rateLimit`. */
export interface RateLimitOptions extends Limit {
  /** The name of the counters. Two limits in one application need two names. Default: `default`. */
  readonly name?: string
  /** A client of `ioredis` or `redis`, for counters of all processes. Default: the memory of this process. */
  readonly redis?: object
}

/** What one route says: a limit with counters of its own in place of the general one, or `false` for none. */
export const RateLimit: MetadataKey<Limit | false> = routeMetadata<Limit | false>('@app/rate-limit', {
  check: (value) => (value === false ? value : checkOptions('rateLimit', value as Limit, LIMIT_KINDS)),
})

/**
 * Middleware that refuses requests beyond a limit with 429 and `Retry-After`. All answers say in `RateLimit` and
 * `RateLimit-Policy` what is left.
 *
 * A route has its own limit by the metadata `RateLimit`. Throws an `OptionError` for an unknown or invalid option. Source:
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export function rateLimit(options: RateLimitOptions = {}): Middleware {
  const { name = 'default', redis, ...limit } = checkOptions('rateLimit()', options, KINDS)
  const general = policyOf(limit, name, name, redis)
  const made = new WeakMap<object, Policy>()
  const policyFor = (route: RouteResult['route']): Policy | undefined => {
    const own = route?.metadata(RateLimit)
    if (route === undefined || own === undefined) return general
    if (own === false) return undefined
    const policy = made.get(own) ?? policyOf({ ...limit, ...own }, 'route', `${name}:${route.name}`, redis)
    made.set(own, policy)
    return policy
  }
  return async function rateLimit(request, handler) {
    const { route } = await routeFor(request, request.method)
    const policy = policyFor(route)
    const key = await policy?.key(request)
    if (policy === undefined || key === undefined) return handler(request)
    const taken = await policy.count(key)
    beforeSending(request, ({ headers }) => {
      headers.append('ratelimit-policy', policy.text)
      headers.append('ratelimit', policy.left(taken))
    })
    if (!taken.isOver) return handler(request)
    throw new HttpError(429, undefined, { headers: { 'retry-after': String(taken.reset) } })
  }
}

interface Policy {
  readonly key: (request: ServerRequest) => string | undefined | Promise<string | undefined>
  readonly count: Counter
  /** The policy as a header. */
  readonly text: string
  /** What is left, as a header. */
  left(taken: Taken): string
}

function policyOf(
  { limit = 300, window = 60, key = 'address' }: Limit,
  shown: string,
  name: string,
  redis: object | undefined,
): Policy {
  return {
    key: key === 'address' ? addressKey : key,
    count: counterOf({ limit, window }, name, redis),
    text: `"${shown}";q=${limit};w=${window}`,
    left: ({ remaining, reset }) => `"${shown}";r=${remaining};t=${reset}`,
  }
}

const POSITIVE: OptionKind = {
  wants: 'a whole number from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

const LIMIT_KINDS = {
  limit: POSITIVE,
  window: POSITIVE,
  key: optionKind.either(optionKind.oneOf('address'), optionKind.function),
}

const KINDS = {
  ...LIMIT_KINDS,
  name: {
    wants: 'a name of letters, digits, dots and hyphens',
    accepts: (value: unknown) => typeof value === 'string' && /^[\w.-]+$/.test(value),
  },
  redis: optionKind.either(optionKind.withMethods('multi', 'eval'), optionKind.withMethods('multi', 'defineCommand')),
}
