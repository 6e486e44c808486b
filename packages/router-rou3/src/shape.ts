import type { Params, Route } from '@app/router'
import { type DynamicEntry, EntryIndex, type PathForm } from '@app/router/adapter'

/** An entry that matches a path, with the params of the path. */
export interface Match {
  readonly entry: DynamicEntry
  readonly params: Params
}

/**
 * The entries that have the same method and the same shape: the same literal segments, and placeholders at the same
 * positions. They differ in the names of placeholders, in literal text beside values, or in tokens.
 */
export class Shape {
  readonly #entries = new EntryIndex()

  /** Adds an entry. The caller adds entries in the order of their ranks. */
  add(entry: DynamicEntry): void {
    this.#entries.add(entry)
  }

  /**
   * Finds the most specific entry that matches a path. Returns `before`, the entry that was found for another shape, if
   * `before` is more specific or no entry matches.
   */
  find(path: string, isExact: boolean, before: Match | undefined): Match | undefined {
    for (const entry of this.#entries.entriesFor(path)) {
      if (before && before.entry.rank < entry.rank) return before
      const params = read(entry.form, path, isExact)
      if (params) return { entry, params }
    }
    return before
  }

  /** Lists the routes of this shape that have the path. */
  routesOf(path: string, isExact: boolean): readonly Route[] {
    return this.#entries.entriesFor(path).flatMap(({ form }) => (read(form, path, isExact) ? [form.route] : []))
  }
}

/**
 * Reads the params of a path; returns `undefined` if the form does not match. `isExact` is set if rou3 got the path
 * unchanged, so that the path certainly has the shape.
 */
function read(form: PathForm, path: string, isExact: boolean): Params | undefined {
  return isExact && form.isBare ? form.read(path) : form.match(path)
}
