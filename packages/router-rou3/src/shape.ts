import type { Params, Route } from '@app/router'
import { type DynamicEntry, EntryIndex, type PathForm } from '@app/router/adapter'

/** An entry that matches a path, with its params. */
export interface Found {
  readonly entry: DynamicEntry
  readonly params: Params
}

/** The forms of one shape and one method; they differ in literal text beside values, or in tokens. */
export class Shape {
  readonly #entries = new EntryIndex()

  /** Adds an entry; entries are added in the order of their ranks. */
  add(entry: DynamicEntry): void {
    this.#entries.add(entry)
  }

  /** Finds the most specific form that matches a path; gives `before` if `before` is more specific. */
  find(path: string, isExact: boolean, before: Found | undefined): Found | undefined {
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

/** Reads the params of a path. `isExact` is set if the path certainly has the shape. */
function read(form: PathForm, path: string, isExact: boolean): Params | undefined {
  return isExact && form.isBare ? form.read(path) : form.match(path)
}
