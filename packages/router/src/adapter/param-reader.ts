import { decodeSegment } from '../path/canonical-path.ts'
import { createParams, type Params } from '../path/params.ts'
import { placeholderNames } from '../path/segment.ts'
import type { Route } from '../route.ts'

/**
 * Reads params from values as they stand in the path; `undefined` where a value does not fit after all.
 *
 * `decode` is for an engine that was handed the path in a spelling of its own.
 */
export type ParamReader = (
  values: Readonly<Record<string, string | undefined>>,
  decode?: (raw: string) => string | undefined,
) => Params | undefined

/**
 * What every router does with the values it found, so that all do the same.
 *
 * Each value is percent-decoded once, held against its token, and dropped where it is missing; defaults fill in.
 * A placeholder matches at least one character; a catch-all may be empty behind its slash.
 */
export function paramReader(route: Route): ParamReader {
  const names = placeholderNames(route.segments)
  const last = route.segments.at(-1)
  const rest = last?.kind === 'rest' ? last.name : undefined
  const { tokens } = route
  const defaults = Object.entries(route.options.defaults ?? {})
  return (values, decode = decodeSegment) => {
    const params = createParams()
    for (const name of names) {
      const raw = values[name]
      // Not a string either: what a map with a prototype inherits, such as `constructor`.
      if (typeof raw !== 'string') continue
      const value = decode(raw)
      if (value === undefined || (value === '' && name !== rest)) return undefined
      if (tokens.get(name)?.(value) === false) return undefined
      params[name] = value
    }
    for (const [name, value] of defaults) params[name] ??= value
    return params
  }
}
