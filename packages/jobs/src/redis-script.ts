/**
 * The steps of `redisJobs()`, each of which the Redis runs as a whole. Times are microseconds of its clock, so that jobs
 * that were added in one millisecond keep their order.
 *
 * With the prefix `p`, the keys are:
 * - `p:job:ID`, a hash: what is known of a job
 * - `p:in:STATE:NAME`, a sorted set: the ids of the jobs of a name and state, by the time when they were added
 * - `p:due:NAME`, a sorted set: the ids of those that wait or run, by the time when they may be taken
 * - `p:ended:STATE`, a sorted set: the ids of those that are done or have failed, by the time of that
 * - `p:keys:NAME`, a hash: the id of the job of each key
 * - `p:names`, a set, and `p:ticks`, a hash
 *
 * A Redis whose memory is full refuses a step that begins with a write, unless that deletes something. So those that
 * change a job delete first, and jobs can be run and ended when none can be added.
 */
const COMMON = `
local p = KEYS[1] .. ':'
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local STATES = { 'waiting', 'running', 'done', 'failed' }
local function text(number) return string.format('%.0f', number) end
local function get(id, ...) return unpack(redis.call('HMGET', p .. 'job:' .. id, ...)) end
local function set(id, ...) redis.call('HSET', p .. 'job:' .. id, ...) end
local function holds(id, token) return get(id, 'lease') == token end
local function leave(id, name, state)
  redis.call('ZREM', p .. 'in:' .. state .. ':' .. name, id)
  redis.call('ZREM', p .. 'due:' .. name, id)
  redis.call('ZREM', p .. 'ended:' .. state, id)
end
local function move(id, state, due)
  local name, before, added = get(id, 'name', 'state', 'added')
  leave(id, name, before)
  redis.call('ZADD', p .. 'in:' .. state .. ':' .. name, added, id)
  set(id, 'state', state, 'due', due and text(due) or '')
  if due then redis.call('ZADD', p .. 'due:' .. name, text(due), id)
  else redis.call('ZADD', p .. 'ended:' .. state, text(now), id) end
end
local function forget(id)
  local name, state, key = get(id, 'name', 'state', 'key')
  if name then
    leave(id, name, state)
    if key ~= '' then redis.call('HDEL', p .. 'keys:' .. name, key) end
  end
  redis.call('DEL', p .. 'job:' .. id)
end
local function found(id, name, states, limit)
  local all = {}
  if id ~= '' then
    local of, state, added = get(id, 'name', 'state', 'added')
    for _, each in ipairs(states) do
      if state == each and (name == '' or name == of) then all = { { id, tonumber(added) } } end
    end
    return all
  end
  for _, of in ipairs(name ~= '' and { name } or redis.call('SMEMBERS', p .. 'names')) do
    for _, state in ipairs(states) do
      local some = redis.call('ZREVRANGE', p .. 'in:' .. state .. ':' .. of, 0, limit - 1, 'WITHSCORES')
      for at = 1, #some, 2 do all[#all + 1] = { some[at], tonumber(some[at + 1]) } end
    end
  end
  table.sort(all, function(one, other) return one[2] > other[2] end)
  while #all > limit do all[#all] = nil end
  return all
end
`

/** At most so many jobs are changed in one step, since no other command runs meanwhile. */
export const BATCH: number = 500

export type Step =
  | 'add'
  | 'take'
  | 'renew'
  | 'end'
  | 'sweep'
  | 'counts'
  | 'list'
  | 'retry'
  | 'remove'
  | 'now'
  | 'lastTick'
  | 'setTick'

const STEPS: Readonly<Record<Step, string>> = {
  // A job whose id is there was added by the same command, or from the same row of an outbox, whose reply was lost.
  add: `
local id, name, data, key, delay, carrier = unpack(ARGV)
if redis.call('EXISTS', p .. 'job:' .. id) == 1 then return 1 end
if key ~= '' and redis.call('HSETNX', p .. 'keys:' .. name, key, id) == 0 then return 0 end
set(id, 'name', name, 'data', data, 'key', key, 'carrier', carrier, 'state', 'waiting', 'attempts', 0, 'added', text(now))
redis.call('SADD', p .. 'names', name)
move(id, 'waiting', now + delay)
return 1`,
  take: `
local token, lease, first, best = ARGV[1], ARGV[2]
for at = 3, #ARGV do
  local id, due = unpack(redis.call('ZRANGEBYSCORE', p .. 'due:' .. ARGV[at], '-inf', text(now), 'WITHSCORES', 'LIMIT', 0, 1))
  if id and (not best or tonumber(due) < best) then first, best = id, tonumber(due) end
end
if not first then return false end
move(first, 'running', now + lease)
redis.call('HINCRBY', p .. 'job:' .. first, 'attempts', 1)
set(first, 'lease', token)
return { first, get(first, 'name', 'key', 'data', 'attempts', 'carrier', 'added') }`,
  renew: `
local id, token, lease = unpack(ARGV)
if not holds(id, token) then return 0 end
move(id, 'running', now + lease)
return 1`,
  end: `
local id, token, state, delay, error = unpack(ARGV)
if not holds(id, token) then return 0 end
redis.call('HDEL', p .. 'job:' .. id, 'lease')
if state == 'done' and get(id, 'key') == '' then
  forget(id)
  return 1
end
if state == 'done' then set(id, 'data', '') end
if state == 'released' then redis.call('HINCRBY', p .. 'job:' .. id, 'attempts', -1) end
if error then set(id, 'error', error) end
if state == 'done' or state == 'failed' then move(id, state) else move(id, 'waiting', now + delay) end
return 1`,
  sweep: `
local old = redis.call('ZRANGEBYSCORE', p .. 'ended:' .. ARGV[1], '-inf', '(' .. text(now - ARGV[2]), 'LIMIT', 0, ${BATCH})
for _, id in ipairs(old) do forget(id) end
return #old`,
  counts: `
local counts = {}
local names = redis.call('SMEMBERS', p .. 'names')
table.sort(names)
for _, name in ipairs(names) do
  for _, state in ipairs(STATES) do
    local count = redis.call('ZCARD', p .. 'in:' .. state .. ':' .. name)
    if count > 0 then counts[#counts + 1] = { name, state, count } end
  end
end
return counts`,
  list: `
local id, name, state, limit = unpack(ARGV)
local jobs = found(id, name, state ~= '' and { state } or STATES, tonumber(limit))
for at, each in ipairs(jobs) do
  jobs[at] = { each[1], get(each[1], 'name', 'state', 'key', 'attempts', 'error', 'added', 'due') }
end
return jobs`,
  retry: `
local failed = found(ARGV[1], ARGV[2], { 'failed' }, ${BATCH})
for _, each in ipairs(failed) do
  move(each[1], 'waiting', now)
  set(each[1], 'attempts', 0)
end
return #failed`,
  remove: `
local state = ARGV[3]
if state == 'running' then return 0 end
local idle = found(ARGV[1], ARGV[2], state ~= '' and { state } or { 'waiting', 'done', 'failed' }, ${BATCH})
for _, each in ipairs(idle) do forget(each[1]) end
return #idle`,
  now: `
return text(now)`,
  lastTick: `
redis.call('HSETNX', p .. 'ticks', ARGV[1], ARGV[2])
return redis.call('HGET', p .. 'ticks', ARGV[1])`,
  setTick: `
local tick = redis.call('HGET', p .. 'ticks', ARGV[1])
if not tick or tonumber(tick) < tonumber(ARGV[2]) then redis.call('HSET', p .. 'ticks', ARGV[1], ARGV[2]) end
return 1`,
}

/** Returns the script of a step. */
export function scriptOf(step: Step): string {
  return COMMON + STEPS[step]
}
