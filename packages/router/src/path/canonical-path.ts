/**
 * The one canonical spelling of a path, or `undefined` where the path is ambiguous and must be refused (400).
 *
 * Takes the raw path of a request target, without query. The result stays percent-encoded: unreserved octets are
 * decoded, the remaining hex is upper-cased, dot segments are removed (`%2e` too) and duplicate slashes are kept.
 * Refused: bad percent-encoding or UTF-8, control octets, `%2F`, `%5C`, `\`, `#`, raw non-ASCII, no leading slash.
 * Source: RFC 3986 sections 5.2.4 and 6.2.2.
 */
export function canonicalPath(raw: string): string | undefined {
  if (isCanonical(raw)) return raw
  if (raw.charCodeAt(0) !== SLASH) return undefined
  const kept: string[] = []
  const segments = raw.split('/')
  for (let i = 1; i < segments.length; i++) {
    const segment = canonicalSegment(segments[i] as string)
    if (segment === undefined) return undefined
    if (segment !== '.' && segment !== '..') {
      kept.push(segment)
      continue
    }
    if (segment === '..') kept.pop()
    // A dot segment at the end leaves the folder it stood in: `/a/b/..` is `/a/`.
    if (i === segments.length - 1) kept.push('')
  }
  return `/${kept.join('/')}`
}

/** The canonical spelling of what stands between two slashes; dot segments are left as they are. */
export function canonicalSegment(raw: string): string | undefined {
  if (!PRINTABLE_ASCII.test(raw) || raw.includes('\\') || raw.includes('#') || raw.includes('?')) return undefined
  const encoded = raw.replace(NOT_ALLOWED_RAW, (character) => percentEncode(character.charCodeAt(0)))
  if (!encoded.includes('%')) return encoded
  if (BAD_PERCENT.test(encoded) || REFUSED_OCTET.test(encoded)) return undefined
  try {
    decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  return encoded.replace(PERCENT, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
    return UNRESERVED.test(character) ? character : octet.toUpperCase()
  })
}

/** The value of a segment, or a part of one: percent-decoded once, `undefined` where it cannot be decoded. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** A value as it stands in a canonical path: encoded but for unreserved characters, sub-delimiters, `:` and `@`. */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(ENCODED_IN_VAIN, decodeURIComponent)
}

const SLASH = 47
const DOT = 46
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/
const NOT_ALLOWED_RAW = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%]/g
const BAD_PERCENT = /%(?![0-9A-Fa-f]{2})/
const REFUSED_OCTET = /%(?:[01][0-9A-Fa-f]|7[Ff]|2[Ff]|5[Cc])/
const PERCENT = /%[0-9A-Fa-f]{2}/g
const UNRESERVED = /[A-Za-z0-9\-._~]/
const ENCODED_IN_VAIN = /%(?:24|26|2B|2C|3B|3D|3A|40)/g

/** Octets that may stand in a canonical path as they are, slash included; percent and dot need a closer look. */
const PLAIN = new Uint8Array(128)
for (const character of "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=:@") {
  PLAIN[character.charCodeAt(0)] = 1
}

function isCanonical(path: string): boolean {
  if (path.charCodeAt(0) !== SLASH) return false
  for (let i = 1; i < path.length; i++) {
    const code = path.charCodeAt(i)
    if (PLAIN[code] === 1) continue
    if (code !== DOT || path.charCodeAt(i - 1) === SLASH) return false
  }
  return true
}

function percentEncode(code: number): string {
  return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
}
