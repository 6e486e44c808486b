import { decodeSegment } from '../path/canonical-path.ts'
import { createParams, type Params } from '../path/params.ts'
import { placeholderNames, type Segment } from '../path/segment.ts'
import type { Route, RouteOptions } from '../route.ts'

/**
 * Makes params from the percent-encoded values that an engine (the routing library of an adapter) has found in a path.
 * Returns `undefined` if a value cannot be decoded or does not match its token, or if the value of a placeholder other
 * than a catch-all is empty.
 *
 * An adapter that spells paths for its engine in another way than the canonical one passes `decode`, which is then
 * called in place of percent-decoding.
 */
export type ParamReader = (
  values: Readonly<Record<string, string | undefined>>,
  decode?: (raw: string) => string | undefined,
) => Params | undefined

/**
 * Makes the function with which a router turns the values that it has found in a path into params.
 *
 * The function percent-decodes each value once, tests it against its token, leaves out missing values, and adds
 * defaults. A placeholder matches at least one character; the value of a catch-all may be empty, as for the path
 * `/files/` and the route `/files/{rest...}`.
 */
export function paramReader({ segments, tokens, options }: Route): ParamReader {
  return createReader(segments, tokens, options.defaults)
}

/**
 * Makes the function that reads the params of one form of a route (its path with some of its optional parts), with the
 * tokens and the defaults of the route.
 */
export function createReader(
  segments: readonly Segment[],
  tokens: Route['tokens'],
  defaultValues: RouteOptions['defaults'] = {},
): ParamReader {
  const names = placeholderNames(segments)
  const last = segments.at(-1)
  const rest = last?.kind === 'rest' ? last.name : undefined
  const defaults = Object.entries(defaultValues)
  return (values, decode = decodeSegment) => {
    const params = createParams()
    for (const name of names) {
      const raw = values[name]
      // Only strings are values of the path: `values` may be an object of a routing library that inherits functions,
      // under names such as `constructor`.
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
