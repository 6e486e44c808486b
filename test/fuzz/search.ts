import { SeededRandom } from '../hostile/seeded-random.ts'
import { startCoverage } from './coverage.ts'
import { mutate } from './mutate.ts'
import type { Target } from './target.ts'

/** The result of a search for strings that break the law of a target. */
export interface Found {
  readonly tried: number
  /** The number of places in the code that the kept strings reach. */
  readonly places: number
  /** The strings to keep: few and short ones, which together reach all places that were reached. */
  readonly kept: readonly string[]
  /** A string that breaks the law of the target, shortened, and the error. */
  readonly broken?: { readonly input: string; readonly error: unknown } | undefined
}

/**
 * Changes strings for the given time. The search goes on from each text that runs code which no earlier text has run,
 * or that runs code another number of times (by its binary logarithm). Calls `begins` with each text before the text is
 * tried.
 *
 * Jazzer.js does the same with libFuzzer. It does not fit here: its addon is built for glibc 2.38 and does not load on
 * Debian 12, it changes the code that it measures, and its last release came sixteen months after the one before. This
 * file does the part of its work that is needed here.
 */
export async function search(
  target: Target,
  corpus: readonly string[],
  milliseconds: number,
  seed: number,
  begins: (input: string) => void,
): Promise<Found> {
  const random = new SeededRandom(seed)
  const look = await startCoverage()
  const known = new Set<string>()
  const pool: { readonly input: string; readonly places: ReadonlySet<string> }[] = []
  let tried = 0

  /** Tries a string. Returns the error if the text breaks the law of the target, else `undefined`. */
  async function attempt(input: string): Promise<{ readonly error: unknown } | undefined> {
    tried++
    begins(input)
    const start = process.cpuUsage()
    const broken = await breaks(target, input)
    const { user } = process.cpuUsage(start)
    const places = await look()
    if (broken) return broken
    if (user > SLOW) return { error: new Error(`takes more than ${SLOW / 1e6} seconds`) }
    const isNew = places.some((place) => !known.has(place))
    for (const place of places) known.add(place)
    if (isNew) pool.push({ input, places: new Set(places.map(withoutCount)) })
    return undefined
  }

  for (const input of [...target.seeds, ...corpus]) {
    const broken = await attempt(input)
    if (broken) return result({ input, ...broken })
  }
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    // Texts that were found later are chosen more often, since few strings were made from them yet.
    const from = random.chance(0.5) ? pool.slice(-20) : pool
    const input = mutate(random.pick(from).input, target.words, random.pick(pool).input, random)
    const broken = await attempt(input)
    if (broken) return result({ input: await shorten(target, input), ...broken })
  }
  return result()

  function result(broken?: Found['broken']): Found {
    const places = new Set([...known].map(withoutCount)).size
    return { tried, places, kept: fewest(pool), broken }
  }
}

/** The most CPU time that a string may take, in microseconds. */
const SLOW = 5_000_000

function withoutCount(place: string): string {
  return place.slice(0, place.indexOf('#'))
}

/**
 * Goes through the strings from the shortest to the longest, and takes each that reaches a place in the code which no
 * text taken before reaches.
 */
function fewest(pool: readonly { readonly input: string; readonly places: ReadonlySet<string> }[]): readonly string[] {
  const reached = new Set<string>()
  const kept: string[] = []
  for (const { input, places } of pool.toSorted((a, b) => a.input.length - b.input.length)) {
    const before = reached.size
    for (const place of places) reached.add(place)
    if (reached.size > before) kept.push(input)
  }
  return kept
}

/**
 * Shortens a string that breaks the law of the target, as long as it still breaks the law: leaves out halves first,
 * characters last.
 */
async function shorten(target: Target, input: string): Promise<string> {
  let shortest = input
  for (let size = Math.ceil(input.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < shortest.length; ) {
      const without = shortest.slice(0, at) + shortest.slice(at + size)
      if (await breaks(target, without)) shortest = without
      else at += size
    }
  }
  return shortest
}

async function breaks(target: Target, input: string): Promise<{ readonly error: unknown } | undefined> {
  try {
    await target.check(input)
    return undefined
  } catch (error) {
    return { error }
  }
}
