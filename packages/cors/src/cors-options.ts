import type { ServerRequest } from '@app/core'
import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'

/**
 * The options of `cors`, and of the metadata `CORS` of a route: the sites whose scripts may read responses, and the
 * conditions under which they may.
 */
export interface CorsOptions {
  /**
   * The allowed origins: a list such as `['https://www.example.org']`, `'*'` for everybody, or a function. An opaque
   * origin, `null`, is never allowed by a list, and the function is not called for it. A list has no patterns; write a
   * function for a pattern: `(origin) => /^https:\/\/[\w-]+\.example\.org$/.test(origin)`. Default: none.
   */
  readonly origins?: ('*' | readonly string[] | ((origin: string, request: ServerRequest) => boolean)) | undefined
  /** The request headers that other sites may send; `'*'` for any. Default: `content-type` and `authorization`. */
  readonly headers?: '*' | readonly string[] | undefined
  /**
   * The response headers that scripts of other sites may read, besides the headers that are always readable. Default:
   * none.
   */
  readonly expose?: readonly string[] | undefined
  /**
   * True if scripts of other sites may read responses to requests with cookies. Not allowed with `origins: '*'`.
   * Default: `false`.
   */
  readonly credentials?: boolean | undefined
  /** The seconds for which browsers keep the response to a preflight. Default: 600. */
  readonly maxAge?: number | undefined
}

/**
 * Checks options from code, from the section `cors` of the configuration, or from the metadata of a route. Throws an
 * `OptionError` for an invalid option, and a `TypeError` for `*` with credentials.
 */
export function checkCors(owner: string, options: CorsOptions): CorsOptions {
  return checkTogether(owner, checkOptions(owner, options, KINDS))
}

/**
 * Refuses credentials for `origins: '*'`. Browsers reject this too, since every site could otherwise read the responses
 * for a visitor who has logged in.
 */
export function checkTogether<O extends CorsOptions>(owner: string, options: O): O {
  if (options.credentials !== true || options.origins !== '*') return options
  throw new TypeError(`${owner}: credentials need the origins by name, and "origins" is "*". Write a list of origins.`)
}

const HEADER_NAMES: OptionKind = {
  wants: 'a list of header names',
  // A list may not contain "*": it is a valid name by the grammar, but browsers sometimes treat it as a wildcard.
  accepts: (value) => Array.isArray(value) && value.every((name) => isToken(name) && name !== '*'),
}

const PATTERNS: OptionKind = {
  ...optionKind.function,
  wants: String.raw`a function, such as (origin) => /^https:\/\/[\w-]+\.example\.org$/.test(origin) for a pattern`,
}

const KINDS = {
  origins: optionKind.either(optionKind.oneOf('*'), PATTERNS, optionKind.origins),
  headers: optionKind.either(optionKind.oneOf('*'), HEADER_NAMES),
  expose: HEADER_NAMES,
  credentials: optionKind.boolean,
  maxAge: optionKind.count,
}

/** True if a string can be a method or the name of a header. Source: RFC 9110 section 5.6.2. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(text)
}
