import { checkOptions, optionKind } from '@app/core/extending'
import type { ClaimedKey, KeyStore } from './key-store.ts'

/** A client of `ioredis` or of `redis`. */
export interface RedisClient {
  // biome-ignore lint/suspicious/noExplicitAny: the two libraries declare different arguments
  eval(script: string, ...more: any[]): Promise<unknown>
}

/**
 * Keeps keys in a Redis, by a client of `ioredis` or of `redis`. A key has the prefix `idempotency:`.
 *
 * A Redis that comes back empty has lost its keys, and one that is full may drop them: let it write to its disk
 * (`appendonly yes`), with the policy `noeviction`. Throws an `OptionError` for a value that is not a client.
 *
 * @example app.pipe(idempotency({ store: redisKeys(new Redis(process.env.REDIS_URL)) }))
 */
export function redisKeys(client: RedisClient): KeyStore {
  checkOptions('redisKeys()', { client }, { client: optionKind.withMethods('eval') })
  // Only clients of ioredis have `defineCommand`; those of `redis` take the keys and values as one object.
  const isIoredis = 'defineCommand' in client
  const run = (script: string, id: string, ...values: readonly (string | number)[]) => {
    const [key, texts] = [`idempotency:${id}`, values.map(String)]
    return isIoredis ? client.eval(script, 1, key, ...texts) : client.eval(script, { keys: [key], arguments: texts })
  }
  return {
    async claim(id, { request, holder, lease, lifetime, after = '' }): Promise<ClaimedKey> {
      const values = [request, holder, ms(lease), ms(lifetime), after] as const
      const [state, kept = '', more = ''] = (await run(CLAIM, id, ...values)) as string[]
      if (state === 'claimed') return { state }
      if (state === 'finished') return { state, request: kept, response: more }
      return { state: state === 'abandoned' ? 'abandoned' : 'running', request: kept, holder: more }
    },
    renew: async (id, holder, lease) => (await run(RENEW, id, holder, ms(lease))) === 1,
    finish: async (id, request, response, lifetime) => void (await run(FINISH, id, request, response, ms(lifetime))),
    free: async (id, holder) => void (await run(FREE, id, holder)),
  }
}

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'request', 'holder', 'lease', 'response')
`

const CLAIM = `${NOW}
if kept[4] then return { 'finished', kept[1], kept[4] } end
if kept[1] then
  if tonumber(kept[3]) >= now then return { 'running', kept[1], kept[2] } end
  if kept[2] ~= ARGV[5] then return { 'abandoned', kept[1], kept[2] } end
end
redis.call('HSET', KEYS[1], 'request', ARGV[1], 'holder', ARGV[2], 'lease', string.format('%d', now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], math.max(ARGV[3], ARGV[4]))
return { 'claimed' }`

const RENEW = `${NOW}
if kept[2] ~= ARGV[1] or kept[4] then return 0 end
redis.call('HSET', KEYS[1], 'lease', string.format('%d', now + ARGV[2]))
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`

const FINISH = `${NOW}
if kept[1] ~= ARGV[1] or kept[4] then return 0 end
redis.call('HSET', KEYS[1], 'response', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

const FREE = `${NOW}
if kept[2] ~= ARGV[1] or kept[4] then return 0 end
return redis.call('DEL', KEYS[1])`

function ms(seconds: number): number {
  return Math.round(seconds * 1_000)
}
