/** Returns a header's name in lower case. Throws a `TypeError` for an invalid name, as the platform does. */
export function headerName(name: string): string {
  return known.get(name) ?? learnName(name)
}

/** Returns a header's value without the white space around it. Throws a `TypeError` for an invalid value. */
export function headerValue(value: string, name: string): string {
  const text = `${value}`
  if (PLAIN.test(text)) return text
  const normal = text.replace(OUTER_WHITESPACE, '')
  if (VALUE.test(normal)) return normal
  throw new TypeError(`The value of "${name}" has a character that no header may have`)
}

/**
 * Throws a `TypeError` unless the name and the value make one header line. Everything that goes out passes through this
 * function, since node checks some lines only on some versions, and others only over HTTP/1.
 */
export function checkLine(name: string, value: string): void {
  headerName(name)
  if (!SENDABLE.test(value)) throw new TypeError(`The value of "${name}" has a character that no header may have`)
}

/** Joins the values of two headers of the same name. */
export function joinValues(name: string, first: string, second: string): string {
  return first + (name === 'cookie' ? '; ' : ', ') + second
}

/** True if `name`, in any case, equals `lower`, which is given in lower case. */
export function isNamed(name: string, lower: string): boolean {
  if (name === lower) return true
  // Most names of the same length differ in their first letter; comparing that letter allocates nothing.
  if (name.length !== lower.length || (name.charCodeAt(0) | 32) !== (lower.charCodeAt(0) | 32)) return false
  return name.toLowerCase() === lower
}

/** The names that were validated before. A program uses few names, and the same ones at each request. */
const known = new Map<string, string>()
const MOST_KNOWN = 256
const LONGEST_KNOWN = 64

function learnName(name: string): string {
  const text = `${name}`
  if (!NAME.test(text)) throw new TypeError(`${JSON.stringify(text)} is not a header name`)
  const lower = text.toLowerCase()
  if (known.size < MOST_KNOWN && text.length <= LONGEST_KNOWN) known.set(text, lower)
  return lower
}

/** The syntax of a header's name. Source: RFC 9110 section 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
/**
 * The values that Fetch allows: it forbids only NUL, CR, LF and characters beyond Latin-1. `checkLine` refuses the other
 * characters that HTTP forbids.
 */
const VALUE = /^[^\0\n\r\u0100-\uffff]*$/
/** The values that HTTP allows. Source: RFC 9110 section 5.5. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/
const OUTER_WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g
