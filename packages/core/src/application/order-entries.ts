import { type ConfigurationError, nearest } from '@app/checks'
import { checkPriority, Priority, PriorityQueue } from '../pipeline/priority-queue.ts'
import { at, invalidSection } from './config-section.ts'

/** An entry of the pipeline, with the settings that decide where it runs: its priority, `after` and `before`. */
export interface PlacedEntry {
  readonly key: string
  readonly place: string
  /** The priority in the configuration; `undefined` if the entry sets none. */
  readonly priority: number | undefined
  /**
   * The entries after which this one runs, each named by its key, or by the name of the step or service that it pipes.
   */
  readonly after: readonly string[]
  readonly before: readonly string[]
  readonly middleware: unknown
}

/**
 * Puts entries into one order that fulfils their priorities and each `after` and `before`.
 *
 * Entries with neither are ordered by priority, and by the order in which they are written if it is equal. An entry
 * that has `after` or `before`, and no priority of its own, takes the lowest priority of the entries in its `after`;
 * without `after`, the highest priority of those in its `before`. Throws a `ConfigurationError` if the order
 * contradicts itself; the message names the entries that form the shortest circle, with their sources. Also throws it
 * for a name that no entry has, and for a priority that is not an integer.
 */
export function orderEntries<E extends PlacedEntry>(
  entries: readonly E[],
): readonly (readonly [E, priority: number])[] {
  for (const { place, priority } of entries) at(place, () => checkPriority('"priority"', priority))
  const neighbours = new Map(
    entries.map((entry) => {
      const find = (where: 'after' | 'before') => entry[where].flatMap((name) => named(entry, where, name, entries))
      return [entry, { after: find('after'), before: find('before') }]
    }),
  )
  const around = (entry: E) => neighbours.get(entry) as { readonly after: readonly E[]; readonly before: readonly E[] }
  const known = new Map<E, number>()
  const priorityIn = (entry: E): number => {
    if (!isFree(entry)) return priorityOf(entry)
    const found = known.get(entry)
    if (found !== undefined) return found
    // Ends the recursion for entries that name each other in a circle; the code below refuses circles.
    known.set(entry, priorityOf(entry))
    const { after, before } = around(entry)
    const own = after.length > 0 ? Math.min(...after.map(priorityIn)) : Math.max(...before.map(priorityIn))
    known.set(entry, own)
    return own
  }
  const queue = new PriorityQueue<readonly [E, number]>()
  for (const entry of entries) queue.insert([entry, priorityIn(entry)], priorityIn(entry))
  const left = [...queue]
  if (!entries.some(saysWhere)) return left
  const index = new Map(entries.map((entry, at) => [entry, at]))
  /**
   * Returns the reason, for the text of an error, why an entry has to run after another one; `undefined` if it may run
   * before the other.
   */
  const whyBehind = (entry: E, other: E): string | undefined => {
    if (around(entry).after.includes(other)) return `as its "after" says`
    if (around(other).before.includes(entry)) return `as the "before" of that entry says`
    if (isFree(entry) || isFree(other)) return undefined
    const [own, its] = [priorityOf(entry), priorityOf(other)]
    if (own !== its) return own < its ? `whose priority ${its} is higher than ${own}` : undefined
    const isWritten = !saysWhere(entry) && !saysWhere(other) && (index.get(other) ?? 0) < (index.get(entry) ?? 0)
    return isWritten ? 'as they are written' : undefined
  }
  const placed: (readonly [E, number])[] = []
  while (left.length > 0) {
    const next = left.findIndex(([entry]) => left.every(([other]) => whyBehind(entry, other) === undefined))
    if (next === -1) {
      const rest = left.map(([entry]) => entry)
      throw contradiction(circleOf(rest, whyBehind), whyBehind)
    }
    placed.push(...left.splice(next, 1))
  }
  return placed
}

function saysWhere({ after, before }: PlacedEntry): boolean {
  return after.length > 0 || before.length > 0
}

/** True if an entry has no priority of its own, so that only its `after` and `before` decide its place. */
function isFree(entry: PlacedEntry): boolean {
  return entry.priority === undefined && saysWhere(entry)
}

function priorityOf({ priority = Priority.ROUTING }: PlacedEntry): number {
  return priority
}

/**
 * Finds the entries that a name in `after` or `before` refers to. Throws a `ConfigurationError` if there are none.
 */
function named<E extends PlacedEntry>(from: E, where: string, name: string, entries: readonly E[]): readonly E[] {
  const byKey = entries.filter(({ key }) => key === name)
  const found = byKey.length > 0 ? byKey : entries.filter((entry) => entry !== from && entry.middleware === name)
  if (found.length > 0) return found
  const keys = entries.map(({ key }) => key)
  const near = nearest(name, keys)
  const hint = near === undefined ? `There are ${keys.join(', ')}.` : `Did you mean "${near}"?`
  // An entry of a package begins with the name of the package, which the application may have left out.
  const owner = /^@[^/]+\/[^/]+/.exec(name)?.[0]
  const add = owner === undefined ? '' : ` If the application lacks the package, add it: npx app add ${owner}`
  throw invalidSection(`${from.place}: "${where}" names no entry of middleware_pipeline: "${name}". ${hint}${add}`)
}

type WhyBehind<E> = (entry: E, other: E) => string | undefined

/** Finds the shortest circle: entries of which each has to run after the next, and the last after the first. */
function circleOf<E>(entries: readonly E[], whyBehind: WhyBehind<E>): readonly E[] {
  let shortest: readonly E[] = []
  for (const start of entries) {
    const ways: (readonly E[])[] = [[start]]
    const seen = new Set<E>()
    for (const way of ways) {
      const last = way.at(-1) as E
      if (whyBehind(last, start) !== undefined) {
        if (shortest.length === 0 || way.length < shortest.length) shortest = way
        break
      }
      for (const other of entries) {
        if (seen.has(other) || other === start || whyBehind(last, other) === undefined) continue
        seen.add(other)
        ways.push([...way, other])
      }
    }
  }
  return shortest
}

function contradiction<E extends PlacedEntry>(circle: readonly E[], whyBehind: WhyBehind<E>): ConfigurationError {
  const lines = circle.map((entry, index) => {
    const other = circle[(index + 1) % circle.length] as E
    return `${entry.place} runs after ${other.place}, ${whyBehind(entry, other)}`
  })
  return invalidSection(
    `The order of the pipeline contradicts itself: ${lines.join('; ')}. Remove one of these conditions.`,
  )
}
