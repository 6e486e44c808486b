import type { DynamicEntry, Params, PathForm, Route, Segment } from '@app/router'

/** An entry that matches a path, with its params. */
export interface Found {
  readonly entry: DynamicEntry
  readonly params: Params
}

/** The forms of one shape and one method; they differ in literal text beside values, or in tokens. */
export class Shape {
  readonly #plain: DynamicEntry[] = []
  /** Forms with literal text in front of a value, by that text, so that a path is not tried with all of them. */
  readonly #prefixed = new Map<string, DynamicEntry[]>()
  readonly #prefixLengths = new Map<string, readonly number[]>()

  /** Entries are added in the order of their ranks. */
  add(entry: DynamicEntry): void {
    const prefixes = entry.form.segments.map(prefixOf)
    const isPrefixed = prefixes.some((prefix) => prefix !== '')
    const key = prefixes.join('/')
    const entries = isPrefixed ? (this.#prefixed.get(key) ?? []) : this.#plain
    entries.push(entry)
    if (!isPrefixed) return
    this.#prefixed.set(key, entries)
    const lengths = prefixes.map((prefix) => prefix.length)
    this.#prefixLengths.set(lengths.join(), lengths)
  }

  /** The most specific form of a path, or `before` if that is more specific. */
  find(path: string, isExact: boolean, before: Found | undefined): Found | undefined {
    let found = before
    for (const entries of this.#entriesOf(path)) {
      for (const entry of entries) {
        if (found && found.entry.rank < entry.rank) break
        const params = read(entry.form, path, isExact)
        if (params) found = { entry, params }
      }
    }
    return found
  }

  /** The routes that have a path. */
  routesOf(path: string, isExact: boolean): readonly Route[] {
    const entries = this.#entriesOf(path).flat()
    return entries.flatMap(({ form }) => (read(form, path, isExact) ? [form.route] : []))
  }

  /** The forms that may have a path, in lists by rank. */
  #entriesOf(path: string): readonly (readonly DynamicEntry[])[] {
    if (this.#prefixLengths.size === 0) return [this.#plain]
    const segments = path.slice(1).split('/')
    const keys = [...this.#prefixLengths.values()].map((lengths) =>
      lengths.map((length, index) => segments[index]?.slice(0, length)).join('/'),
    )
    return [this.#plain, ...keys.map((key) => this.#prefixed.get(key) ?? [])]
  }
}

/** The literal text in front of a value. Static segments are equal in all forms of a shape. */
function prefixOf(segment: Segment): string {
  return segment.kind === 'placeholder' || segment.kind === 'compound' ? segment.prefix : ''
}

/** `isExact`: the path certainly has the shape. */
function read(form: PathForm, path: string, isExact: boolean): Params | undefined {
  return isExact && form.isBare ? form.read(path) : form.match(path)
}
