/// <reference path="./rate-limiter-flexible.d.ts" />
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js'
import { type Counter, memoryCounter, type Quota, takenOf } from './counter.ts'

/**
 * Makes a counter in a Redis, which all processes share. While Redis cannot be reached, this process counts by itself.
 * It prints one line that says so each time Redis is lost.
 *
 * `name` keeps the counters of one limit apart from those of other limits.
 */
export function redisCounter(quota: Quota, name: string, redis: object): Counter {
  const { limit, window } = quota
  const options = { points: limit, duration: window, keyPrefix: `rate-limit:${name}` }
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  const alone = memoryCounter(quota)
  let isAway = false
  return async (key) => {
    try {
      const { consumedPoints, msBeforeNext } = await shared.consume(key).catch(outcomeOf)
      isAway = false
      return takenOf(consumedPoints, limit, msBeforeNext)
    } catch (error) {
      if (!isAway)
        console.error(`Rate limit "${name}": the Redis cannot be reached, so that each process counts alone.`, error)
      isAway = true
      return alone(key)
    }
  }
}

/**
 * Tells apart the two reasons for which `consume()` rejects: gives the outcome of the count if there are too many
 * requests, and throws the error if Redis cannot count.
 */
function outcomeOf(reason: unknown): Outcome {
  if (typeof reason === 'object' && reason !== null && 'msBeforeNext' in reason) return reason as Outcome
  throw reason
}

type Outcome = Awaited<ReturnType<InstanceType<typeof RateLimiterRedis>['consume']>>
