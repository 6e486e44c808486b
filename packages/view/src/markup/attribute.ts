import { escapeHtml, HTML_SOURCE, type UsageError } from '@app/core/extending'
import { invalidMarkup, kindOf } from './invalid-markup.ts'
import { isPromise } from './pieces.ts'
import type { AttributeHole } from './template.ts'
import { safeUrl, safeUrls, startOfUrl } from './url.ts'

/**
 * The property in which the result of `raw` has its text. All copies of the package use the same symbol, so that they
 * recognize each other's results.
 */
export const TRUSTED: unique symbol = Symbol.for('@app/view/trusted') as typeof TRUSTED

/**
 * Writes an attribute with its values. `all` has all values of the template, and `hole` says which of these values
 * belong to the attribute. The attribute is left out if its only value is `null` or `undefined`, or if this value is
 * `false` and the attribute does not take the word `false`.
 *
 * Returns a promise if one of the values is a promise. Throws a `UsageError` (`APP_MARKUP`) for a value of a kind that
 * the attribute does not accept.
 */
export function writeAttribute(hole: AttributeHole, all: readonly unknown[]): string | Promise<string> {
  const plain = hole.kind === 'text' ? plainly(hole, all) : undefined
  if (plain !== undefined) return plain
  const values = all.slice(hole.index, hole.index + hole.strings.length - 1)
  return values.some(isPromise) ? Promise.all(values).then((settled) => written(hole, settled)) : written(hole, values)
}

/**
 * Writes an attribute whose values are all strings and numbers, which is fast and the most common case; returns
 * `undefined` if there is any other value.
 */
function plainly({ index, opening, quote, strings }: AttributeHole, all: readonly unknown[]): string | undefined {
  let text = opening + strings[0]
  for (let i = 1; i < strings.length; i++) {
    const value = all[index + i - 1]
    if (typeof value === 'string') text += escapeHtml(value)
    else if (typeof value === 'number') text += value
    else return undefined
    text += strings[i]
  }
  return text + quote
}

function written(hole: AttributeHole, values: readonly unknown[]): string {
  const isWhole = values.length === 1 && hole.strings.every((string) => string === '')
  if (hole.kind === 'flag') return flag(hole, isWhole, values[0])
  if (isWhole && isNothing(values[0], hole.kind)) return ''
  const texts = values.map((value) => textOf(hole, value))
  const isTrusted = values.some(isRaw)
  if (hole.kind === 'program' && !values.every(isRaw)) throw misfit(hole, LOADS)
  const [first, ...others] = hole.strings
  const text = first + others.map((string, index) => escapeHtml(texts[index] as string) + string).join('')
  return `${hole.opening}${isTrusted ? text : checked(hole, texts, text)}${hole.quote}`
}

/** Returns the value of the attribute, or a harmless string in place of a value that could do harm. */
function checked({ kind, strings, tag }: AttributeHole, texts: readonly string[], text: string): string {
  if (kind === 'style') return texts.every((value) => STYLE.test(value)) ? text : 'refused'
  if (kind !== 'url' && kind !== 'urls') return text
  if (kind === 'url' && startOfUrl(strings[0] as string, tag) === 'decided') return text
  // For the check, each `&` of the template counts as a colon, since a reference such as `&colon;` may follow. In a
  // path or query, where `&` is common, a colon does not change the scheme.
  const url = strings.map((string, index) => string.replaceAll('&', ':') + (texts[index] ?? '')).join('')
  const safe = kind === 'url' ? safeUrl(url, tag) : safeUrls(url, tag)
  return safe === url ? text : safe
}

function isRaw(value: unknown): boolean {
  return typeof value === 'object' && value !== null && TRUSTED in value
}

function flag(hole: AttributeHole, isWhole: boolean, value: unknown): string {
  if (isWhole && value === true) return hole.opening + hole.quote
  if (isWhole && isNothing(value, hole.kind)) return ''
  const got = isWhole ? kindOf(value) : 'other text beside the value'
  throw misfit(hole, `is true or false. Write ${hole.name}="\${condition}"; got ${got}`)
}

function isNothing(value: unknown, kind: AttributeHole['kind']): boolean {
  return value === undefined || value === null || (value === false && kind !== 'truth')
}

function textOf(hole: AttributeHole, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (isNothing(value, hole.kind)) return ''
  if (typeof value === 'boolean' && hole.kind === 'truth') return String(value)
  if (value instanceof URL || value instanceof URLSearchParams) return String(value)
  if (typeof value === 'object' && value !== null) {
    if (TRUSTED in value) return String(value[TRUSTED])
    if (HTML_SOURCE in value) throw misfit(hole, 'takes text, got markup')
    if (Array.isArray(value) && hole.kind === 'text') {
      return value
        .filter((item) => !isNothing(item, hole.kind))
        .map((item) => textOf(hole, item))
        .join(' ')
    }
  }
  throw misfit(hole, `takes text, got ${kindOf(value)}`)
}

function misfit({ name, index, after }: AttributeHole, what: string): UsageError {
  return invalidMarkup(`markup: the attribute "${name}" of value ${index + 1} ${what}. It stands after: ${after}`)
}

const LOADS =
  'decides from where programs are loaded. Write the URL in the template, or raw(url) for a URL that you trust'
/**
 * Matches numbers, words, lengths and colors. Characters that end a declaration are not matched, and neither are
 * functions, since `url()` makes the browser load something.
 */
const STYLE = /^[\w\s.,%#+-]*$/
