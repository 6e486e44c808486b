import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryCounter, type Quota, type Taken } from './counter.ts'

/** Keys, one after the other, and the number of times that they are sent in this order. */
const ROUNDS = fc.array(
  fc.record({
    keys: fc.array(fc.constantFrom(...Array.from({ length: 12 }, (_none, n) => `key ${n}`)), { maxLength: 9 }),
    times: fc.integer({ min: 1, max: 30 }),
    /** The milliseconds without requests after each key. */
    pause: fc.constantFrom(0, 0, 0, 70, 1_100),
  }),
  { maxLength: 12 },
)
const LIMIT = fc.integer({ min: 1, max: 12 })
const MOST = fc.integer({ min: 2, max: 8 })

function withFakeTime(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** Counts like `memoryCounter`, in an array that it searches from end to end. */
function slowCounter({ limit, window }: Quota, most: number): (key: string) => Taken {
  let counts: { readonly key: string; taken: number; readonly ends: number; last: number }[] = []
  let floor = { taken: 0, ends: 0 }
  let time = 0
  const step = (taken: number) => (taken >= limit ? Number.POSITIVE_INFINITY : Math.floor(Math.log2(taken)))
  return (key) => {
    const now = performance.now()
    time += 1
    counts = counts.filter(({ ends }) => now < ends)
    if (now >= floor.ends) floor = { taken: 0, ends: 0 }
    let count = counts.find((each) => each.key === key)
    if (count === undefined) {
      if (counts.length === most) {
        const least = counts.reduce((one, other) =>
          // The difference of two infinite steps is not a number, so that the earlier one is forgotten.
          (step(one.taken) - step(other.taken) || one.last - other.last) < 0 ? one : other,
        )
        counts = counts.filter((each) => each !== least)
        floor = { taken: Math.max(floor.taken, least.taken), ends: Math.max(floor.ends, least.ends) }
      }
      count = { key, taken: Math.min(floor.taken, limit - 1), ends: now + window * 1_000, last: time }
      counts.push(count)
    }
    count.taken = Math.min(count.taken + 1, limit + 1)
    count.last = time
    const reset = Math.max(1, Math.ceil(Math.round(count.ends - now) / 1_000))
    return { isOver: count.taken > limit, remaining: Math.max(0, limit - count.taken), reset }
  }
}

test('the counter in memory forgets the same keys as one that compares all of them', () => {
  withFakeTime()
  fc.assert(
    fc.property(ROUNDS, LIMIT, MOST, (rounds, limit, most) => {
      const quota = { limit, window: 5 }
      const [count, slow] = [memoryCounter(quota, most), slowCounter(quota, most)]
      for (const { keys, times, pause } of rounds) {
        for (const key of Array<readonly string[]>(times).fill(keys).flat()) {
          expect(count(key)).toEqual(slow(key))
          vi.advanceTimersByTime(pause)
        }
      }
    }),
  )
})

test('whatever other keys are sent, a key gets at most one request above its limit for each time that they fill the memory', () => {
  fc.assert(
    fc.property(ROUNDS, LIMIT, MOST, (rounds, limit, most) => {
      const count = memoryCounter({ limit, window: 3_600 }, most)
      const sent = rounds.flatMap(({ keys, times }) => Array<readonly string[]>(times).fill(keys).flat())
      const accepted = sent.filter((key) => !(count(key) as Taken).isOver)
      for (const key of new Set(sent)) {
        const others = sent.filter((other) => other !== key).length
        expect(accepted.filter((each) => each === key).length).toBeLessThanOrEqual(limit + others / (most - 1))
      }
    }),
    { numRuns: 500 },
  )
})

test('a key gets no new guesses by a second key that makes it forgotten after each guess', () => {
  const count = memoryCounter({ limit: 20, window: 3_600 }, 1_000) as (key: string) => Taken
  for (let round = 0; round < 3; round++) for (let n = 0; n < 999; n++) count(`filler ${n}`)
  let accepted = 0
  for (let n = 0; n < 900; n++) {
    if (!count('victim').isOver) accepted += 1
    count(`other ${n}`)
  }
  expect(accepted).toBeLessThanOrEqual(20)
})

test('a key whose window has ended counts from zero, even if so many have ended that it is not removed yet', () => {
  withFakeTime()
  const count = memoryCounter({ limit: 1, window: 5 }, 10_000)
  for (let n = 0; n < 10_000; n++) count(`${n}`)
  vi.advanceTimersByTime(5_000)
  expect([count('9999'), count('9999'), count('9998')]).toMatchObject([
    { isOver: false },
    { isOver: true },
    { isOver: false },
  ])
})
