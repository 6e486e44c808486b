import type { Segment } from '../path/segment.ts'
import type { DynamicEntry } from './dynamic-entries.ts'

/**
 * An index of entries whose paths the engine of an adapter (its routing library) cannot distinguish. The index finds
 * entries by the literal text beside their placeholders, so that a path is not compared with each entry. Example:
 * `/f/{x}.js` and `/f/{x}.css`, for an engine that only sees a placeholder after `/f/`.
 */
export class EntryIndex {
  /** The entries without literal text beside a placeholder. */
  readonly #plain: DynamicEntry[] = []
  /**
   * The entries with literal text beside a placeholder, grouped by the positions and the lengths of their literal text.
   */
  readonly #groups = new Map<string, Group>()

  /** Adds an entry. The caller adds entries in the order of their ranks. */
  add(entry: DynamicEntry): void {
    const ends = entry.form.segments.flatMap(endsOf)
    if (ends.length === 0) {
      this.#plain.push(entry)
      return
    }
    const where = ends.map(({ at, prefix, suffix }) => `${at}:${prefix.length}:${suffix.length}`).join()
    const group = this.#groups.get(where) ?? { ends, byText: new Map<string, DynamicEntry[]>() }
    this.#groups.set(where, group)
    const text = ends.map(({ prefix, suffix }) => `${prefix}/${suffix}`).join('/')
    const same = group.byText.get(text)
    if (same) same.push(entry)
    else group.byText.set(text, [entry])
  }

  /** Finds the entries that may match a path, in the order of their ranks. */
  entriesFor(path: string): readonly DynamicEntry[] {
    if (this.#groups.size === 0) return this.#plain
    const parts = path.split('/')
    const found = this.#plain.slice()
    for (const { ends, byText } of this.#groups.values()) {
      const entries = byText.get(ends.map((one) => textsAt(one, parts)).join('/'))
      if (entries) found.push(...entries)
    }
    return found.length > 1 ? found.sort((a, b) => a.rank - b.rank) : found
  }
}

interface Group {
  readonly ends: readonly LiteralEnds[]
  readonly byText: Map<string, DynamicEntry[]>
}

/** The index of a segment in its path, and the literal text before and after the segment's value. */
interface LiteralEnds {
  readonly at: number
  readonly prefix: string
  readonly suffix: string
}

function endsOf(segment: Segment, at: number): readonly LiteralEnds[] {
  if (segment.kind === 'static' || segment.kind === 'rest') return []
  const { prefix, suffix } = segment
  return prefix === '' && suffix === '' ? [] : [{ at, prefix, suffix }]
}

/**
 * Reads the text of a request path, given as its `parts` between the slashes, at the place where the entries of a group
 * have literal text. Only entries with the same text can match the path.
 */
function textsAt({ at, prefix, suffix }: LiteralEnds, parts: readonly string[]): string {
  // `parts[0]` is the empty text before the first slash, so segment 0 is `parts[1]`.
  const part = parts[at + 1] ?? ''
  return `${part.slice(0, prefix.length)}/${suffix === '' ? '' : part.slice(-suffix.length)}`
}
