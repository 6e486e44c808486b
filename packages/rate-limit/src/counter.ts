import { Link } from './circular-list.ts'
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
 * Clients choose keys, so memory is bounded: a key longer than 64 characters is counted by its digest, and at most
 * `mostKeys` keys are counted, in 40 MB. For a further key, one that has used little of its limit is forgotten; a key
 * that has no requests left is forgotten only if none has any.
 *
 * A key that was forgotten must not count from zero when it comes again. So until its window would have ended, each new
 * key begins with as many requests as it had, with one left at least. A key then gets at most one request above its
 * limit for each `mostKeys` requests of other keys.
 */
export function memoryCounter({ limit, window }: Quota, mostKeys = 100_000): Counter {
  const counts = new Map<string, Count>()
  // All windows are equally long, so that the first of this list ends first.
  const byStart = new Link<Count>()
  const byUse = Array.from({ length: USED_UP + 1 }, () => new Link<Count>())
  const forgotten = { taken: 0, ends: 0 }
  const useOf = (taken: number) => (taken < limit ? 31 - Math.clz32(taken) : USED_UP)

  const remove = ({ key, inStart, inUse }: Count) => {
    counts.delete(key)
    inStart.remove()
    inUse.remove()
  }
  const removeEnded = (now: number) => {
    for (let removed = 0; removed < MOST_AT_ONCE; removed++) {
      const { first } = byStart
      if (first === undefined || now < first.ends) return
      remove(first)
    }
  }
  const forget = (now: number) => {
    const { first } = byUse.find((step) => step.first !== undefined) as Link<Count>
    const { taken, ends } = first as Count
    remove(first as Count)
    forgotten.taken = now < forgotten.ends ? Math.max(forgotten.taken, taken) : taken
    forgotten.ends = Math.max(forgotten.ends, ends)
  }
  const begin = (key: string, now: number) => {
    if (counts.size >= mostKeys) forget(now)
    const taken = now < forgotten.ends ? Math.min(forgotten.taken, limit - 1) : 0
    const count = new Count(ownCopy(key), taken, now + window * 1_000)
    counts.set(count.key, count)
    count.inStart.moveTo(byStart)
    return count
  }
  const take = (key: string): Taken => {
    const now = performance.now()
    removeEnded(now)
    let count = counts.get(key)
    if (count !== undefined && now >= count.ends) {
      remove(count)
      count = undefined
    }
    count ??= begin(key, now)
    if (count.taken <= limit) count.taken += 1
    count.inUse.moveTo(byUse[useOf(count.taken)] as Link<Count>)
    return takenOf(count.taken, limit, count.ends - now)
  }
  return (key) => (key.length > LONGEST_KEY ? digestOf(key).then((digest) => take(`#${digest}`)) : take(key))
}

/** The requests of a key in its window. */
class Count {
  readonly key: string
  taken: number
  /** The time at which the window ends, by the monotonic clock of the process, which cannot be set back. */
  readonly ends: number
  readonly inStart: Link<Count> = new Link(this)
  readonly inUse: Link<Count> = new Link(this)

  constructor(key: string, taken: number, ends: number) {
    this.key = key
    this.taken = taken
    this.ends = ends
  }
}

/** The last list by use, of keys without requests left. Each list before has keys with up to twice as many requests. */
const USED_UP = 32
/** The number of ended windows that one request removes, so that none waits for the removal of all. */
const MOST_AT_ONCE = 100
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
