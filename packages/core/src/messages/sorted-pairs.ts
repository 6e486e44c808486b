import { joinValues } from './header-syntax.ts'

/** A header's name in lower case, and its value. */
export type HeaderPair = readonly [name: string, value: string]

/**
 * The headers of a flat list as they are iterated: sorted by name and combined, but for cookies, which stay apart.
 *
 * Source: the Fetch standard, "sort and combine".
 */
export function sortedPairs(list: readonly string[]): readonly HeaderPair[] {
  const combined = new Map<string, string>()
  const pairs: HeaderPair[] = []
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase()
    const value = list[i + 1] as string
    const earlier = combined.get(name)
    if (name === 'set-cookie') pairs.push([name, value])
    else combined.set(name, earlier === undefined ? value : joinValues(name, earlier, value))
  }
  return pairs.concat([...combined]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}
