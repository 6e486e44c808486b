import { nearest, refuseUnknown, type UsageError } from '@app/checks'
import type { Route } from '../route.ts'
import { canonicalSegment, decodeSegment, encodeFragment, encodeSegment } from './canonical-path.ts'
import { invalidParams } from './invalid-params.ts'
import type { UrlParams } from './params.ts'
import { type Compound, type Placeholder, placeholderNames, type Segment } from './segment.ts'
import { splitOf } from './split-compound.ts'
import { queryString, type UrlQuery } from './url-query.ts'

/** The parts of a URL before and after the path. */
export interface UrlOptions {
  /**
   * The text before the path. While handling a request, pass `request.basePath`, the prefix at which the application is
   * mounted: only the request has this prefix.
   */
  readonly basePath?: string | undefined
  /** The query. Lists repeat their key; `undefined` and `null` are left out. */
  readonly query?: UrlQuery | undefined
  /** The fragment: the text after `#`. */
  readonly fragment?: string | undefined
}

/**
 * Makes the URL of a route: its path with encoded params, so that a request for the URL matches the route.
 *
 * A param that is left out gets its default from the route. An optional part is written only if all of its params, and
 * all params of the optional parts around it, have values; an optional part without params is written only if a part
 * inside of it is written. Params of other names are ignored, since an object often has more members than a URL needs.
 * Throws an `OptionError` for an unknown option, and a `UsageError` of the code `APP_URL_PARAMS` for a param that is
 * missing or cannot stand in the path, such as an empty one or one that does not match its token, for a name that seems
 * to be a misspelt placeholder, and for a query that cannot be written.
 *
 * @example
 * const route = new Route('/users/{id}', showUser)
 * const url = generateUrl(route, { id: 7 }, { query: { tab: 'posts' } }) // /users/7?tab=posts
 */
export function generateUrl<P extends string>(route: Route<P>, ...rest: UrlArguments<UrlParams<P>>): string
export function generateUrl(
  route: Route,
  params: Readonly<Record<string, string | number | undefined>> = {},
  options: UrlOptions = {},
): string {
  refuseUnknown('The URL of a route', options, URL_OPTIONS)
  refuseMisspelt(route, params)
  const values = { ...route.options.defaults, ...dropUndefined(params) }
  const depth = givenDepth(route.segments, values)
  let path = ''
  for (const segment of route.segments) {
    if (segment.optional <= depth) path += `/${fill(route, segment, values)}`
  }
  const whole = `${basePathOf(options)}${path}` || '/'
  // Two slashes at the beginning would name a host. The dot segment before them prevents this (RFC 3986 section 4.2),
  // and a client removes it from the path that it requests.
  const start = whole.startsWith('//') ? '/.' : ''
  return `${start}${whole}${queryString(route, options.query)}${fragmentOf(options)}`
}

const URL_OPTIONS: readonly (keyof UrlOptions)[] = ['basePath', 'query', 'fragment']

/** The arguments of `generateUrl` after the route. The params may be left out if the route has no required params. */
// biome-ignore lint/complexity/noBannedTypes: asks whether all params are optional
type UrlArguments<P> = {} extends P ? [params?: P, options?: UrlOptions] : [params: P, options?: UrlOptions]

type Values = Readonly<Record<string, unknown>>

function fill(route: Route, segment: Segment, values: Values): string {
  if (segment.kind === 'static') return segment.text
  if (segment.kind === 'compound') return fillCompound(route, segment, values)
  const value = given(route, segment, values)
  if (segment.kind === 'rest') {
    refuseMisfit(route, segment, value)
    const parts = value.split('/')
    return parts.map((part) => refuseDots(route, segment, part, encode(route, segment, part))).join('/')
  }
  const text = encode(route, segment, fitting(route, segment, value))
  return refuseDots(route, segment, value, `${segment.prefix}${text}${segment.suffix}`)
}

/**
 * Fills a compound segment. Refuses values that a router would read differently from the URL: with `{a}-{b}`, a router
 * never reads `y-z` as the value of `b`.
 */
function fillCompound(route: Route, segment: Compound, values: Values): string {
  const { placeholders, prefix, separators, suffix } = segment
  const texts = placeholders.map((placeholder) =>
    encode(route, placeholder, fitting(route, placeholder, given(route, placeholder, values))),
  )
  const text = texts.map((one, index) => `${one}${separators[index] ?? ''}`).join('')
  const read = splitOf(segment)(text) ?? []
  const different = placeholders.find((_placeholder, index) => read[index] !== texts[index])
  if (!different) return `${prefix}${text}${suffix}`
  const wrong = read[placeholders.indexOf(different)]
  const found = wrong === undefined ? 'not at all' : `as ${JSON.stringify(decodeSegment(wrong))}`
  const value = JSON.stringify(String(values[different.name]))
  throw urlError(route, different, `would be read back from "${text}" ${found}, got ${value}`)
}

function given(route: Route, placeholder: Placeholder, values: Values): string {
  const { name } = placeholder
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw urlError(route, placeholder, missing(name, values))
  if (typeof value === 'string' || Number.isFinite(value)) return String(value)
  const got = value === null || typeof value === 'number' ? String(value) : typeof value
  throw urlError(route, placeholder, `must be a string or a finite number, got ${got}`)
}

function fitting(route: Route, placeholder: Placeholder, value: string): string {
  if (value === '') throw urlError(route, placeholder, 'is empty')
  if (value.includes('/')) throw urlError(route, placeholder, `cannot hold a slash, got "${value}"`)
  refuseMisfit(route, placeholder, value)
  return value
}

/** Throws for a value that the token refuses. */
function refuseMisfit(route: Route, placeholder: Placeholder, value: string): void {
  if (route.tokens.get(placeholder.name)?.(value) === false) {
    throw urlError(route, placeholder, `does not fit, got "${value}"`)
  }
}

function missing(name: string, values: Values): string {
  const given = Object.keys(values).map((other) => `{${other}}`)
  return `is missing${given.length ? `, got ${given.join(', ')}` : ''}. Pass { ${name}: '...' }`
}

/**
 * Percent-encodes a value. Throws for values that no request can contain: control characters, backslashes, lone
 * surrogates.
 */
function encode(route: Route, placeholder: Placeholder, value: string): string {
  const text = value.isWellFormed() ? canonicalSegment(encodeSegment(value)) : undefined
  if (text === undefined) throw notInPath(route, placeholder, value)
  return text
}

/** Throws for a dot segment, since the path of no request can contain one. */
function refuseDots(route: Route, placeholder: Placeholder, value: string, text: string): string {
  if (text === '.' || text === '..') throw notInPath(route, placeholder, value)
  return text
}

/**
 * Counts the nested optional parts that the URL has: those up to the innermost part with a placeholder, or those around
 * the outermost part with a missing param.
 */
function givenDepth(segments: readonly Segment[], values: Values): number {
  let depth = 0
  for (const segment of segments) {
    if (segment.optional === 0 || segment.kind === 'static') continue
    if (placeholderNames([segment]).some((name) => !Object.hasOwn(values, name)))
      return Math.min(depth, segment.optional - 1)
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
    throw invalidParams(`Route ${route} has no placeholder {${name}}. Did you mean {${near}}?`)
  }
}

function dropUndefined(params: Values): Values {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function notInPath(route: Route, placeholder: Placeholder, value: string): UsageError {
  return urlError(route, placeholder, `cannot stand in a path, got ${JSON.stringify(value)}`)
}

function urlError(route: Route, { name, token }: Placeholder, problem: string): UsageError {
  const expected = token ? ` It must match ${token}.` : ''
  return invalidParams(`Route ${route}: the param {${name}} ${problem}.${expected}`)
}

function basePathOf({ basePath = '' }: UrlOptions): string {
  // The base path gets a single slash at its beginning, since a URL that begins with two slashes would name a host.
  const path = basePath === '' ? '' : `/${basePath.replace(/^\/+/, '')}`
  return path.endsWith('/') ? path.slice(0, -1) : path
}

function fragmentOf({ fragment }: UrlOptions): string {
  return fragment ? `#${encodeFragment(fragment)}` : ''
}
