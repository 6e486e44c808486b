import { digestOf } from './digest.ts'

/** A limit: the number of requests of one key that are accepted within a number of seconds. */
export interface Quota {
  readonly limit: number
  readonly window: number
}

/**
 * The state of a limit after a request: whether the request exceeds the limit, how many more requests are accepted, and
 * the seconds until the window ends.
 */
export interface Taken {
  readonly isOver: boolean
  readonly remaining: number
  readonly reset: number
}

/** Counts a request of a key, and returns the state of the limit. */
export type Counter = (key: string) => Taken | Promise<Taken>

/**
 * Returns a counter in the memory of this process. The window of a key begins with its first request.
 *
 * Clients choose keys, so memory is bounded: a key longer than 64 characters is counted by its digest, and beyond
 * 100,000 keys the one with the oldest window is forgotten. Both together take 30 MB at most.
 */
export function memoryCounter({ limit, window }: Quota): Counter {
  const counts = new Map<string, Count>()
  let firstEnd = Number.POSITIVE_INFINITY
  const count = (key: string): Taken => {
    const now = performance.now()
    if (now >= firstEnd) firstEnd = forgetOver(counts, now)
    let count = counts.get(key)
    if (count === undefined) {
      if (counts.size >= MOST_KEYS) counts.delete(counts.keys().next().value as string)
      count = { taken: 0, ends: now + window * 1_000 }
      counts.set(ownCopy(key), count)
      firstEnd = Math.min(firstEnd, count.ends)
    }
    count.taken += 1
    return takenOf(count.taken, limit, count.ends - now)
  }
  return (key) => (key.length > LONGEST_KEY ? digestOf(key).then((digest) => count(`#${digest}`)) : count(key))
}

const MOST_KEYS = 100_000
const LONGEST_KEY = 64

/** A key that was cut out of a long header or body would keep the whole of it in memory; its copy does not. */
function ownCopy(key: string): string {
  return JSON.parse(JSON.stringify(key))
}

/** Returns the state of a limit after `taken` requests in the window, which ends in `msLeft` milliseconds. */
export function takenOf(taken: number, limit: number, msLeft: number): Taken {
  // The clock has fractions of a millisecond, so that sums are not exact: without rounding, the result may be a second
  // too large.
  const reset = Math.max(1, Math.ceil(Math.round(msLeft) / 1_000))
  return { isOver: taken > limit, remaining: Math.max(0, limit - taken), reset }
}

interface Count {
  taken: number
  /** The time at which the window ends, by the monotonic clock of the process, which cannot be set back. */
  readonly ends: number
}

/**
 * Removes windows that are over, and returns the end of the first one that is left. All windows are equally long, so that
 * windows end in the order in which they were added.
 */
function forgetOver(counts: Map<string, Count>, now: number): number {
  for (const [key, { ends }] of counts) {
    if (ends > now) return ends
    counts.delete(key)
  }
  return Number.POSITIVE_INFINITY
}
