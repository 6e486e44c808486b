import { nearest } from './nearest.ts'

/** An entry of the configuration cannot be what it is; the message names its key, its file, and what is allowed. */
export class ApplicationConfigError extends Error {
  override readonly name = 'ApplicationConfigError'
}

/** An entry of the configuration, and where it stands. */
export interface ConfigEntry {
  readonly value: unknown
  /** Its key and its file, as an error names it: `middleware_pipeline.cors (config/autoload/app.global.ts)`. */
  readonly place: string
}

/** The entries of a map or list of the configuration, in its order. Throws for anything else. */
export function entriesOf(config: object, key: string): readonly (ConfigEntry & { readonly key: string })[] {
  const section = (config as Readonly<Record<string, unknown>>)[key]
  if (section === undefined || section === null) return []
  if (typeof section !== 'object') {
    throw new ApplicationConfigError(`${placeOf(config, [key])}: expected a map of entries, got ${typeof section}.`)
  }
  return Object.entries(section).map(([name, value]) => ({ key: name, value, place: placeOf(config, [key, name]) }))
}

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
  const traces = (globalThis as { [TRACES]?: WeakMap<object, Trace> })[TRACES]
  let trace = traces?.get(config)
  for (const key of path) trace = trace?.children?.get(key) ?? trace?.children?.get(Number(key))
  return trace ? `${path.join('.')} (${trace.origin.name})` : path.join('.')
}

/** Where `@app/config` keeps, for every copy of it, which file each part of a configuration came from. */
const TRACES: unique symbol = Symbol.for('@app/config/traces')
