import type { Params } from '@app/router'
import { type DynamicEntry, EntryIndex, type PathForm } from '@app/router/adapter'

/** An entry that matches a path, with the params of the path. */
export interface Match {
  readonly entry: DynamicEntry
  readonly params: Params
}

/** A group of entries that find-my-way does not distinguish. */
export class Leaf {
  readonly first: DynamicEntry
  /**
   * The form of the only entry of this leaf, if find-my-way can match it alone: then a path that it has matched needs
   * `form.match` only if a value is empty, or if the path has percent-encoded characters. `undefined` if there are
   * several entries, or if every path needs `form.match`.
   */
  plain: PathForm | undefined
  #others: EntryIndex | undefined

  constructor(first: DynamicEntry) {
    this.first = first
    this.plain = first.form.isBare && first.form.isOpen ? first.form : undefined
  }

  /** Adds an entry. The caller adds entries in the order of their ranks. */
  add(entry: DynamicEntry): void {
    this.plain = undefined
    if (this.#others === undefined) {
      this.#others = new EntryIndex()
      this.#others.add(this.first)
    }
    this.#others.add(entry)
  }

  /**
   * Finds the entry that matches the path: of several matching entries the most specific, and of equally specific ones
   * the first in the order of registration.
   */
  find(path: string): Match | undefined {
    for (const entry of this.#entriesFor(path)) {
      const params = entry.form.match(path)
      if (params) return { entry, params }
    }
    return undefined
  }

  findAll(path: string): readonly DynamicEntry[] {
    return this.#entriesFor(path).filter(({ form }) => form.match(path) !== undefined)
  }

  #entriesFor(path: string): readonly DynamicEntry[] {
    return this.#others?.entriesFor(path) ?? [this.first]
  }
}
