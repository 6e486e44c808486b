/** True if a value in a recorded case is a map, which is any object except a list. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a map, in its order; PHP's maps with integer keys are written `{"@map": [[key, value], ...]}`. */
export function entriesOf(value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const entries = value['@map']
  if (!Array.isArray(entries)) return Object.entries(value)
  return entries.map(([key, entry]: [unknown, unknown]) => [String(key), entry] as const)
}

/**
 * Rewrites a recorded value without the notation `@map` for PHP's maps. An empty map stays a list, since PHP writes an
 * empty map like an empty list.
 */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isMap(value)) return value
  return Object.fromEntries(entriesOf(value).map(([key, entry]) => [key, plain(entry)]))
}
