import { warn } from '#platform/primitives'
import { nearest } from '../container/nearest.ts'

/** An entry of the configuration cannot be what it is; the message names its key, its file, and what is allowed. */
export class ApplicationConfigError extends Error {
  override readonly name = 'ApplicationConfigError'
}

/** An entry of the configuration, and where it stands. */
export interface ConfigEntry {
  readonly value: unknown
  /** Its key and its file, as an error names it: `middleware_pipeline.cors (config/autoload/app.global.ts)`. */
  readonly place: string
  /** The name of the source that gave it, where the configuration remembers that. */
  readonly origin: string | undefined
}

/** The entries of a map or list of the configuration, in its order. Throws for anything else. */
export function entriesOf(config: object, key: string): readonly (ConfigEntry & { readonly key: string })[] {
  const section = (config as Readonly<Record<string, unknown>>)[key]
  if (section === undefined || section === null) return []
  if (typeof section !== 'object') {
    throw new ApplicationConfigError(`${placeOf(config, [key])}: expected a map of entries, got ${typeof section}.`)
  }
  return Object.entries(section).map(([name, value]) => {
    const path = [key, name]
    return { key: name, value, place: placeOf(config, path), origin: originOf(config, path) }
  })
}

/** Warns of a key that is nearly one of the core's and holds what belongs there: other keys are somebody else's. */
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

/** The entry as a map that has only these keys. Throws `ApplicationConfigError` for another, with what was meant. */
export function checkKeys(
  { value, place }: ConfigEntry,
  allowed: readonly string[],
  also = '',
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const got = value === null ? 'null' : Array.isArray(value) ? 'a list' : `${typeof value} ${String(value)}`
    throw new ApplicationConfigError(`${place}: expected a map with ${allowed.join(', ')}${also}, got ${got}.`)
  }
  for (const key of Object.keys(value)) {
    if (allowed.includes(key)) continue
    const near = nearest(key, new Map(allowed.map((name) => [name, true])))
    const hint = near ? `Did you mean "${near}"?` : `Allowed are ${allowed.join(', ')}.`
    throw new ApplicationConfigError(`${place}: unknown key "${key}". ${hint}`)
  }
  if (!('middleware' in value)) throw new ApplicationConfigError(`${place}: "middleware" is missing.`)
  return value as Readonly<Record<string, unknown>>
}

/** Runs what registers an entry, and names the entry in whatever it throws. */
export function at<T>(place: string, register: () => T): T {
  try {
    return register()
  } catch (error) {
    if (error instanceof ApplicationConfigError) throw error
    throw new ApplicationConfigError(`${place}: ${(error as Error).message}`, { cause: error })
  }
}

interface Trace {
  readonly origin: { readonly name: string }
  readonly children?: ReadonlyMap<string | number, Trace>
}

/** The key of an entry, with its file where the configuration remembers that, as that of `@app/config` does. */
function placeOf(config: object, path: readonly string[]): string {
  const origin = originOf(config, path)
  return origin === undefined ? path.join('.') : `${path.join('.')} (${origin})`
}

function originOf(config: object, path: readonly string[]): string | undefined {
  const traces = (globalThis as { [TRACES]?: WeakMap<object, Trace> })[TRACES]
  let trace = traces?.get(config)
  for (const key of path) trace = trace?.children?.get(key) ?? trace?.children?.get(Number(key))
  return trace?.origin.name
}

/** Where `@app/config` keeps, for every copy of it, which file each part of a configuration came from. */
const TRACES: unique symbol = Symbol.for('@app/config/traces')
