import { describeValue, UsageError } from '@app/checks'
import { type EnvOrigin, type KeyPath, type Origin, type OverriddenValue, tipsOf, traceAt, traceOf } from './origin.ts'

/** A value of a configuration, with its key path and its origin. */
export interface ConfigPart {
  readonly path: KeyPath
  readonly value: unknown
  readonly origin: Origin
  /** The variable of an `env()` value. If the variable is set, the value may be a secret: mask it in your output. */
  readonly env?: EnvOrigin
  /** The values that sources had given to this key before `value` replaced them, the latest first; absent if none. */
  readonly overridden?: readonly OverriddenValue[]
}

/**
 * Tells where the values of a configuration come from: returns each value below a key, or in the whole configuration,
 * with its origin.
 *
 * The key is a path with dots, such as `db.port`, or a list of keys, which is needed if a key itself has a dot. The
 * values are in the order of the configuration. A map or list is listed only if it is empty; otherwise the values
 * inside of it are listed. The result is empty if there is no such key. `config` is the result of `loadConfig` or
 * `resolveConfig`, or a map or list inside of it. Throws a `UsageError` (`APP_CONFIG_UNKNOWN`) for any other value.
 *
 * @example
 * for (const { path, origin } of explain(config, 'session')) console.log(path.join('.'), origin)
 */
export function explain(config: object, key: string | KeyPath = []): readonly ConfigPart[] {
  const root = traceOf(config)
  if (root === undefined) {
    throw new UsageError(
      'APP_CONFIG_UNKNOWN',
      `explain() got ${describeValue(config)} whose origins are not known. ` +
        'Pass the map that loadConfig() or resolveConfig() returned: a copy has no origins.',
    )
  }
  const path = typeof key === 'string' ? key.split('.') : key
  const found = traceAt(root, path)
  if (found === undefined) return []
  return Array.from(tipsOf(found, path), ([at, { value, origin, env }]) => {
    const given = root.givenAt?.(at) ?? []
    // `given` has the values that sources have set for this key, the latest first. The first one is `value`, unless a
    // post-processor or the schema has set `value`.
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
