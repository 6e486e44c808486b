/**
 * Returns the canonical spelling of a path; `undefined` for an ambiguous path, which has to be answered with 400.
 *
 * Takes the raw path of a request target, without query. The result stays percent-encoded: unreserved bytes are
 * decoded, the hex digits of all others are upper-cased, and characters such as the space and `<` are encoded. Dot
 * segments are removed (`%2e` too), and duplicate slashes are kept. A path is ambiguous if it has bad percent-encoding
 * or UTF-8, control bytes, `%2F`, `%5C`, `\`, `?`, `#` or unencoded characters beyond ASCII, or no leading slash.
 * Source: RFC 3986 sections 5.2.4 and 6.2.2.
 *
 * @example
 * const path = canonicalPath('/a/../b%2Dc') // /b-c
 */
export function canonicalPath(raw: string): string | undefined {
  if (isCanonical(raw)) return raw
  if (raw.charCodeAt(0) !== SLASH) return undefined
  const path = canonicalText(raw)
  return path?.includes('/.') ? withoutDotSegments(path) : path
}

/**
 * Returns the canonical spelling of one segment; `undefined` if the text is ambiguous or has a slash. A dot segment
 * (`.` or `..`) stays as it is.
 */
export function canonicalSegment(raw: string): string | undefined {
  return raw.includes('/') ? undefined : canonicalText(raw)
}

/**
 * Returns the canonical spelling of a part of a path, in which dot segments stay; `undefined` if the part is ambiguous.
 * The function reads each byte once and looks it up in tables, so that hostile input takes no longer than other input.
 */
function canonicalText(raw: string): string | undefined {
  let text = ''
  /** The index of the first character of `raw` that is not yet in `text`. */
  let start = 0
  /** The index at which the last well-formed UTF-8 character ends. */
  let wellFormedTo = 0
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (PLAIN[code] === 1 || code === DOT) continue
    if (code !== PERCENT) {
      if (WRITTEN_ENCODED[code] !== 1) return undefined
      text += raw.slice(start, i) + ENCODED[code]
      start = i + 1
      continue
    }
    const byte = byteAt(raw, i)
    if (byte === NONE || REFUSED[byte] === 1) return undefined
    if (byte > LAST_ASCII && i >= wellFormedTo) {
      wellFormedTo = characterEnd(raw, i, byte)
      if (wellFormedTo === NONE) return undefined
    }
    if (UNRESERVED[byte] === 1 || isLowerCase(raw, i)) {
      text += raw.slice(start, i) + (UNRESERVED[byte] === 1 ? String.fromCharCode(byte) : ENCODED[byte])
      start = i + 3
    }
    i += 2
  }
  return start === 0 ? raw : text + raw.slice(start)
}

/** Percent-decodes a segment, or a part of a segment, once; returns `undefined` if the text cannot be decoded. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Percent-encodes a value for a canonical path: everything except unreserved characters, sub-delimiters (such as `+`),
 * `:` and `@`.
 */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(ENCODED_IN_VAIN, decodeURIComponent)
}

/**
 * Percent-encodes a fragment, except `/` and `?`, which may stand in a fragment unencoded (RFC 3986 section 3.5). A
 * lone surrogate becomes U+FFFD.
 */
export function encodeFragment(value: string): string {
  return encodeSegment(value.toWellFormed()).replace(/%(?:2F|3F)/g, decodeURIComponent)
}

const SLASH = 47
const DOT = 46
const PERCENT = 37
const LAST_ASCII = 0x7f
const NONE = -1
const ENCODED_IN_VAIN = /%(?:24|26|2B|2C|3B|3D|3A|40)/g

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Bytes that may stand in a canonical path unencoded, including the slash. The functions above handle the percent sign
 * and the dot separately.
 */
const PLAIN = bytes(`/${LETTERS_AND_DIGITS}-_~!$&'()*+,;=:@`)

/** Bytes that mean the same encoded and unencoded. The canonical spelling has them decoded. */
const UNRESERVED = bytes(`${LETTERS_AND_DIGITS}-._~`)

/**
 * Characters that clients send unencoded although RFC 3986 demands that they are encoded. The canonical spelling has
 * them encoded.
 */
const WRITTEN_ENCODED = bytes(' "<>[]^`{|}')

/** Bytes that make a path ambiguous when they are encoded: controls, slash and backslash. */
const REFUSED = bytes(`/\\\x7f${String.fromCharCode(...Array(0x20).keys())}`)

/** The encoded spelling of each byte. */
const ENCODED = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/** The values of hex digits by their character codes; 16 for other characters. */
const HEX = new Uint8Array(128).fill(16)
for (const [value, digit] of [...'0123456789ABCDEF'].entries()) {
  HEX[digit.charCodeAt(0)] = HEX[digit.toLowerCase().charCodeAt(0)] = value
}

function bytes(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

function withoutDotSegments(path: string): string {
  const kept: string[] = []
  const segments = path.split('/')
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i] as string
    if (segment !== '.' && segment !== '..') {
      kept.push(segment)
      continue
    }
    if (segment === '..') kept.pop()
    // A dot segment at the end leaves a trailing slash: `/a/b/..` is `/a/`.
    if (i === segments.length - 1) kept.push('')
  }
  return `/${kept.join('/')}`
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

/** Reads the encoded byte at an index; returns `NONE` unless a percent sign and two hex digits stand there. */
function byteAt(text: string, at: number): number {
  const high = HEX[text.charCodeAt(at + 1)] ?? 16
  const low = HEX[text.charCodeAt(at + 2)] ?? 16
  return text.charCodeAt(at) === PERCENT && high < 16 && low < 16 ? high * 16 + low : NONE
}

function isLowerCase(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) > LAST_CAPITAL || text.charCodeAt(at + 2) > LAST_CAPITAL
}

const LAST_CAPITAL = 90

/**
 * Returns the index after the percent-encoded UTF-8 character that begins at `at`; `NONE` if the character is
 * malformed.
 *
 * Source: The Unicode Standard, table 3-7.
 */
function characterEnd(text: string, at: number, first: number): number {
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (length === 0) return NONE
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  const end = at + 3 * length
  for (let i = at + 3; i < end; i += 3) {
    const byte = byteAt(text, i)
    const isSecond = i === at + 3
    if (byte < (isSecond ? least : 0x80) || byte > (isSecond ? most : 0xbf)) return NONE
  }
  return end
}
