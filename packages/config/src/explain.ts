import type { KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'
import { type EnvOrigin, type OverriddenValue, tipsOf, traceAt, traceOf } from './trace.ts'
import { describeValue } from './value-kinds.ts'

/** One value of a configuration, with where it came from. */
export interface ConfigPart {
  readonly path: KeyPath
  readonly value: unknown
  readonly origin: Origin
  /** Present when the value was asked for by `env()`: mask it in what you print if the variable is set. */
  readonly env?: EnvOrigin
  /** What earlier sources had given for it, the latest first; present where there is something. */
  readonly overridden?: readonly OverriddenValue[]
}

/**
 * Tells where each part of a configuration came from, below a key or in all of it.
 *
 * The key is a path with dots, or a list of keys where a key itself has a dot. The parts are the values that are neither
 * map nor list, and the empty maps and lists, in the order of the configuration; none, when there is no such key. What
 * `loadConfig` or `resolveConfig` did not make is an `UnknownConfigError`.
 */
export function explain(config: object, key: string | KeyPath = []): readonly ConfigPart[] {
  const root = traceOf(config)
  if (root === undefined) throw new UnknownConfigError(config)
  const path = typeof key === 'string' ? key.split('.') : key
  const found = traceAt(root, path)
  if (found === undefined) return []
  return Array.from(tipsOf(found, path), ([at, { value, origin, env }]) => {
    const given = root.givenAt?.(at) ?? []
    // A post-processor may have given what no source did.
    const overridden = given[0]?.origin === origin ? given.slice(1) : given
    return {
      path: at,
      value,
      origin,
      ...(env === undefined ? {} : { env }),
      ...(overridden.length > 0 && { overridden }),
    }
  })
}

/** The origins of a value were asked for that is no configuration, or a copy of one. */
export class UnknownConfigError extends Error {
  override readonly name = 'UnknownConfigError'

  constructor(got: unknown) {
    super(
      `explain() got ${describeValue(got)} whose origins are not known. ` +
        'Hand it the very map that loadConfig() or resolveConfig() gave: a copy has no origins.',
    )
  }
}
