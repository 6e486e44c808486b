import { decodeSegment } from '../path/canonical-path.ts'
import { createParams, type Params } from '../path/params.ts'
import { placeholderNames, type Segment } from '../path/segment.ts'
import type { Route, RouteOptions } from '../route.ts'

/**
 * Reads params from encoded values of a path; `undefined` if a value does not fit.
 *
 * `decode` takes the place of percent-decoding, for an engine that gets paths in another spelling.
 */
export type ParamReader = (
  values: Readonly<Record<string, string | undefined>>,
  decode?: (raw: string) => string | undefined,
) => Params | undefined

/**
 * Makes the function by which all routers turn the values they have found into params.
 *
 * It percent-decodes each value once, tests it against its token, leaves out missing values, and adds defaults. A
 * placeholder matches at least one character; a catch-all may be empty behind its slash.
 */
export function paramReader({ segments, tokens, options }: Route): ParamReader {
  return createReader(segments, tokens, options.defaults)
}

/** Makes the reader for some segments, with the tokens and the defaults of their route. */
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
      // The check of the type also excludes values that a map inherits from its prototype, such as `constructor`.
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
