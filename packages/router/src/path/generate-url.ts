import type { Route } from '../route.ts'
import { canonicalPath, encodeSegment } from './canonical-path.ts'
import { knownPlaceholders, placeholderNames, type Segment } from './segment.ts'

/** What may follow and precede the path of a generated URL. */
export interface UrlOptions {
  /** Put in front; inside a request `request.basePath`, since an application does not know where it is mounted. */
  readonly basePath?: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly fragment?: string
}

/** A URL cannot be made from the params given; the message names the route, the param and what was expected. */
export class UrlGenerationError extends Error {
  override readonly name = 'UrlGenerationError'
}

/**
 * The URL of a route: its path with params filled in, encoded so that a request for it matches the route again.
 *
 * Params left out take the route's default; an optional part is left out where none of its params has a value.
 * Throws `UrlGenerationError` for a param that is missing, unknown, empty or does not match its token.
 */
export function generateUrl(
  route: Route,
  params: Readonly<Record<string, string | number | undefined>> = {},
  options: UrlOptions = {},
): string {
  checkUnknown(route, params)
  const values = { ...route.options.defaults, ...dropUndefined(params) }
  const depth = givenDepth(route.segments, values)
  let path = ''
  for (const segment of route.segments) {
    if (segment.optional <= depth) path += `/${fill(route, segment, values)}`
  }
  const whole = `${basePathOf(options)}${path}`
  // Two slashes at the beginning would name a host; a request for the path has no dot segment (RFC 3986 section 4.2).
  const start = whole.startsWith('//') ? '/.' : ''
  return `${start}${whole}${queryOf(options)}${fragmentOf(options)}`
}

type Values = Readonly<Record<string, string | number>>
type NamedSegment = Exclude<Segment, { kind: 'static' }>

function fill(route: Route, segment: Segment, values: Values): string {
  if (segment.kind === 'static') return segment.text
  const given: unknown = Object.hasOwn(values, segment.name) ? values[segment.name] : undefined
  if (given === undefined) throw urlError(route, segment, `is missing. Pass { ${segment.name}: '...' }`)
  if (typeof given !== 'string' && typeof given !== 'number') {
    throw urlError(route, segment, `is a string or a number, got ${given === null ? 'null' : typeof given}`)
  }
  const value = String(given)
  if (segment.kind === 'rest') {
    const parts = value.split('/')
    return parts.map((part) => encode(route, segment, part)).join('/')
  }
  if (value === '') throw urlError(route, segment, 'is empty')
  if (value.includes('/')) throw urlError(route, segment, `cannot hold a slash, got "${value}"`)
  if (route.tokens.get(segment.name)?.(value) === false) throw urlError(route, segment, `does not fit, got "${value}"`)
  return encode(route, segment, value, segment.prefix, segment.suffix)
}

/** Refuses what no request can carry: a dot segment, a control character, a backslash, a lone surrogate. */
function encode(route: Route, segment: NamedSegment, value: string, prefix = '', suffix = ''): string {
  const text = value.isWellFormed() ? `${prefix}${encodeSegment(value)}${suffix}` : undefined
  if (text !== undefined && canonicalPath(`/${text}`) === `/${text}`) return text
  throw urlError(route, segment, `cannot stand in a path, got ${JSON.stringify(value)}`)
}

function givenDepth(segments: readonly Segment[], values: Values): number {
  let depth = 0
  for (const segment of segments) {
    if (segment.kind !== 'static' && Object.hasOwn(values, segment.name)) depth = segment.optional
  }
  return depth
}

function checkUnknown(route: Route, params: object): void {
  const known = placeholderNames(route.segments)
  const unknown = Object.keys(params).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new UrlGenerationError(`Route ${route} has no placeholder {${unknown}}. ${knownPlaceholders(route.segments)}.`)
}

function dropUndefined(params: Readonly<Record<string, string | number | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )
}

function urlError(route: Route, segment: NamedSegment, problem: string): UrlGenerationError {
  const token = segment.kind === 'placeholder' && segment.token
  const expected = token ? ` It must match ${token}.` : ''
  return new UrlGenerationError(`Route ${route}: the param {${segment.name}} ${problem}.${expected}`)
}

function basePathOf({ basePath = '' }: UrlOptions): string {
  return basePath.endsWith('/') ? basePath.slice(0, -1) : basePath
}

function queryOf({ query }: UrlOptions): string {
  const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ''
}

function fragmentOf({ fragment }: UrlOptions): string {
  return fragment ? `#${encodeURIComponent(fragment)}` : ''
}
