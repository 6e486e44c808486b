import { describeValue } from '@app/checks'
import { createChunkedResponse, createResponse } from '#create-response'
import { type Bytes, type Chunks, isChunks } from './content.ts'
import { HTML_SOURCE, type HtmlSource, isHtmlSource } from './html-source.ts'
import { checkResponseOptions, type ResponseOptions, toStatus } from './response-options.ts'

/**
 * Answers with a value as JSON.
 *
 * Throws a `TypeError` for a value that JSON cannot express, as `Response.json` does, and for a promise, which would
 * become `{}`. Such a value does not compile either, unless its type is unknown, as in `json(await request.json())`.
 *
 * @example
 * app.get('/users/{id}', (request) => json({ id: request.params.id }, { headers: { 'cache-control': 'no-store' } }))
 */
export function json<T>(value: JsonInput<T>, init?: ResponseOptions): Response {
  const body = JSON.stringify(value)
  if (body === undefined) throw new TypeError('json(): the value is not JSON serializable')
  if (body === '{}' && value instanceof Promise) throw forgottenAwait('json')
  return createResponse(body, 'application/json', init)
}

/** The type of a value, or a sentence in its place that says why JSON has no such value. */
export type JsonInput<T> = T extends void
  ? 'JSON has no undefined: write empty() for no body, or null'
  : T extends PromiseLike<unknown>
    ? 'JSON has no promise: write json(await ...)'
    : T extends bigint | symbol | ((...args: never[]) => unknown)
      ? 'JSON has no bigint, symbol or function: write String(value)'
      : T

/**
 * Answers with plain text. Throws a `TypeError` for a promise and for `undefined`.
 *
 * @example
 * app.get('/', () => text('Hello!', { status: 201 }))
 */
export function text(body: string, init?: ResponseOptions): Response {
  return createResponse(textOf(body, 'text'), 'text/plain; charset=utf-8', init)
}

/**
 * Answers with an HTML page: a string, or the result of the template tag `markup` of `@app/view`, in which all values
 * are escaped.
 *
 * In a string, the caller has to escape input. A page that waits for values is sent piece by piece as they come; if it
 * fails after the headers were sent, the connection ends. Throws as `text` does.
 *
 * @example
 * app.get('/', () => html('<h1>Hello!</h1>'))
 */
export function html(body: string | HtmlSource, init?: ResponseOptions): Response {
  const source = isHtmlSource(body) ? body[HTML_SOURCE]() : textOf(body, 'html')
  const type = 'text/html; charset=utf-8'
  return typeof source === 'string' ? createResponse(source, type, init) : createChunkedResponse(source, type, init)
}

/**
 * Answers with bytes, such as an image. Their type is `application/octet-stream` unless the headers name another.
 *
 * The bytes are not copied, so they must not change until the response was sent. Throws a `TypeError` for any other
 * value.
 *
 * @example
 * app.get('/logo', () => bytes(logo, { headers: { 'content-type': 'image/png' } }))
 */
export function bytes(body: Bytes, init?: ResponseOptions): Response {
  if (!(body instanceof Uint8Array)) throw new TypeError(`bytes() takes a Uint8Array, got ${describeValue(body)}`)
  return createResponse(body, 'application/octet-stream', init)
}

/**
 * Answers with a body that is made while it is sent, in chunks of text or bytes; most often by an `async function*`.
 *
 * The server takes a chunk when the client has read the previous chunk. If the client leaves, the `finally` of the
 * generator runs, as soon as the generator waits for nothing else. If the generator throws after the headers were sent,
 * the connection ends. The type is `application/octet-stream` unless the headers name another. Throws a `TypeError` for
 * a value that is not an async iterable.
 *
 * @example
 * app.get('/numbers', () => {
 *   async function* numbers() {
 *     for (let number = 0; number < 1_000; number++) yield `${number}\n`
 *   }
 *   return stream(numbers(), { headers: { 'content-type': 'text/plain' } })
 * })
 */
export function stream(chunks: Chunks, init?: ResponseOptions): Response {
  if (isChunks(chunks)) return createChunkedResponse(chunks, 'application/octet-stream', init)
  throw new TypeError(`stream() takes an async iterable of texts and bytes, got ${describeValue(chunks)}`)
}

/**
 * Redirects the client, by default with 302.
 *
 * The location may be relative. Spaces and characters beyond ASCII are encoded as by `encodeURI`. Throws a `TypeError`
 * for a location that does not parse or has a control character, and a `RangeError` for a status other than 301, 302,
 * 303, 307 and 308.
 *
 * @example
 * app.post('/notes', () => redirect('/notes', 303))
 */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Response {
  const target = locationOf(`${location}`)
  const code = toStatus(status)
  if (!REDIRECTS.has(code)) throw new RangeError(`redirect(): ${status} is not one of 301, 302, 303, 307, 308`)
  return createResponse(null, undefined, { status: code, headers: { location: target } })
}

/**
 * Answers without a body, by default with 204.
 *
 * @example
 * app.delete('/notes/{id}', () => empty())
 */
export function empty(init?: ResponseOptions): Response {
  if (init === undefined) return createResponse(null, undefined, NO_CONTENT)
  const { status = 204, statusText = '', headers = NO_HEADERS } = checkResponseOptions(init)
  return createResponse(null, undefined, { status, statusText, headers })
}

/**
 * Checks that a body is not a promise and not `undefined`: the types exclude both, but a value of type `any` may be
 * either.
 */
function textOf(body: unknown, helper: string): string {
  if (typeof body === 'string') return body
  if (body instanceof Promise) throw forgottenAwait(helper)
  if (body === undefined) throw new TypeError(`${helper}(): the text is undefined. Write empty() for no body`)
  return `${body}`
}

function forgottenAwait(helper: string): TypeError {
  return new TypeError(`${helper}(): got a promise. Write ${helper}(await ...)`)
}

/**
 * Returns the value of the header `Location`: an absolute URL as the platform writes it, a relative one with spaces and
 * characters beyond ASCII encoded.
 */
function locationOf(location: string): string {
  if (!CONTROL.test(location)) {
    if (URL.canParse(location)) return new URL(location).href
    if (URL.canParse(location, 'http://localhost')) {
      return location.replace(NOT_ASCII, (characters) => encodeURI(characters.toWellFormed()))
    }
  }
  throw new TypeError(`redirect(): ${JSON.stringify(location)} is not a location`)
}

const NO_CONTENT: ResponseOptions = { status: 204 }
const NO_HEADERS: Readonly<Record<string, string>> = {}
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CONTROL = /[\x00-\x1f\x7f]/
const NOT_ASCII = /[^\x21-\x7e]+/g
