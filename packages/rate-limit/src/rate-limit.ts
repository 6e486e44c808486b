import {
  HttpError,
  type MetadataKey,
  type Middleware,
  metadataKey,
  type RouteResult,
  type ServerRequest,
} from '@app/core'
import {
  beforeDispatch,
  beforeSending,
  checkOptions,
  discard,
  type OptionKind,
  optionKind,
  prefixOf,
  routeFor,
} from '@app/core/extending'
import { addressKey } from './address-key.ts'
import { type Counter, memoryCounter, type Quota, type Taken } from './counter.ts'
import { redisCounter, type Shared } from './redis-counter.ts'

/** A limit of requests, and the key by which they are counted. */
export interface Limit {
  /** The number of requests of one key that are accepted in a window. Default: 300. */
  readonly limit?: number | undefined
  /** The length of the window in seconds, a year at most. Default: 60. */
  readonly window?: number | undefined
  /**
   * The key by which requests are counted together, such as an identity or an API key. A request for which the function
   * returns `undefined` is not limited. Default: the client's address.
   */
  readonly key?: 'address' | ((request: ServerRequest) => string | undefined | Promise<string | undefined>) | undefined
}

/** Options of `rateLimit`. */
export interface RateLimitOptions extends Limit {
  /**
   * The name of the counters. Two limits in one application need two names, and so do two applications that share a
   * Redis. Default: `default`.
   */
  readonly name?: string | undefined
  /** A client of `ioredis` or `redis`, for counters that all processes share. Default: the memory of this process. */
  readonly redis?: object | undefined
  /**
   * The seconds that the Redis may take to count a request. Then this process counts by itself, until the Redis answers
   * again. Default: 0.5.
   */
  readonly redisTimeout?: number | undefined
}

/**
 * The limits of one route: they replace the general limit and have counters of their own; `false` means that the route
 * has no limit. If there are several, such as by address and by account, a request that one limit refuses does not
 * count for the later limits in the list.
 *
 * A route counts once, under however many prefixes its application is piped. For a limit of each prefix, a `key` may
 * include `request.basePath`.
 *
 * They count when the route is about to run, after all piped middleware: a request that `csrf()` or `authorization()`
 * refuses is not a guess, and a `key` may read the identity. A route with limits is an error while no `rateLimit()` is
 * piped before it.
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
    enforcedBy: (value) => (value === false ? undefined : 'rateLimit()'),
  },
)

/**
 * Middleware that refuses requests beyond a limit with 429 and `Retry-After`. The header `RateLimit` of each response
 * has the number of requests that are left, and `RateLimit-Policy` has the limit.
 *
 * A route has its own limits by the metadata `RATE_LIMIT`. A request counts for the limits of the route that runs it,
 * or for the general limit. Throws an `OptionError` for an unknown or invalid option. Source:
 * draft-ietf-httpapi-ratelimit-headers-10.
 *
 * @example
 * app.pipe(rateLimit({ limit: 300, window: 60 }))
 * app.post('/log-in', enter).set(RATE_LIMIT, { limit: 5, window: 600 })
 */
export function rateLimit(options: RateLimitOptions = {}): Middleware {
  const { name = 'default', redis, redisTimeout = 0.5, ...limit } = checkOptions('rateLimit()', options, KINDS)
  const shared = redis === undefined ? undefined : { redis, timeout: redisTimeout }
  const counterFor = countersOf(shared)
  const general = [policyOf(limit, name, [name], counterFor)]
  const made = new WeakMap<AnyRoute, readonly QuotaPolicy[]>()
  /** Makes the policies of a route once, whatever prefix it is reached under; `undefined` if it has no limits. */
  const policiesOf = (route: AnyRoute, inner: ServerRequest, prefix: string) => {
    const own = route.metadata(RATE_LIMIT)
    const known = made.get(route)
    if (own === undefined || known) return known
    const limits = own === false ? [] : [own].flat()
    const first = prefixOf(inner, route) ?? prefix
    const policies = limits.map((each, index) => {
      const suffix = index === 0 ? '' : `-${index + 1}`
      return policyOf({ ...limit, ...each }, `route${suffix}`, [name, first, `${route.name}${suffix}`], counterFor)
    })
    made.set(route, policies)
    return policies
  }
  return function rateLimit(request, handler) {
    let isCounted = false
    const countGeneral = () => {
      isCounted = true
      return count(general, request)
    }
    beforeDispatch(
      request,
      (route, inner) => {
        // Without the prefix before this middleware, which a surrounding framework may take from the request.
        const own = policiesOf(route, inner, inner.basePath.slice(request.basePath.length))
        if (own === undefined) return isCounted ? undefined : countGeneral()
        isCounted = true
        return count(own, inner)
      },
      RATE_LIMIT,
    )
    // A route with limits of its own counts when it runs. If something refuses the request before that, the request
    // counts like one for a missing path, so that its headers do not tell that there is a route.
    const countLate = async (response: Response | undefined) => {
      if (isCounted) return
      try {
        await countGeneral()
      } catch (error) {
        if (response !== undefined) discard(response)
        throw error
      }
    }
    const passUncounted = async () => {
      let response: Response | undefined
      try {
        response = await handler(request)
        return response
      } finally {
        await countLate(response)
      }
    }
    const pass = ({ route }: RouteResult) => {
      if (route?.metadata(RATE_LIMIT) !== undefined) return passUncounted()
      const counted = countGeneral()
      return counted === undefined ? handler(request) : counted.then(() => handler(request))
    }
    const found = routeFor(request, request.method)
    return found instanceof Promise ? found.then(pass) : pass(found)
  }
}

type AnyRoute = NonNullable<RouteResult['route']>

/**
 * Counts a request by each policy from `start` on. Throws an error of 429 if a policy refuses it. Returns a promise
 * only if a key or a counter does, so that all other responses stay synchronous.
 */
function count(policies: readonly QuotaPolicy[], request: ServerRequest, start = 0): Promise<undefined> | undefined {
  for (let index = start; index < policies.length; index++) {
    const policy = policies[index] as QuotaPolicy
    const taken = takenBy(policy, request)
    if (taken instanceof Promise) {
      return taken.then((later) => {
        note(request, policy, later)
        return count(policies, request, index + 1)
      })
    }
    note(request, policy, taken)
  }
  return undefined
}

/** Counts a request by a policy, and returns the state of the limit; `undefined` for a request that has no key. */
function takenBy(
  { keyOf, count }: QuotaPolicy,
  request: ServerRequest,
): Taken | undefined | Promise<Taken | undefined> {
  const key = keyOf(request)
  if (key instanceof Promise) return key.then((later) => (later === undefined ? undefined : count(later)))
  return key === undefined ? undefined : count(key)
}

/**
 * Adds the headers `RateLimit` and `RateLimit-Policy` to the response. Throws an error of 429 if the limit is exceeded.
 */
function note(request: ServerRequest, policy: QuotaPolicy, taken: Taken | undefined): void {
  if (taken === undefined) return
  beforeSending(request, ({ headers }) => {
    // No script can read the headers of a granted preflight, and they would tell whether anything after this ran.
    if (headers.has('access-control-allow-methods')) return
    headers.append('ratelimit-policy', policy.header)
    headers.append('ratelimit', `${policy.begin}${taken.remaining};t=${taken.reset}`)
  })
  if (taken.isOver) throw tooMany(policy, taken.reset)
}

interface QuotaPolicy {
  readonly keyOf: (request: ServerRequest) => string | undefined | Promise<string | undefined>
  readonly count: Counter
  /** The beginning of the value of the header `RateLimit`: the name that clients see, and `;r=`. */
  readonly begin: string
  /** The value of the header `RateLimit-Policy`. */
  readonly header: string
  /** The policy in words, for the error. */
  readonly words: string
}

type CounterFor = (quota: Quota, scope: readonly string[]) => Counter

/**
 * Returns a function that makes each counter once. Routes with the same path, limit and window share a counter: code
 * may make an application anew for each request.
 */
function countersOf(shared: Shared | undefined): CounterFor {
  const made = new Map<string, Counter>()
  return (quota, scope) => {
    const name = JSON.stringify([...scope, quota.limit, quota.window])
    const counter = made.get(name) ?? (shared ? redisCounter(quota, scope, shared) : memoryCounter(quota))
    made.set(name, counter)
    return counter
  }
}

function policyOf(
  { limit = 300, window = 60, key = 'address' }: Limit,
  shown: string,
  scope: readonly string[],
  counterFor: CounterFor,
): QuotaPolicy {
  return {
    keyOf: key === 'address' ? addressKey : key,
    count: counterFor({ limit, window }, scope),
    begin: `"${shown}";r=`,
    header: `"${shown}";q=${limit};w=${window}`,
    words: `"${scope.join(':')}", ${limit} in ${window} s,`,
  }
}

/** Makes the error of a refused request. The error does not show the key, which may be a secret, such as an API key. */
function tooMany({ words }: QuotaPolicy, wait: number): HttpError {
  const message = `The limit ${words} is used up. Requests of this key may come again in ${wait} s.`
  return new HttpError(429, message, { headers: { 'retry-after': String(wait) } })
}

const POSITIVE: OptionKind = {
  wants: 'an integer from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

const LIMIT_KINDS = {
  limit: POSITIVE,
  window: {
    wants: 'an integer of seconds, from 1 to 31536000, which is a year',
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
  redisTimeout: optionKind.seconds,
}
