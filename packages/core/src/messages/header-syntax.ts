/** A header's name in lower case. Throws a `TypeError` for one that is not valid, as the platform does. */
export function headerName(name: string): string {
  return known.get(name) ?? learnName(name)
}

/** A header's value without the white space around it. Throws a `TypeError` for one that is not valid. */
export function headerValue(value: string, name: string): string {
  const text = `${value}`
  if (PLAIN.test(text)) return text
  const normal = text.replace(OUTER_WHITESPACE, '')
  if (VALUE.test(normal)) {
    noteLatin1(normal)
    return normal
  }
  throw new TypeError(`The value of "${name}" holds a character that no header can carry`)
}

/** Remembers that there are header values beyond ASCII: until one was seen, nobody looks at those that are written. */
export function noteLatin1(value: string): void {
  seenLatin1 ||= NOT_ASCII.test(value)
}

/** Whether the values or the reason phrase of a head hold letters that are one octet in Latin-1 and two in UTF-8. */
export function isLatin1(head: readonly string[], statusText: string): boolean {
  return seenLatin1 && (NOT_ASCII.test(statusText) || head.some((text) => NOT_ASCII.test(text)))
}

let seenLatin1 = false

/** The values of two headers of one name as one. */
export function joinValues(name: string, first: string, second: string): string {
  return first + (name === 'cookie' ? '; ' : ', ') + second
}

/** Whether a name in any case is this one, which is in lower case. */
export function isNamed(name: string, lower: string): boolean {
  if (name === lower) return true
  // Most names of one length differ in their first letter; nothing is built to see that.
  if (name.length !== lower.length || (name.charCodeAt(0) | 32) !== (lower.charCodeAt(0) | 32)) return false
  return name.toLowerCase() === lower
}

/** A program asks for few names, and for these with every request; the rest is looked at each time. */
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

/** Source: RFC 9110 section 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
/** Fetch forbids only what would end the line or cut the value off; what else HTTP forbids, the server refuses. */
const VALUE = /^[^\0\n\r\u0100-\uffff]*$/
const NOT_ASCII = /[^\x00-\x7f]/
const OUTER_WHITESPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g
