import { createResponse } from '#platform/primitives'
import type { ResponseOptions } from './response-options.ts'

/** Answers with a value as JSON. Throws a `TypeError` for what JSON cannot hold, as `Response.json` does. */
// biome-ignore lint/complexity/noBannedTypes: it is the type of anything but undefined and null
export function json(value: {} | null, init?: ResponseOptions): Response {
  const body = JSON.stringify(value)
  if (body === undefined) throw new TypeError('json(): the value is not JSON serializable')
  return createResponse(body, 'application/json', init)
}

/** Answers with plain text. */
export function text(body: string, init?: ResponseOptions): Response {
  return createResponse(`${body}`, 'text/plain; charset=utf-8', init)
}

/** Answers with an HTML page; whoever puts input into it escapes it first. */
export function html(body: string, init?: ResponseOptions): Response {
  return createResponse(`${body}`, 'text/html; charset=utf-8', init)
}

/**
 * Sends the client to another place, 302 unless told otherwise.
 *
 * A location may be relative; it is encoded as `encodeURI` does where it is not a URL yet.
 * Throws a `RangeError` for a status that is no redirect, a `TypeError` for a location that does not parse.
 */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Response {
  if (!REDIRECTS.has(status)) throw new RangeError(`redirect(): ${status} is not one of 301, 302, 303, 307, 308`)
  if (CONTROL.test(location) || !URL.canParse(location, 'http://localhost')) {
    throw new TypeError(`redirect(): ${JSON.stringify(location)} is not a location`)
  }
  const encoded = location.replace(NOT_ASCII, (characters) => encodeURI(characters.toWellFormed()))
  return createResponse(null, undefined, { status, headers: { location: encoded } })
}

/** Answers without a body, 204 unless told otherwise. */
export function empty(init?: ResponseOptions): Response {
  return createResponse(null, undefined, { status: 204, ...init })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CONTROL = /[\x00-\x1f\x7f]/
const NOT_ASCII = /[^\x21-\x7e]+/g
