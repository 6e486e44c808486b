/// <reference path="./rate-limiter-flexible.d.ts" />
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js'

/** How many requests of one key may come in how many seconds. */
export interface Quota {
  readonly limit: number
  readonly window: number
}

/** What a request was told: how many more may come, and when all may come again, in seconds. */
export interface Taken {
  readonly isOver: boolean
  readonly remaining: number
  readonly reset: number
}

/** Counts the requests of each key. */
export type Counter = (key: string) => Promise<Taken>

/**
 * Counts in the memory of this process, or in a Redis for all processes. While the Redis is away, this process counts by
 * itself, and says so once.
 */
export function counterOf({ limit, window }: Quota, name: string, redis: object | undefined): Counter {
  const options = { points: limit, duration: window, keyPrefix: `rate-limit:${name}` }
  const inMemory = counting(new RateLimiterMemory(options))
  if (redis === undefined) return inMemory
  const shared = counting(new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }))
  let isAway = false
  return async (key) => {
    try {
      const taken = await shared(key)
      isAway = false
      return taken
    } catch (error) {
      if (!isAway) console.error(`Rate limit "${name}": the Redis is away, so that each process counts alone.`, error)
      isAway = true
      return inMemory(key)
    }
  }
}

interface Limiter {
  consume(key: string): Promise<Outcome>
}

interface Outcome {
  readonly remainingPoints: number
  readonly msBeforeNext: number
}

/** The library rejects with the outcome where there are too many, and with an error where it cannot count. */
function counting(limiter: Limiter): Counter {
  const taken = (isOver: boolean, { remainingPoints, msBeforeNext }: Outcome): Taken => {
    return { isOver, remaining: remainingPoints, reset: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
  }
  return (key) =>
    limiter.consume(key).then(
      (outcome) => taken(false, outcome),
      (reason: unknown) => {
        if (typeof reason !== 'object' || reason === null || !('msBeforeNext' in reason)) throw reason
        return taken(true, reason as Outcome)
      },
    )
}
