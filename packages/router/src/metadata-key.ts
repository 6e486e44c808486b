import { refuseUnknown } from '@app/checks'

declare const valueType: unique symbol

/**
 * The typed key of metadata that a package reads from routes; `T` is the type of the value, and `D` that of the
 * default.
 */
export interface MetadataKey<T, D = undefined> {
  /** The name that identifies the key. It begins with the name of the package that declares the key: `acme/access`. */
  readonly name: string
  readonly default?: D | undefined
  readonly check?: ((value: unknown) => T) | undefined
  readonly enforcedBy?: ((value: T) => string | undefined) | undefined
  readonly [valueType]?: (value: T) => T
}

/** Options of a metadata key. */
export interface MetadataOptions<T> {
  /** The value of routes without this metadata. Default: `undefined`. */
  readonly default?: T | undefined
  /**
   * Validates a value: returns the value to keep, or throws. The compiler cannot check values that come from
   * configuration.
   */
  readonly check?: ((value: unknown) => T) | undefined
  /**
   * Names the middleware without which a route with this value must not run, such as `authorization()`. An application
   * does not run the route unless middleware that enforces this key has decided about the request.
   */
  readonly enforcedBy?: ((value: T) => string | undefined) | undefined
}

/**
 * Makes a key of route metadata: `export const ACCESS = metadataKey<{ role: string }>('acme/access')`.
 *
 * `route.set(ACCESS, { role: 'auditor' })` sets a value, and `route.metadata(ACCESS)` reads it. Routers do not see
 * metadata. Keys of the same name are the same key, so that one copy of a package reads the metadata that a key of
 * another copy has set. Throws a `TypeError` for a name that is not a string or is empty, and for an unknown option.
 *
 * @example
 * const ACCESS = metadataKey<{ role: string }>('acme/access')
 * app.get('/reports', reports).set(ACCESS, { role: 'auditor' })
 */
export function metadataKey<T>(name: string, options: MetadataOptions<T> & { readonly default: T }): MetadataKey<T, T>
export function metadataKey<T>(name: string, options?: MetadataOptions<T>): MetadataKey<T>
export function metadataKey<T>(name: string, options: MetadataOptions<T> = {}): MetadataKey<T, T | undefined> {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`The name of route metadata is a string like "acme/access", got ${JSON.stringify(name)}.`)
  }
  refuseUnknown('metadataKey()', options, ['default', 'check', 'enforcedBy'])
  const key: MetadataKey<T, T | undefined> = Object.freeze({ ...options, name })
  registry().set(name, key as unknown as MetadataKey<unknown, unknown>)
  return key
}

/** Returns all keys that any copy of this package has declared so far, by their names. */
export function declaredMetadataKeys(): ReadonlyMap<string, MetadataKey<unknown, unknown>> {
  return registry()
}

type Registry = Map<string, MetadataKey<unknown, unknown>>

/** The property of `globalThis` in which all copies of this package keep the declared keys. */
const REGISTRY: unique symbol = Symbol.for('@app/router/metadata')

function registry(): Registry {
  const shared = globalThis as { [REGISTRY]?: Registry }
  shared[REGISTRY] ??= new Map()
  return shared[REGISTRY]
}
