import { UsageError } from '@app/core/extending'
import type { JobCount, JobFilter, JobInfo, JobState, JobsEngine, TakenJob } from './engine.ts'

/**
 * Keeps jobs in the memory of this process, which loses them when it ends: for tests and development.
 */
export function memoryJobs(): JobsEngine {
  const rows = new Map<string, Row>()
  const ticks = new Map<string, number>()
  const held = ({ id, token }: TakenJob) => {
    const row = rows.get(id)
    return row?.lease === token ? row : undefined
  }
  const found = ({ id, name, state }: JobFilter) =>
    [...rows.values()].filter(
      (row) =>
        (id === undefined || row.id === id) &&
        (name === undefined || row.name === name) &&
        (state === undefined || row.state === state),
    )
  return {
    prepare: async () => undefined,
    async add({ delay, ...job }, connection) {
      if (connection !== undefined) throw noTransaction()
      if (job.key !== undefined && found({ name: job.name }).some(({ key }) => key === job.key)) return false
      const now = Date.now()
      const begin = { state: 'waiting', attempts: 0, lease: undefined, error: undefined } as const
      rows.set(job.id, { ...job, ...begin, due: now + delay * 1_000, added: now, changed: now })
      return true
    },
    async take(names, lease) {
      const now = Date.now()
      const isDue = ({ due, name }: Row) => due !== undefined && due <= now && names.includes(name)
      const [row] = [...rows.values()].filter(isDue).sort((a, b) => Number(a.due) - Number(b.due))
      if (row === undefined) return undefined
      const token = crypto.randomUUID()
      Object.assign(row, { state: 'running', attempts: row.attempts + 1, lease: token })
      Object.assign(row, { due: now + lease * 1_000, changed: now })
      const { id, name, key, data, carrier, attempts: attempt, added } = row
      return { id, name, key, data, carrier, token, attempt, added: new Date(added) }
    },
    async renew(job, lease) {
      const row = held(job)
      if (row !== undefined) row.due = Date.now() + lease * 1_000
      return row !== undefined
    },
    async end(job, end) {
      const row = held(job)
      if (row === undefined) return false
      const now = Date.now()
      if (end.state === 'done' && row.key === undefined) rows.delete(row.id)
      const isWaiting = end.state === 'waiting' || end.state === 'released'
      const due = isWaiting ? now + (end.state === 'waiting' ? end.delay * 1_000 : 0) : undefined
      const attempts = row.attempts - Number(end.state === 'released')
      Object.assign(row, { state: isWaiting ? 'waiting' : end.state, due, attempts, lease: undefined, changed: now })
      if ('error' in end) row.error = end.error
      return true
    },
    async sweep(done, failed) {
      const now = Date.now()
      const limits: Partial<Record<JobState, number>> = { done, failed }
      for (const { id, state, changed } of rows.values()) {
        const limit = limits[state]
        if (limit !== undefined && changed < now - limit * 1_000) rows.delete(id)
      }
    },
    async counts() {
      const counts = new Map<string, JobCount>()
      for (const { name, state } of rows.values()) {
        const text = `${name} ${state}`
        counts.set(text, { name, state, count: (counts.get(text)?.count ?? 0) + 1 })
      }
      return [...counts.values()]
    },
    async list(filter, limit) {
      return found(filter).reverse().slice(0, limit).map(infoOf)
    },
    async retry({ state: _state, ...filter }) {
      const failed = found({ ...filter, state: 'failed' })
      const now = Date.now()
      for (const row of failed) Object.assign(row, { state: 'waiting', due: now, attempts: 0, changed: now })
      return failed.length
    },
    async remove(filter) {
      const idle = found(filter).filter(({ state }) => state !== 'running')
      for (const { id } of idle) rows.delete(id)
      return idle.length
    },
    now: async () => Date.now(),
    async lastTick(name, first) {
      const tick = ticks.get(name) ?? first
      ticks.set(name, tick)
      return tick
    },
    async setTick(name, tick) {
      ticks.set(name, Math.max(tick, ticks.get(name) ?? tick))
    },
  }
}

interface Row {
  readonly id: string
  readonly name: string
  readonly data: string
  readonly key: string | undefined
  readonly carrier: string | undefined
  readonly added: number
  state: JobState
  attempts: number
  lease: string | undefined
  error: string | undefined
  due: number | undefined
  changed: number
}

function infoOf({ id, name, state, key, attempts, error, added, due }: Row): JobInfo {
  const at = due === undefined ? undefined : new Date(due)
  return { id, name, state, key, attempts, error, added: new Date(added), due: at }
}

function noTransaction(): UsageError {
  return new UsageError(
    'APP_JOBS_CONNECTION',
    'Jobs in memory cannot be a part of a transaction: leave out "in", or keep the jobs in the database: ' +
      'jobs({ engine: sqlJobs(database) }).',
  )
}
