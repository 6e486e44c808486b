import type { Route } from '../route.ts'
import { invalidParams } from './invalid-params.ts'

/**
 * A value in the query of a URL. `undefined` and `null` are not written, neither as the value of a key nor within a
 * list.
 */
export type UrlQueryValue = string | number | boolean | null | undefined

/**
 * The query of a URL: a map, or a `URLSearchParams`, which is written unchanged. A list in the map is written as one
 * `key=value` for each item.
 */
export type UrlQuery = URLSearchParams | { readonly [key: string]: UrlQueryValue | readonly UrlQueryValue[] }

/**
 * Writes the query of a URL with its question mark; returns an empty string without a query.
 *
 * Throws a `UsageError`, which names the key, for a value that is not a string, number or boolean, or a list of these,
 * and for a query that is neither a map nor a `URLSearchParams`. Source: the URL standard, section 5.2
 * (application/x-www-form-urlencoded).
 */
export function queryString(route: Route, query: UrlQuery | undefined): string {
  const text = String(isSearchParams(query) ? query : new URLSearchParams(pairsOf(route, query ?? {})))
  return text === '' ? '' : `?${text}`
}

function pairsOf(route: Route, query: Exclude<UrlQuery, URLSearchParams>): [key: string, value: string][] {
  if (typeof query !== 'object' || Symbol.iterator in query) {
    throw invalidParams(`Route ${route}: the query is a map or a URLSearchParams, got ${kindOf(query)}.`)
  }
  return Object.entries(query).flatMap(([key, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null)
    return values.map((one): [string, string] => [key, textOf(route, key, one)])
  })
}

function textOf(route: Route, key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  const got = typeof value === 'number' ? value : kindOf(value)
  throw invalidParams(
    `Route ${route}: "${key}" in the query must be a string, a finite number, a boolean or a list of these, got ${got}.`,
  )
}

/**
 * True if a value is a `URLSearchParams`. `instanceof` would fail for one from another realm, as some test runners use.
 */
function isSearchParams(value: unknown): value is URLSearchParams {
  return kindOf(value) === 'URLSearchParams'
}

/**
 * Returns the kind of a value, such as `Map`, `Object` or `String`, even of a value from another realm, such as a
 * frame.
 */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}
