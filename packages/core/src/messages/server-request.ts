import { noParams, type Params } from '@app/router'
import { decodeUtf8 } from '#platform/primitives'
import { type AttributeKey, type Attributes, readAttribute, sharedAttributeKey } from './attribute-key.ts'
import { answeringWith } from './http-error.ts'
import { parseMediaType } from './media-type.ts'
import { showAs } from './pass-for.ts'
import { readForm } from './read-form.ts'
import type { RequestSource } from './request-source.ts'

/**
 * A request as middleware sees it: an immutable view of what the platform received.
 *
 * It has the useful names of Fetch's `Request`; `raw` is a real one. All views of a request share its body.
 */
export class ServerRequest<P = Params> {
  // Getters stand in front of all fields, so that an assignment throws. Private fields would do it too, but would make
  // the types of two copies of this package differ.
  /** @internal */
  readonly _source: RequestSource
  /** @internal */
  readonly _method: string
  /** @internal */
  readonly _path: string
  /** @internal */
  readonly _basePath: string
  /** @internal */
  readonly _params: P
  /** @internal */
  readonly _attributes: Attributes | undefined

  private constructor(
    source: RequestSource,
    method: string,
    path: string,
    basePath: string,
    params: P,
    attributes: Attributes | undefined,
  ) {
    this._source = source
    this._method = method
    this._path = path
    this._basePath = basePath
    this._params = params
    this._attributes = attributes
  }

  get method(): string {
    return this._method
  }

  /** The canonical path, still percent-encoded, relative to the prefix under which this middleware was piped. */
  get path(): string {
    return this._path
  }

  /** The whole canonical path, whatever prefix this middleware was piped under; for logs and signatures. */
  get fullPath(): string {
    return this._source.fullPath
  }

  /** What was taken off the path by prefixes; empty outside of any. */
  get basePath(): string {
    return this._basePath
  }

  /** What the route matched, percent-decoded once; empty before routing. */
  get params(): P {
    return this._params
  }

  /** @internal */
  get source(): RequestSource {
    return this._source
  }

  /** @internal */
  get attributes(): Attributes | undefined {
    return this._attributes
  }

  /** @internal Servers make requests; a test asks `app.request('/path')`. */
  static view<P>(
    source: RequestSource,
    method: string,
    path: string,
    basePath: string,
    params: P,
    attributes: Attributes | undefined,
  ): ServerRequest<P> {
    return new ServerRequest(source, method, path, basePath, params, attributes)
  }

  /** The absolute URL for people; no decision is taken by it, since the client chose its host. */
  get url(): string {
    return this._source.url
  }

  /**
   * The IP address of the client: that of the connection, or what the proxies of `trustProxy` say.
   *
   * `undefined` where the platform does not tell, and behind the end of a connection that nobody asked about before.
   */
  get clientAddress(): string | undefined {
    return this._source.clientAddress
  }

  get headers(): Headers {
    return this._source.headers
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this._source.search)
  }

  /** Whether a body came that may be read; nothing is built to tell, as `body` would. */
  get hasBody(): boolean {
    return this._source.hasBody
  }

  /**
   * The body as a stream; `null` without one, and for GET and HEAD.
   *
   * Beyond the limit (`bodyLimit` of the server) it fails with an `HttpError` of 413. What is read from it is not kept:
   * `text()` and the like reject afterwards.
   */
  get body(): ReadableStream<Uint8Array> | null {
    return this._source.body
  }

  /**
   * Whether somebody has read the body, or begun to.
   *
   * Unlike in Fetch, a body that was read whole, by `text()` and the like, can be so read again: its octets are kept.
   */
  get bodyUsed(): boolean {
    return this._source.bodyUsed
  }

  /**
   * Aborted with an `AbortError` when the client goes away before it was answered, or when the server stops while an
   * answer streams whose length nobody knows.
   */
  get signal(): AbortSignal {
    return this._source.signal
  }

  /**
   * Aborted when the server begins to stop, while this request still has its grace: for what waits long, such as a poll.
   *
   * Never aborted on platforms that do not tell.
   */
  get stopping(): AbortSignal {
    return this._source.stopping
  }

  /**
   * A `Request` of the platform, for code that wants a real one; made at first use, over the same body.
   *
   * Its body has the limit that `body` has. As in Fetch it is read once, and is used when it was read by another view.
   */
  get raw(): Request {
    return this._source.raw
  }

  /**
   * The body as text, read as UTF-8.
   *
   * As often as wanted, unlike in Fetch, also behind `json()` or a body parser. Rejects, as all ways to read it do, with
   * an `HttpError` of 413 beyond the limit, an `AbortError` where the client left before all had come, and a `TypeError`
   * where it went elsewhere, as a stream.
   */
  text(): Promise<string> {
    return this._source.read(undefined, decodeUtf8)
  }

  /**
   * Parses the body as JSON, whatever its content type says.
   *
   * Rejects for what is none with a `SyntaxError` that answers 400 where nobody catches it: the mistake is the client's.
   */
  json(): Promise<unknown> {
    return this._source.read(undefined, parseJson)
  }

  /**
   * Parses the body as a form: at most 1,000 fields, and 256 KiB for the headers of all parts; beyond it is 413.
   *
   * Rejects for what is none with a `TypeError` that answers 400, or 415 for another content type.
   */
  formData(): Promise<FormData> {
    return this._source.read(undefined, (octets) => readForm(octets, parseMediaType(this.headers.get('content-type'))))
  }

  blob(): Promise<Blob> {
    const headers = { 'content-type': this.headers.get('content-type') ?? '' }
    return this._source.read(undefined, (octets) => new Response(octets, { headers }).blob())
  }

  /** A copy, as what is kept may lie in a buffer that holds more than this body. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this._source.read(undefined, (octets) => new Uint8Array(octets))
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this._source.read(undefined, (octets) => new Uint8Array(octets).buffer)
  }

  /** The value of an attribute, else its key's default, else a `MissingAttributeError` that names the key. */
  attribute<T>(key: AttributeKey<T>): T {
    return readAttribute(this._attributes, key)
  }

  /** This request with one attribute more; the request itself stays as it is. */
  withAttribute<T>(key: AttributeKey<T>, value: NoInfer<T>): ServerRequest<P> {
    const attributes = { id: key.id, value, earlier: this._attributes }
    return new ServerRequest(this._source, this._method, this._path, this._basePath, this._params, attributes)
  }

  toJSON(): object {
    const { method, path, basePath, params } = this
    return { method, path, basePath, params }
  }
}

function parseJson(octets: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(decodeUtf8(octets))
  } catch (error) {
    throw answeringWith(400, error as SyntaxError)
  }
}

/** What the platform passed to `fetch` beside the request, such as `env` and `context` on Workers. */
export const PLATFORM: AttributeKey<readonly unknown[]> = sharedAttributeKey('platform', [])

/** The first view of a request. */
export function createRequest(source: RequestSource, method: string): ServerRequest {
  const { platform } = source
  const attributes = platform.length ? { id: PLATFORM.id, value: platform, earlier: undefined } : undefined
  return ServerRequest.view(source, method, source.fullPath, '', noParams, attributes)
}

/** The same request seen from under another prefix. */
export function atBasePath(request: ServerRequest, basePath: string): ServerRequest {
  const { source, method, params, attributes } = request
  const path = source.fullPath.slice(basePath.length) || '/'
  return ServerRequest.view(source, method, path, basePath, params, attributes)
}

showAs(ServerRequest, 'ServerRequest', ({ method, path, basePath, params, headers }) => {
  return { method, path, basePath, params, headers }
})
