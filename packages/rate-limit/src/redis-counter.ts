/// <reference path="./rate-limiter-flexible.d.ts" />
import { within } from '@app/core/extending'
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js'
import { type Counter, memoryCounter, type Quota, type Taken, takenOf } from './counter.ts'
import { digestOf } from './digest.ts'

/** The Redis that counts, and the seconds for which a request waits for it. */
export interface Shared {
  readonly redis: object
  readonly timeout: number
}

/**
 * Returns a counter in a Redis, which all processes share. While the Redis cannot be reached or hangs, this process
 * counts by itself. It prints one line that says so each time the Redis is lost.
 *
 * `scope` keeps the counters of one limit apart from those of other limits. The Redis gets a digest of scope, limit,
 * window and key: no key can be the key of another limit, and nobody can read an address there.
 */
export function redisCounter(quota: Quota, scope: readonly string[], { redis, timeout }: Shared): Counter {
  const { limit, window } = quota
  const options = { points: limit, duration: window, keyPrefix: 'rate-limit' }
  const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  const alone = memoryCounter(quota)
  let isAway = false
  let isTrying = false
  const ask = async (key: string): Promise<Taken> => {
    const name = await digestOf(JSON.stringify([...scope, limit, window, key]))
    const { consumedPoints, msBeforeNext } = await shared.consume(name).catch(outcomeOf)
    isAway = false
    return takenOf(consumedPoints, limit, msBeforeNext)
  }
  /** Asks a lost Redis again, without anybody waiting. One command at a time, since a client keeps unanswered ones. */
  const tryAgain = (key: string) => {
    if (isTrying) return
    isTrying = true
    const end = () => {
      isTrying = false
    }
    ask(key).then(end, end)
  }
  return async (key) => {
    if (isAway) {
      tryAgain(key)
      return alone(key)
    }
    try {
      return await within(timeout, ask(key), 'The Redis')
    } catch (error) {
      if (!isAway)
        console.error(`Rate limit "${scope[0]}": the Redis does not answer, so that each process counts alone.`, error)
      isAway = true
      return alone(key)
    }
  }
}

/**
 * Tells apart the two reasons for which `consume()` rejects: returns the outcome of the count if there are too many
 * requests, and throws the error if the Redis cannot count.
 */
function outcomeOf(reason: unknown): Outcome {
  if (typeof reason === 'object' && reason !== null && 'msBeforeNext' in reason) return reason as Outcome
  throw reason
}

type Outcome = Awaited<ReturnType<InstanceType<typeof RateLimiterRedis>['consume']>>
