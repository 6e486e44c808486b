import { readBody } from '@app/body-parser'
import { HttpError, type ServerRequest } from '@app/core'

/**
 * Returns the key in the header `Idempotency-Key`, which is a string of HTTP's structured fields in quotes; many clients
 * leave out the quotes. `undefined` without the header. Throws an `HttpError` of 400 for any other value.
 */
export function keyOf({ headers }: ServerRequest): string | undefined {
  const value = headers.get('idempotency-key')
  if (value === null) return undefined
  const [, quoted, bare] = KEY.exec(value.trim()) ?? []
  const key = quoted?.replace(/\\(.)/g, '$1') ?? bare
  if (key !== undefined) return key
  throw new HttpError(400, 'The header Idempotency-Key must be one text of 1 to 255 characters of ASCII, in quotes.', {
    expose: true,
  })
}

/** A text in quotes, in which a backslash stands before quotes and backslashes; or a text without quotes and commas. */
const KEY = /^(?:"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"|([\x21\x23-\x2b\x2d-\x7e]{1,255}))$/

/**
 * Returns the digest of a request: of its method, host, path, query, media type and
 * body.
 *
 * Reads the body, which whoever comes later can read again; without a `limit`, the body is left out. Rejects with an `HttpError` of 413 for a body of more than
 * `limit` bytes, or beyond the limit of the route or the server, and with a `TypeError` if other code has taken the body
 * as a stream.
 */
export async function digestOfRequest(request: ServerRequest, limit: number | undefined): Promise<string> {
  const body = limit !== undefined && request.hasBody ? await readBody(request, { atMost: limit }) : new Uint8Array()
  const type = request.headers.get('content-type') ?? ''
  const isMultipart = /^\s*multipart\//i.test(type)
  const [, quoted, bare] = (isMultipart && /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)) || []
  const boundary = quoted ?? bare
  // Without the port, since processes on one host may have several.
  const { hostname, pathname, search } = new URL(request.url)
  const head = [request.method, hostname, pathname, search, boundary ? type.replace(boundary, '') : type]
  return digest(JSON.stringify(head), boundary ? withoutBoundary(body, boundary) : body)
}

/** A client that repeats a form with files chooses another boundary, which must not make it another request. */
function withoutBoundary(body: Uint8Array, boundary: string): Uint8Array<ArrayBuffer> {
  const text = Array.from({ length: Math.ceil(body.length / CHUNK) }, (_, index) =>
    String.fromCharCode(...body.subarray(index * CHUNK, (index + 1) * CHUNK)),
  ).join('')
  return Uint8Array.from(text.replaceAll(boundary, ''), (character) => character.charCodeAt(0))
}

const CHUNK = 8_192

/** Returns the SHA-256 of texts and bytes, in hexadecimal digits. */
export async function digest(head: string, body: Uint8Array = new Uint8Array()): Promise<string> {
  const bytes = new TextEncoder().encode(`${head}\n`)
  const all = new Uint8Array(bytes.length + body.length)
  all.set(bytes)
  all.set(body, bytes.length)
  const hash = await crypto.subtle.digest('SHA-256', all)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
