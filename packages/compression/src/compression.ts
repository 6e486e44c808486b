import { bytes, type MetadataKey, type Middleware, matchedRoute, metadataKey, type ServerRequest } from '@app/core'
import { addVary, checkOptions, optionKind, plainBody } from '@app/core/extending'
import { acceptedCoding, type Coding, codingsHere, encoded } from './codings.ts'
import { compressedStream } from './compressed-stream.ts'
import { beginningOf } from './first-chunks.ts'

/** Options of `compression`. */
export interface CompressionOptions {
  /** A response of fewer bytes is not compressed. A stream of unknown length always is. Default: 1,024. */
  readonly threshold?: number | undefined
  /** The codings to use, the best first. Default: all of `zstd`, `br` and `gzip` that the runtime has. */
  readonly codings?: readonly Coding[] | undefined
}

/**
 * The metadata `false` switches compression off for a route. A page needs this if it shows a secret beside input of a
 * visitor: the compressed size then helps to guess the secret (BREACH).
 */
export const COMPRESSION: MetadataKey<boolean> = metadataKey<boolean>('@app/compression', {
  check: (value) => {
    if (typeof value === 'boolean') return value
    throw new TypeError(`write true or false, got ${typeof value}`)
  },
})

/**
 * Middleware that compresses the responses of handlers, such as text of every kind, in the coding that the client
 * prefers.
 *
 * A response is not compressed if it has no media type, or one that gains nothing, such as `image/png`. The same holds
 * for a response that is compressed already, too small, partial, without a body, or marked `no-transform`, and for one
 * with a digest of its bytes. A strong `ETag` becomes a weak one. Throws an `OptionError` for an unknown or invalid
 * option. Sources: RFC 9110 sections 8.4, 8.8.1 and 12.5.3; RFC 9111 section 5.2.2.6.
 *
 * @example
 * app.pipe(compression())
 */
export function compression(options: CompressionOptions = {}): Middleware {
  const { threshold = 1_024, codings } = checkOptions('compression()', options, KINDS)
  const here = codingsHere()
  const usable = codings?.filter((coding) => here.includes(coding)) ?? here
  return async function compression(request, handler) {
    const response = await handler(request)
    if (usable.length === 0 || !mayCompress(request, response, threshold)) return response
    addVary(response.headers, 'Accept-Encoding')
    const coding = acceptedCoding(request.headers.get('accept-encoding'), usable)
    const text = plainBody(response)
    if (coding === undefined) return response
    if (response.status === 304) {
      // The client has the compressed response, whose tag was made weak.
      const tag = response.headers.get('etag')
      if (request.headers.get('if-none-match')?.includes(`W/${tag}`)) response.headers.set('etag', `W/${tag}`)
      return response
    }
    if (typeof text === 'string') return inCoding(response, coding, await encoded(coding, text))
    const body = text === null ? null : response.body
    if (body === null) return inCoding(response, coding, null)
    // A body of known length, such as a file, is not read ahead: its length is that of the response to HEAD.
    const beginning = response.headers.has('content-length') ? body.getReader() : await beginningOf(body)
    if ('read' in beginning) return inCoding(response, coding, compressedStream(coding, beginning))
    const { whole } = beginning
    if (whole.length < threshold) return new Response(whole as string, response)
    return inCoding(response, coding, await encoded(coding, whole))
  }
}

function inCoding(response: Response, coding: Coding, body: Uint8Array<ArrayBuffer> | ReadableStream | null): Response {
  const { status, statusText, headers } = response
  const init = { status, statusText, headers }
  const coded = body instanceof Uint8Array ? bytes(body, init) : new Response(body, init)
  coded.headers.set('content-encoding', coding)
  if (body instanceof Uint8Array) coded.headers.set('content-length', String(body.length))
  else coded.headers.delete('content-length')
  const tag = headers.get('etag')
  if (tag?.startsWith('"')) coded.headers.set('etag', `W/${tag}`)
  return coded
}

function mayCompress(request: ServerRequest, response: Response, threshold: number): boolean {
  const { headers, status } = response
  // A 304 has no body to compress, but needs the same header `Vary` as the response with a body, for caches.
  if (status === 304) return true
  if (request.headers.has('range') || status === 206 || status === 204 || headers.has('content-range')) return false
  if (headers.has('content-encoding') || ON_BYTES.some((name) => headers.has(name))) return false
  if (/(?:^|,)\s*no-transform\s*(?:,|$)/i.test(headers.get('cache-control') ?? '')) return false
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return false
  if (matchedRoute(request)?.metadata(COMPRESSION) === false) return false
  return lengthOf(request, response) >= threshold
}

/**
 * Returns the length of the body in bytes; for HEAD, the length of the body of GET. A stream of unknown length counts
 * as infinitely long, so that it is always compressed.
 */
function lengthOf({ method }: ServerRequest, response: Response): number {
  const known = plainBody(response)
  // The length in units of UTF-16 is near enough to the length in bytes for comparison with the threshold: UTF-8 has
  // one to three bytes for each unit.
  if (typeof known === 'string') return known.length
  if (method !== 'HEAD' && (known === null || response.body === null)) return 0
  const length = response.headers.get('content-length')
  return length === null ? Number.POSITIVE_INFINITY : Number(length)
}

/** Headers with a digest of the bytes that are sent, which would be wrong after a compression. */
const ON_BYTES = ['content-digest', 'repr-digest', 'digest', 'content-md5']

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|text)\b|application\/(?:javascript|ecmascript|x-javascript|manifest\+json|wasm|x-ndjson|json-seq|yaml|graphql|rtf|sql|toml|x-sh)\b|image\/(?:svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)\b|font\/(?:ttf|otf|collection)\b|model\/gltf\+json\b)/i

const KINDS = {
  threshold: optionKind.count,
  codings: optionKind.listOf(optionKind.oneOf('zstd', 'br', 'gzip')),
}
