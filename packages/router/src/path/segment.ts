/**
 * The parsed part of a route's path between two slashes. Routers match request paths by these parts.
 *
 * Literal text is canonical: it is percent-encoded like request paths. `optional` is 0 for a required segment, else the
 * number of the optional part to which the segment belongs: in `/a[/{b}[/{c}]]`, `{b}` has 1 and `{c}` has 2.
 */
export type Segment =
  | { readonly kind: 'static'; readonly text: string; readonly optional: number }
  | {
      readonly kind: 'placeholder'
      readonly name: string
      /** Literal text before the value in the same segment. */
      readonly prefix: string
      /** Literal text after the value in the same segment. */
      readonly suffix: string
      /** The source of the regular expression that the decoded value must match as a whole. */
      readonly token?: string
      readonly optional: number
    }
  | Compound
  /**
   * A catch-all: the rest of the path after the slash, including slashes, possibly empty. A catch-all is always last.
   */
  | {
      readonly kind: 'rest'
      readonly name: string
      /** The source of the regular expression that the decoded rest must match as a whole. */
      readonly token?: string
      readonly optional: number
    }

/**
 * Several placeholders in one segment. `splitOf` makes the function that splits the text of such a segment into values.
 */
export interface Compound {
  readonly kind: 'compound'
  /** The placeholders, at least two, in their order. */
  readonly placeholders: readonly Placeholder[]
  /** Literal text before the first value. */
  readonly prefix: string
  /** Literal text between each value and the next; none is empty. */
  readonly separators: readonly string[]
  /** Literal text after the last value. */
  readonly suffix: string
  readonly optional: number
}

/** A placeholder of a path: the name of its value, and the token that the value must match. */
export interface Placeholder {
  readonly name: string
  /** The source of the regular expression that the decoded value must match as a whole. */
  readonly token?: string
}

/**
 * Returns the paths with and without each optional part, shortest first: for `/a[/{b}]` the segments of `/a` and
 * `/a/{b}`.
 */
export function expandOptional(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const depth = segments.at(-1)?.optional ?? 0
  if (depth === 0) return [segments]
  return Array.from({ length: depth + 1 }, (_, level) => segments.filter((segment) => segment.optional <= level))
}

/** Returns the path of segments without placeholders; `undefined` if there are placeholders. */
export function staticPath(segments: readonly Segment[]): string | undefined {
  let path = ''
  for (const segment of segments) {
    if (segment.kind !== 'static') return undefined
    path += `/${segment.text}`
  }
  return path
}

/** Lists all placeholders, including the catch-all, in their order. */
export function placeholdersOf(segments: readonly Segment[]): readonly Placeholder[] {
  const found: Placeholder[] = []
  for (const segment of segments) {
    if (segment.kind === 'compound') found.push(...segment.placeholders)
    else if (segment.kind !== 'static') found.push(segment)
  }
  return found
}

/** Lists the names of all placeholders, including the catch-all, in their order. */
export function placeholderNames(segments: readonly Segment[]): readonly string[] {
  return placeholdersOf(segments).map(({ name }) => name)
}

/** Lists the placeholders of a path, for the error about a name that no placeholder of the path has. */
export function knownPlaceholders(segments: readonly Segment[]): string {
  const names = placeholderNames(segments).map((name) => `{${name}}`)
  return names.length ? `It has ${names.join(', ')}` : 'It has none'
}

/**
 * Turns a placeholder that is the whole last segment into a catch-all if its token is `.*` or `.+`, since the path
 * grammars of other routers, such as FastRoute, write a catch-all in this way.
 *
 * With `.+` the rest must not be empty.
 */
export function readCatchAll(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1)
  if (last?.kind !== 'placeholder' || !isWhole(last) || !isAnything(last.token)) return segments
  const { name, token, optional } = last
  return [...segments.slice(0, -1), { kind: 'rest', name, ...(token === '.+' && { token }), optional }]
}

/** True if a segment is one placeholder without literal text beside it. */
export function isWhole(segment: Segment): boolean {
  return segment.kind === 'placeholder' && segment.prefix === '' && segment.suffix === ''
}

function isAnything(token: string | undefined): boolean {
  return token === '.*' || token === '.+'
}
