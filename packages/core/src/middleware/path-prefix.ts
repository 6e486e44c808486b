import { ConfigurationError } from '@app/checks'
import { canonicalPath } from '@app/router'

/**
 * Returns the canonical spelling of a prefix, without a trailing slash. The prefixes `/` and `''` become `''`, which
 * covers all paths.
 *
 * Any other prefix has to be a literal path that starts with a slash, without an empty segment and without `.` or `..`
 * as a segment. Throws a `ConfigurationError` if it is not.
 */
export function canonicalPrefix(prefix: unknown): string {
  if (typeof prefix !== 'string') {
    throw invalidPrefix(prefix, 'it is not a string', 'Write "/admin"')
  }
  if (prefix === '' || prefix === '/') return ''
  if (prefix[0] !== '/') throw invalidPrefix(prefix, 'it does not start with a slash', `Write "/${prefix}"`)
  if (PATTERN.test(prefix)) {
    throw invalidPrefix(prefix, 'a prefix is a literal path, not a pattern', 'Use a route for a pattern')
  }
  if (prefix.includes('//')) {
    const instead = prefix.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    throw invalidPrefix(prefix, 'it has an empty segment', `Write "${instead}"`)
  }
  const encoded = prefix.replace(NOT_ASCII, (text) => encodeURI(text.toWellFormed()))
  const path = canonicalPath(encoded)
  if (path === undefined || DOT_SEGMENT.test(encoded)) {
    throw invalidPrefix(prefix, 'no request path can start with it', 'Write whole, literal segments')
  }
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns the canonical spellings of a prefix, or of a list of prefixes. Throws as `canonicalPrefix` does. */
export function canonicalPrefixes(prefixes: unknown): readonly string[] {
  if (!Array.isArray(prefixes)) return [canonicalPrefix(prefixes)]
  if (prefixes.length === 0) throw invalidPrefix('[]', 'the list is empty', 'Write "/admin", or no path')
  return prefixes.map(canonicalPrefix)
}

/** Makes the error for an invalid prefix. The message says what to write instead. */
function invalidPrefix(prefix: unknown, problem: string, instead: string): ConfigurationError {
  const shown = typeof prefix === 'string' ? `"${prefix}"` : String(prefix)
  return new ConfigurationError('APP_PATH_PREFIX', `Invalid path prefix ${shown}: ${problem}. ${instead}.`)
}

const PATTERN = /[{}[\]*?#\\]/
const NOT_ASCII = /[^\x00-\x7f]+/g
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i
