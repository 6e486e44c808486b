import type { Route } from '@app/router'
import { Bucket, type Entry, type Found } from './bucket.ts'

/**
 * Leaves trouter, which tries every route it has, with the few that can match a path.
 *
 * A tree of segments: literal ones by their text, placeholders by their prefix. A branch ends in a bucket as soon as
 * it holds few routes.
 */
export class PathIndex {
  readonly #bucket: Bucket | undefined
  readonly #branches: Branches | undefined

  constructor(entries: readonly Entry[], depth = 0) {
    const kept = entries.length <= FEW ? entries : entries.filter((entry) => prefixAt(entry, depth) === undefined)
    this.#bucket = kept.length > 0 ? new Bucket(kept) : undefined
    this.#branches = kept.length < entries.length ? createBranches(entries, depth) : undefined
  }

  /** The first registered route of a path, or what was found before where that is even earlier. */
  find(method: string, path: string, start = 1, before?: Found): Found | undefined {
    let found = this.#bucket ? this.#bucket.find(method, path, before) : before
    if (this.#branches === undefined || start > path.length) return found
    const { literals, placeholders, prefixLengths } = this.#branches
    const end = segmentEnd(path, start)
    const literal = literals.get(path.slice(start, end))
    if (literal) found = literal.find(method, path, end + 1, found)
    for (const length of prefixLengths) {
      const placeholder = placeholders.get(path.slice(start, start + length))
      if (placeholder) found = placeholder.find(method, path, end + 1, found)
    }
    return found
  }

  /** The routes that have a path with some method. */
  routesOf(path: string, start = 1): readonly Route[] {
    const routes = this.#bucket?.routesOf(path) ?? []
    if (this.#branches === undefined || start > path.length) return routes
    const { literals, placeholders, prefixLengths } = this.#branches
    const end = segmentEnd(path, start)
    const prefixes = prefixLengths.map((length) => path.slice(start, start + length))
    const branches = [literals.get(path.slice(start, end)), ...prefixes.map((prefix) => placeholders.get(prefix))]
    return routes.concat(branches.flatMap((branch) => branch?.routesOf(path, end + 1) ?? []))
  }
}

/** How many routes trouter tries in the time of a step through the index. */
const FEW = 4

interface Branches {
  readonly literals: ReadonlyMap<string, PathIndex>
  readonly placeholders: ReadonlyMap<string, PathIndex>
  readonly prefixLengths: readonly number[]
}

function createBranches(entries: readonly Entry[], depth: number): Branches {
  const literals = new Map<string, Entry[]>()
  const placeholders = new Map<string, Entry[]>()
  for (const entry of entries) {
    const prefix = prefixAt(entry, depth)
    if (prefix === undefined) continue
    const groups = entry.form.segments[depth]?.kind === 'static' ? literals : placeholders
    const group = groups.get(prefix)
    if (group) group.push(entry)
    else groups.set(prefix, [entry])
  }
  const prefixLengths = [...new Set([...placeholders.keys()].map((prefix) => prefix.length))]
  return { literals: indexEach(literals, depth + 1), placeholders: indexEach(placeholders, depth + 1), prefixLengths }
}

function indexEach(groups: ReadonlyMap<string, readonly Entry[]>, depth: number): ReadonlyMap<string, PathIndex> {
  return new Map([...groups].map(([prefix, entries]) => [prefix, new PathIndex(entries, depth)]))
}

/** The literal text with which a segment begins; `undefined` where the path ends or is left to a catch-all. */
function prefixAt({ form }: Entry, depth: number): string | undefined {
  const segment = form.segments[depth]
  if (segment?.kind === 'static') return segment.text
  return segment?.kind === 'placeholder' ? segment.prefix : undefined
}

function segmentEnd(path: string, start: number): number {
  const slash = path.indexOf('/', start)
  return slash === -1 ? path.length : slash
}
