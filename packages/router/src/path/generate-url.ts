import { nearest } from '../nearest.ts'
import type { Route } from '../route.ts'
import { canonicalPath, encodeSegment } from './canonical-path.ts'
import { placeholderNames, type Segment } from './segment.ts'
import { UrlGenerationError } from './url-generation-error.ts'
import { queryString, type UrlQuery } from './url-query.ts'

/** The parts of a URL before and after the path. */
export interface UrlOptions {
  /**
   * Put in front of the path. Inside a request pass `request.basePath`: an application does not know where it is
   * mounted.
   */
  readonly basePath?: string | undefined
  /** Lists repeat their key; `undefined` and `null` are left out. */
  readonly query?: UrlQuery | undefined
  readonly fragment?: string | undefined
}

/**
 * Makes the URL of a route: its path with encoded params, so that a request for the URL matches the route.
 *
 * Params left out take the route's default. An optional part is left out unless all of its params have values, and those
 * of the parts around it. Params of other names are ignored, as an object has more than a URL needs, but for one that
 * seems to be a placeholder's, misspelt.
 * Throws `UrlGenerationError` for a param that is missing, empty or does not match its token, and for a query that
 * cannot be written.
 */
export function generateUrl(
  route: Route,
  params: Readonly<Record<string, string | number | undefined>> = {},
  options: UrlOptions = {},
): string {
  refuseMisspelt(route, params)
  const values = { ...route.options.defaults, ...dropUndefined(params) }
  const depth = givenDepth(route.segments, values)
  let path = ''
  for (const segment of route.segments) {
    if (segment.optional <= depth) path += `/${fill(route, segment, values)}`
  }
  const whole = `${basePathOf(options)}${path}`
  // Two slashes at the beginning would name a host; a request for the path has no dot segment (RFC 3986 section 4.2).
  const start = whole.startsWith('//') ? '/.' : ''
  return `${start}${whole}${queryString(route, options.query)}${fragmentOf(options)}`
}

type Values = Readonly<Record<string, unknown>>
type NamedSegment = Exclude<Segment, { kind: 'static' }>

function fill(route: Route, segment: Segment, values: Values): string {
  if (segment.kind === 'static') return segment.text
  const given = Object.hasOwn(values, segment.name) ? values[segment.name] : undefined
  if (given === undefined) throw urlError(route, segment, missing(segment.name, values))
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

function missing(name: string, values: Values): string {
  const given = Object.keys(values).map((other) => `{${other}}`)
  return `is missing${given.length ? `, got ${given.join(', ')}` : ''}. Pass { ${name}: '...' }`
}

/**
 * Encodes a value. Throws for values that no request can carry: dot segments, control characters, backslashes, lone
 * surrogates.
 */
function encode(route: Route, segment: NamedSegment, value: string, prefix = '', suffix = ''): string {
  const text = value.isWellFormed() ? `${prefix}${encodeSegment(value)}${suffix}` : undefined
  if (text !== undefined && canonicalPath(`/${text}`) === `/${text}`) return text
  throw urlError(route, segment, `cannot stand in a path, got ${JSON.stringify(value)}`)
}

/** How deep the optional parts are written: the outermost of which a param is missing ends them. */
function givenDepth(segments: readonly Segment[], values: Values): number {
  let depth = 0
  for (const segment of segments) {
    if (segment.optional === 0 || segment.kind === 'static') continue
    if (!Object.hasOwn(values, segment.name)) return Math.min(depth, segment.optional - 1)
    depth = segment.optional
  }
  return depth
}

function refuseMisspelt(route: Route, params: object): void {
  const names = placeholderNames(route.segments)
  const empty = names.filter((name) => !Object.hasOwn(params, name))
  for (const name of Object.keys(params)) {
    const near = names.includes(name) ? undefined : nearest(name, empty)
    if (near === undefined) continue
    throw new UrlGenerationError(`Route ${route} has no placeholder {${name}}. Did you mean {${near}}?`)
  }
}

function dropUndefined(params: Values): Values {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function urlError(route: Route, segment: NamedSegment, problem: string): UrlGenerationError {
  const token = segment.kind === 'placeholder' && segment.token
  const expected = token ? ` It must match ${token}.` : ''
  return new UrlGenerationError(`Route ${route}: the param {${segment.name}} ${problem}.${expected}`)
}

function basePathOf({ basePath = '' }: UrlOptions): string {
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`
  return path.endsWith('/') ? path.slice(0, -1) : path
}

function fragmentOf({ fragment }: UrlOptions): string {
  return fragment ? `#${encodeURIComponent(fragment)}` : ''
}
