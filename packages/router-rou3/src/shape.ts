import type { Params, PathForm, Route, Segment } from '@app/router'

/** A form of a route that has a path, its params, and its rank: the lower, the more specific. */
export interface Found {
  readonly form: PathForm
  readonly params: Params
  readonly rank: number
}

/** The forms of one shape and one method; they differ in literal text beside values, or in tokens. */
export class Shape {
  readonly #plain: Entry[] = []
  /** Forms with literal text in front of values, by that text: a path is not to be tried on every one of many. */
  readonly #prefixed = new Map<string, Entry[]>()
  readonly #prefixLengths = new Map<string, readonly number[]>()

  /** Forms are added in the order of their ranks. */
  add(form: PathForm, rank: number): void {
    const prefixes = form.segments.map(prefixOf)
    const isPrefixed = prefixes.some((prefix) => prefix !== '')
    const key = prefixes.join('/')
    const entries = isPrefixed ? (this.#prefixed.get(key) ?? []) : this.#plain
    entries.push({ form, rank })
    if (!isPrefixed) return
    this.#prefixed.set(key, entries)
    const lengths = prefixes.map((prefix) => prefix.length)
    this.#prefixLengths.set(lengths.join(), lengths)
  }

  /** The most specific form of a path, or what was found before where that is more specific. */
  find(path: string, isExact: boolean, before: Found | undefined): Found | undefined {
    let found = before
    for (const entries of this.#entriesOf(path)) {
      for (const { form, rank } of entries) {
        if (found && found.rank < rank) break
        const params = read(form, path, isExact)
        if (params) found = { form, params, rank }
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
  #entriesOf(path: string): readonly (readonly Entry[])[] {
    if (this.#prefixLengths.size === 0) return [this.#plain]
    const segments = path.slice(1).split('/')
    const keys = [...this.#prefixLengths.values()].map((lengths) =>
      lengths.map((length, index) => segments[index]?.slice(0, length)).join('/'),
    )
    return [this.#plain, ...keys.map((key) => this.#prefixed.get(key) ?? [])]
  }
}

interface Entry {
  readonly form: PathForm
  readonly rank: number
}

/** The literal text in front of a value; what is no value is the same in all forms of a shape. */
function prefixOf(segment: Segment): string {
  return segment.kind === 'placeholder' ? segment.prefix : ''
}

/** `isExact` says that the path has the shape without any allowance. */
function read(form: PathForm, path: string, isExact: boolean): Params | undefined {
  return (isExact && form.isBare) || form.pattern.test(path) ? form.read(path) : undefined
}
