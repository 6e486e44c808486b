import {
  type Answer,
  HttpError,
  type MetadataKey,
  type Middleware,
  metadataKey,
  type RequestHandler,
  type RouteResult,
  type ServerRequest,
} from '@app/core'
import { beforeSending, checkOptions, type OptionKind, optionKind, routeFor } from '@app/core/extending'
import { addressKey } from './address-key.ts'
import { type Counter, memoryCounter, type Taken } from './counter.ts'
import { redisCounter } from './redis-counter.ts'

/** A limit of requests, and the key by which they are counted. */
export interface Limit {
  /** The number of requests of one key that are accepted in a window. Default: 300. */
  readonly limit?: number | undefined
  /** The length of the window in seconds, a year at most. Default: 60. */
  readonly window?: number | undefined
  /**
   * The key by which requests are counted together, such as an identity or an API key. A request for which the function
   * gives `undefined` is not limited. Default: the client's address.
   */
  readonly key?: 'address' | ((request: ServerRequest) => string | undefined | Promise<string | undefined>) | undefined
}

/** Options of `rateLimit`. */
export interface RateLimitOptions extends Limit {
  /** The name of the counters. Two limits in one application need two names. Default: `default`. */
  readonly name?: string | undefined
  /** A client of `ioredis` or `redis`, for counters that all processes share. Default: the memory of this process. */
  readonly redis?: object | undefined
}

/**
 * The limits of one route: they replace the general limit and have counters of their own; `false` means that the route
 * has no limit. If there are several, such as by address and by account, a request that one limit refuses does not
 * count for the later limits in the list.
 */
export const RATE_LIMIT: MetadataKey<Limit | readonly Limit[] | false> = metadataKey<Limit | readonly Limit[] | false>(
  '@app/rate-limit',
  {
    check: (value) => {
      const limits = value === false ? [] : [value as Limit | readonly Limit[]].flat()
      if (value !== false && limits.length === 0)
        throw new TypeError(
          'rateLimit: the list of limits of a route is empty. For a route without a limit write false.',
        )
      for (const limit of limits) checkOptions('rateLimit', limit, LIMIT_KINDS)
      return value as Limit | readonly Limit[] | false
    },
  },
)

/**
 * Middleware that refuses requests beyond a limit with 429 and `Retry-After`. The header `RateLimit` of each answer has
 * the number of requests that are left, and `RateLimit-Policy` has the limit.
 *
 * A route has its own limits by the metadata `RATE_LIMIT`. Throws an `OptionError` for an unknown or invalid option.
 * Source: draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @example
 * app.pipe(rateLimit({ limit: 300, window: 60 }))
 * app.post('/log-in', enter).with(RATE_LIMIT, { limit: 5, window: 600 })
 */
export function rateLimit(options: RateLimitOptions = {}): Middleware {
  const { name = 'default', redis, ...limit } = checkOptions('rateLimit()', options, KINDS)
  const general = [policyOf(limit, name, name, redis)]
  const made = new WeakMap<object, readonly Policy[]>()
  const policiesFor = (route: RouteResult['route']): readonly Policy[] => {
    const own = route?.metadata(RATE_LIMIT)
    if (route === undefined || own === undefined) return general
    if (own === false) return []
    let policies = made.get(route)
    if (policies === undefined) {
      policies = [own].flat().map((each, index) => {
        const suffix = index === 0 ? '' : `-${index + 1}`
        return policyOf({ ...limit, ...each }, `route${suffix}`, `${name}:${route.name}${suffix}`, redis)
      })
      made.set(route, policies)
    }
    return policies
  }
  return function rateLimit(request, handler) {
    const found = routeFor(request, request.method)
    if (!(found instanceof Promise)) return pass(policiesFor(found.route), request, handler)
    return found.then(({ route }) => pass(policiesFor(route), request, handler))
  }
}

/**
 * Counts a request by each policy from `start` on, and passes it on if no policy refuses it. Gives a promise only if a
 * key, a counter or the handler does, so that all other answers stay synchronous.
 */
function pass(policies: readonly Policy[], request: ServerRequest, handler: RequestHandler, start = 0): Answer {
  for (let index = start; index < policies.length; index++) {
    const policy = policies[index] as Policy
    const taken = takenBy(policy, request)
    if (taken instanceof Promise) {
      return taken.then((later) => {
        note(request, policy, later)
        return pass(policies, request, handler, index + 1)
      })
    }
    note(request, policy, taken)
  }
  return handler(request)
}

/** Counts a request by a policy, and gives the state of the limit; `undefined` for a request that has no key. */
function takenBy({ keyOf, count }: Policy, request: ServerRequest): Taken | undefined | Promise<Taken | undefined> {
  const key = keyOf(request)
  if (key instanceof Promise) return key.then((later) => (later === undefined ? undefined : count(later)))
  return key === undefined ? undefined : count(key)
}

/**
 * Adds the headers `RateLimit` and `RateLimit-Policy` to the answer. Throws an error of 429 if the limit is exceeded.
 */
function note(request: ServerRequest, policy: Policy, taken: Taken | undefined): void {
  if (taken === undefined) return
  beforeSending(request, ({ headers }) => {
    headers.append('ratelimit-policy', policy.header)
    headers.append('ratelimit', `${policy.begin}${taken.remaining};t=${taken.reset}`)
  })
  if (taken.isOver) throw tooMany(policy, taken.reset)
}

interface Policy {
  readonly keyOf: (request: ServerRequest) => string | undefined | Promise<string | undefined>
  readonly count: Counter
  /** The beginning of the value of the header `RateLimit`: the name that clients see, and `;r=`. */
  readonly begin: string
  /** The value of the header `RateLimit-Policy`. */
  readonly header: string
  /** The policy in words, for the error. */
  readonly words: string
}

function policyOf(
  { limit = 300, window = 60, key = 'address' }: Limit,
  shown: string,
  name: string,
  redis: object | undefined,
): Policy {
  return {
    keyOf: key === 'address' ? addressKey : key,
    count: redis ? redisCounter({ limit, window }, name, redis) : memoryCounter({ limit, window }),
    begin: `"${shown}";r=`,
    header: `"${shown}";q=${limit};w=${window}`,
    words: `"${name}", ${limit} in ${window} s,`,
  }
}

/** Makes the error of a refused request. The error does not show the key, which may be a secret, such as an API key. */
function tooMany({ words }: Policy, wait: number): HttpError {
  const message = `The limit ${words} is used up. Requests of this key may come again in ${wait} s.`
  return new HttpError(429, message, { headers: { 'retry-after': String(wait) } })
}

const POSITIVE: OptionKind = {
  wants: 'a whole number from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

const LIMIT_KINDS = {
  limit: POSITIVE,
  window: {
    wants: 'a whole number of seconds, from 1 to 31536000, which is a year',
    accepts: (value: unknown) => POSITIVE.accepts(value) && (value as number) <= 31_536_000,
  },
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
