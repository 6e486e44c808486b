import type { Values } from './visit.ts'

/** The data of a session, as they are kept in a cookie or a store. */
export interface SessionRecord {
  readonly values: Values
  /** The time at which the session began, in seconds since 1970. */
  readonly created: number
  /** The time of the last request, in seconds since 1970, to within a tenth of the idle time. */
  readonly seen: number
  /**
   * The last writes of requests, in a store. A process that misses its write in here was overtaken by another process,
   * and writes its changes again.
   */
  readonly writes?: readonly string[]
}

/** The times after which sessions end, in seconds. */
export interface Lifetimes {
  /** The time after the last request at which a session ends. */
  readonly idle: number
  /** The time after which a session ends, however many requests it gets. */
  readonly lifetime: number
}

/** The current time in seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Checks a value from a cookie or a store. Returns the value as a record; `undefined` for a value that is not a record,
 * and for a session whose idle time or lifetime is over.
 */
export function livingRecord(kept: unknown, { idle, lifetime }: Lifetimes): SessionRecord | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { values, created, seen, writes } = kept as Partial<SessionRecord>
  if (typeof values !== 'object' || values === null || typeof created !== 'number' || typeof seen !== 'number') {
    return undefined
  }
  const isOver = now() - seen > idle || now() - created > lifetime
  return isOver ? undefined : { values, created, seen, ...(Array.isArray(writes) && { writes }) }
}

/**
 * True if the last request in the record is at least a tenth of the idle time ago, so that the record has to be written
 * with a new time.
 */
export function isDue({ seen }: SessionRecord, { idle }: Lifetimes): boolean {
  return now() - seen >= idle / 10
}

/** The seconds until a session ends if no further request comes; at least 1. */
export function secondsLeft({ created }: SessionRecord, { idle, lifetime }: Lifetimes): number {
  return Math.max(1, Math.min(idle, created + lifetime - now()))
}
