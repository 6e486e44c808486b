declare const valueType: unique symbol

/** The typed key of something that a package wants to know of each route; `D` is what a route has that says nothing. */
export interface MetadataKey<T, D = undefined> {
  /** What tells keys apart; one that begins with the name of a package, such as `acme/access`, meets no other. */
  readonly name: string
  readonly default?: D
  readonly check?: (value: unknown) => T
  readonly [valueType]?: (value: T) => T
}

/** What a key of metadata may be told beside its name. */
export interface MetadataOptions<T> {
  /** The value of routes that were given none; `undefined` unless told otherwise. */
  readonly default?: T
  /** Gives back the value that a route keeps, or throws: a configuration holds whatever somebody wrote. */
  readonly check?: (value: unknown) => T
}

/**
 * Makes a key of route metadata: `export const Access = routeMetadata<{ role: string }>('acme/access')`.
 *
 * Metadata belongs to whoever reads it, and no router sees any: `route.with(Access, { role: 'auditor' })` sets a value and
 * `route.metadata(Access)` reads it. Two keys of one name are one, so that a second copy of a package does no harm.
 * Throws `TypeError` for a name that is empty or no string.
 */
export function routeMetadata<T>(name: string, options: MetadataOptions<T> & { readonly default: T }): MetadataKey<T, T>
export function routeMetadata<T>(name: string, options?: MetadataOptions<T>): MetadataKey<T>
export function routeMetadata<T>(name: string, options: MetadataOptions<T> = {}): MetadataKey<T, T | undefined> {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`The name of route metadata is a string like "acme/access", got ${JSON.stringify(name)}.`)
  }
  const key: MetadataKey<T, T | undefined> = Object.freeze({ ...options, name })
  registry().set(name, key as unknown as MetadataKey<unknown, unknown>)
  return key
}

/** The keys that were declared so far, by name, whichever copy of this package declared them. */
export function declaredMetadata(): ReadonlyMap<string, MetadataKey<unknown, unknown>> {
  return registry()
}

type Registry = Map<string, MetadataKey<unknown, unknown>>

/** Where all copies of this package keep the declared keys. */
const REGISTRY: unique symbol = Symbol.for('@app/router/metadata')

function registry(): Registry {
  const shared = globalThis as { [REGISTRY]?: Registry }
  shared[REGISTRY] ??= new Map()
  return shared[REGISTRY]
}
