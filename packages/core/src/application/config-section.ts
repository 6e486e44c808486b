import { ConfigurationError, describeValue, nearest } from '@app/checks'
import { warn } from '#platform/primitives'

/**
 * Makes the error for an invalid section of the configuration, or an invalid entry of one. The message names its key,
 * and its source (a file or a provider) if that is known.
 */
export function invalidSection(message: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError('APP_CONFIG_SECTION', message, options)
}

/** An entry of the configuration, with its key and its source (a file or a provider). */
export interface ConfigEntry {
  readonly value: unknown
  /** The key of the entry in a map, or its index in a list. */
  readonly key: string
  readonly isInMap: boolean
  /**
   * The name of the entry in errors: its key, followed by its source if that is known, as in
   * `middleware_pipeline.cors (config/autoload/app.global.ts)`.
   */
  readonly place: string
  /** The name of the file or provider that the entry comes from, if the configuration has recorded it. */
  readonly origin: string | undefined
}

/**
 * Returns the entries of a section of the configuration in their order. The section is a map or a list.
 *
 * A section that is missing or `null` has no entries. Throws a `ConfigurationError` for any other value, and for an
 * integer as a key of a map: JavaScript orders such keys before all others, wherever they were written (ECMA-262
 * section 10.1.11.1).
 */
export function entriesOf(config: object, section: string): readonly ConfigEntry[] {
  const entries = (config as Readonly<Record<string, unknown>>)[section]
  if (entries === undefined || entries === null) return []
  if (typeof entries !== 'object') {
    throw invalidSection(`${placeOf(config, [section])}: expected a map of entries, got ${typeof entries}.`)
  }
  const isInMap = !Array.isArray(entries)
  return Object.entries(entries).map(([key, value]) => {
    const origin = originOf(config, [section, key])
    const place = named(`${section}.${key}`, origin)
    if (isInMap && WHOLE_NUMBER.test(key)) {
      throw invalidSection(
        `${place}: a map puts keys that are integers before all others. ` + `Write a word, such as "entry-${key}".`,
      )
    }
    return { key, isInMap: isInMap && !ITEM_KEY.test(key), value, place, origin }
  })
}

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/

/**
 * A key such as `[0]`, which an item gets if its list was merged into a map. Nobody wrote this key, so it is not the
 * name of a route.
 */
const ITEM_KEY = /^\[\d+\]$/

/**
 * Warns of a key of the configuration that is probably the misspelt name of a section that the core reads: the key is
 * similar to this name and, for `middleware_pipeline` and `routes`, the value has an entry with `middleware`. All other
 * keys may belong to other packages.
 */
export function warnOfMisspeltSections(config: object): void {
  for (const [key, section] of Object.entries(config)) {
    const near = nearest(key, SECTIONS)
    if (near === undefined || near === key || (near !== 'dependencies' && !holdsMiddleware(section))) continue
    warn(`${placeOf(config, [key])}: the core does not read this key. Did you mean "${near}"?`)
  }
}

function holdsMiddleware(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  return Object.values(section).some((entry) => typeof entry === 'object' && entry !== null && 'middleware' in entry)
}

const SECTIONS: ReadonlySet<string> = new Set(['dependencies', 'middleware_pipeline', 'routes'])

/**
 * Returns the entry as a map. Throws a `ConfigurationError` if the entry is not a map, lacks `middleware`, or has an
 * unknown key; for an unknown key, the message suggests a similar allowed key, or lists the allowed keys.
 */
export function checkKeys(
  { value, place }: ConfigEntry,
  allowed: readonly string[],
  also = '',
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const got = describeValue(value)
    throw invalidSection(`${place}: expected a map with ${allowed.join(', ')}${also}, got ${got}.`)
  }
  for (const key of Object.keys(value)) {
    if (allowed.includes(key)) continue
    const near = nearest(key, allowed)
    const hint = near ? `Did you mean "${near}"?` : `Allowed are ${allowed.join(', ')}.`
    throw invalidSection(`${place}: unknown key "${key}". ${hint}`)
  }
  if (!('middleware' in value)) throw invalidSection(`${place}: "middleware" is missing.`)
  return value as Readonly<Record<string, unknown>>
}

/**
 * Runs a function that registers an entry. If the function throws an error that `invalidSection` has not made, throws
 * one of `invalidSection` with that error as its cause. The message begins with `place`, the key and the source of the
 * entry.
 */
export function at<T>(place: string, register: () => T): T {
  try {
    return register()
  } catch (error) {
    if (ConfigurationError.is(error) && error.code === 'APP_CONFIG_SECTION') throw error
    const { message } = error as Error
    throw invalidSection(message.startsWith(place) ? message : `${place}: ${message}`, { cause: error })
  }
}

interface Trace {
  readonly origin: { readonly name: string }
  readonly env?: { readonly variable: string; readonly isSet: boolean }
  readonly children?: ReadonlyMap<string | number, Trace>
}

/**
 * Returns the key of an entry, followed by the name of its source (a file or a provider) if the configuration has
 * recorded the source, as `@app/config` does. The source of a key that is missing in a section is that of the section.
 */
export function placeOf(config: object, path: readonly string[]): string {
  return named(path.join('.'), originOf(config, path))
}

function named(key: string, origin: string | undefined): string {
  return origin === undefined ? key : `${key} (${origin})`
}

function originOf(config: object, path: readonly string[]): string | undefined {
  const traces = (globalThis as { [TRACES]?: WeakMap<object, Trace> })[TRACES]
  const [section = '', ...keys] = path
  let trace = traces?.get(config)?.children?.get(section)
  if (trace === undefined) return undefined
  for (const key of keys) trace = trace.children?.get(key) ?? trace.children?.get(Number(key)) ?? trace
  const variable = trace.env ? `, variable ${trace.env.variable}${trace.env.isSet ? '' : ', which is not set'}` : ''
  return `${trace.origin.name}${variable}`
}

/**
 * The property of `globalThis` that all copies of `@app/config` share. It holds, for each configuration, the source of
 * each value.
 */
const TRACES: unique symbol = Symbol.for('@app/config/traces')
