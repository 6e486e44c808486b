/**
 * The key of the method by which a value returns its HTML. Every copy of the package has the same key, and JSON cannot
 * contain it.
 */
export const HTML_SOURCE: unique symbol = Symbol.for('@app/http/html') as typeof HTML_SOURCE

/** HTML that `html()` sends as it is, such as the result of the template tag `markup` in `@app/view`. */
export interface HtmlSource {
  /** The whole string, or its parts in order, for a page that is sent while the rest of it is made. */
  [HTML_SOURCE](): string | AsyncIterable<string>
}

export function isHtmlSource(value: unknown): value is HtmlSource {
  return typeof value === 'object' && value !== null && HTML_SOURCE in value
}

/**
 * Escapes text so that HTML shows it, also as a value between quotes.
 *
 * A parser returns the same text, except for U+0000: HTML cannot contain it, and it becomes U+FFFD.
 */
export function escapeHtml(text: string): string {
  const first = text.search(SPECIAL)
  if (first === -1) return text
  let escaped = ''
  let from = 0
  for (let at = first; at < text.length; at++) {
    const reference = referenceFor(text.charCodeAt(at))
    if (reference === undefined) continue
    escaped += text.slice(from, at) + reference
    from = at + 1
  }
  return escaped + text.slice(from)
}

/**
 * Returns the character reference, such as `&lt;`, that is written for a character code; `undefined` if the character
 * is written as it is. A parser would read a carriage return as a line feed if it were not written as a reference.
 */
function referenceFor(code: number): string | undefined {
  switch (code) {
    case 38:
      return '&amp;'
    case 60:
      return '&lt;'
    case 62:
      return '&gt;'
    case 34:
      return '&quot;'
    case 39:
      return '&#39;'
    case 13:
      return '&#13;'
    case 0:
      return '\ufffd'
    default:
      return undefined
  }
}

const SPECIAL = /[&<>"'\r\0]/
