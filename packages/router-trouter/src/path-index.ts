import type { Route } from '@app/router'
import type { DynamicEntry } from '@app/router/adapter'
import { Bucket, type Match } from './bucket.ts'

/**
 * Selects the few routes that can match a path. trouter alone would try all routes one after another.
 *
 * The index is a tree of segments: literal segments by their text, placeholders by the text beside their values. A
 * branch with few routes has them all in one bucket, which is an instance of trouter. A larger branch has further
 * branches, and a bucket for the routes whose path ends there and for catch-alls.
 */
export class PathIndex {
  readonly #bucket: Bucket | undefined
  readonly #literals: ReadonlyMap<string, PathIndex>
  readonly #placeholders: ReadonlyMap<string, PathIndex>
  readonly #beside: readonly Lengths[]
  readonly #isLeaf: boolean

  constructor(entries: readonly DynamicEntry[], depth = 0) {
    const kept = entries.length > FEW ? entries.filter((entry) => textAt(entry, depth) === undefined) : entries
    this.#bucket = kept.length > 0 ? new Bucket(kept) : undefined
    this.#isLeaf = kept.length === entries.length
    this.#literals = this.#isLeaf ? NONE : indexBy(true, entries, depth)
    this.#placeholders = this.#isLeaf ? NONE : indexBy(false, entries, depth)
    this.#beside = lengthsOf(this.#placeholders.keys())
  }

  /**
   * Finds the matching entry that was registered first. Returns `before`, the result from another branch, if `before`
   * was registered earlier or no entry matches.
   */
  find(method: string, path: string, start = 1, before?: Match): Match | undefined {
    let found = this.#bucket ? this.#bucket.find(method, path, before) : before
    if (this.#isLeaf || start > path.length) return found
    const end = segmentEnd(path, start)
    const literal = this.#literals.get(path.slice(start, end))
    if (literal) found = literal.find(method, path, end + 1, found)
    for (const lengths of this.#beside) {
      const placeholder = this.#placeholders.get(textBeside(path.slice(start, end), lengths))
      if (placeholder) found = placeholder.find(method, path, end + 1, found)
    }
    return found
  }

  /**
   * Lists the routes that have a path with some method, except the routes of the method `failed`, for which `find` has
   * just found no route.
   */
  routesOf(path: string, failed: string | undefined, start = 1): readonly Route[] {
    const routes = this.#bucket?.routesOf(path, failed) ?? []
    if (this.#isLeaf || start > path.length) return routes
    const end = segmentEnd(path, start)
    const segment = path.slice(start, end)
    const placeholders = this.#beside.map((lengths) => this.#placeholders.get(textBeside(segment, lengths)))
    const branches = [this.#literals.get(segment), ...placeholders]
    return routes.concat(branches.flatMap((branch) => branch?.routesOf(path, failed, end + 1) ?? []))
  }
}

/**
 * The most routes of a branch that is not divided: trouter tries this number of routes in the time that one further
 * step through the index takes.
 */
const FEW = 4
const NONE: ReadonlyMap<string, PathIndex> = new Map()

function indexBy(isStatic: boolean, entries: readonly DynamicEntry[], depth: number): ReadonlyMap<string, PathIndex> {
  const groups = new Map<string, DynamicEntry[]>()
  for (const entry of entries) {
    const text = textAt(entry, depth)
    if (text === undefined || (entry.form.segments[depth]?.kind === 'static') !== isStatic) continue
    const group = groups.get(text)
    if (group) group.push(entry)
    else groups.set(text, [entry])
  }
  return new Map([...groups].map(([text, group]) => [text, new PathIndex(group, depth + 1)]))
}

/**
 * Returns the literal text of the segment at `depth`, or the text beside its value; `undefined` after the last segment
 * and for a catch-all.
 */
function textAt({ form }: DynamicEntry, depth: number): string | undefined {
  const segment = form.segments[depth]
  if (segment?.kind === 'static') return segment.text
  return segment?.kind === 'placeholder' || segment?.kind === 'compound'
    ? `${segment.prefix}/${segment.suffix}`
    : undefined
}

/** The length of the literal text before a value, and of the literal text after it. */
interface Lengths {
  readonly prefix: number
  readonly suffix: number
}

function lengthsOf(texts: Iterable<string>): readonly Lengths[] {
  const found = new Map<string, Lengths>()
  for (const text of texts) {
    const prefix = text.indexOf('/')
    const suffix = text.length - prefix - 1
    found.set(`${prefix}/${suffix}`, { prefix, suffix })
  }
  return [...found.values()]
}

function textBeside(segment: string, { prefix, suffix }: Lengths): string {
  return `${segment.slice(0, prefix)}/${suffix === 0 ? '' : segment.slice(-suffix)}`
}

function segmentEnd(path: string, start: number): number {
  const slash = path.indexOf('/', start)
  return slash === -1 ? path.length : slash
}
