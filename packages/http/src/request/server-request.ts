import type { Params } from '@app/router'
import { noParams } from '@app/router/internal'
import { decodeUtf8, sayRaw } from '#primitives'
import { answeringWith } from '../response/http-error.ts'
import { showAs } from '../response/pass-for.ts'
import {
  type AttributeKey,
  type Attributes,
  attributeKey,
  checkAttributeKey,
  missingAttribute,
} from './attribute-key.ts'
import { parseMediaType } from './media-type.ts'
import { readFormData } from './read-form.ts'
import type { RequestSource } from './request-source.ts'

/**
 * A request as middleware sees it: an immutable view of what the platform received.
 *
 * It has the useful names of Fetch's `Request`; `raw` is a real `Request`. All views of a request share one body.
 *
 * @example
 * const greet = (request: ServerRequest) => text(`Hello, ${request.query.get('name') ?? 'you'}!`)
 */
export class ServerRequest<P = Params> {
  // The public properties are getters over these fields, so that an assignment throws. Private fields would make the
  // types of two copies of this package incompatible.
  /** @internal */
  declare readonly source: RequestSource
  /** @internal */
  declare readonly _method: string
  /** @internal */
  declare readonly _basePath: string
  /** @internal */
  declare readonly _params: P
  /** @internal */
  declare readonly attributes: Attributes | undefined

  private constructor(
    source: RequestSource,
    method: string,
    basePath: string,
    params: P,
    attributes: Attributes | undefined,
  ) {
    this.source = source
    this._method = method
    this._basePath = basePath
    this._params = params
    this.attributes = attributes
  }

  get method(): string {
    return this._method
  }

  /** The canonical path, still percent-encoded, relative to the prefix under which this middleware was piped. */
  get path(): string {
    const { source, _basePath } = this
    return _basePath === '' ? source.fullPath : source.fullPath.slice(_basePath.length) || '/'
  }

  /** The whole canonical path, including the prefix under which this middleware was piped; for logs and signatures. */
  get fullPath(): string {
    return this.source.fullPath
  }

  /** The prefixes that were removed from the path, as one string; empty if none was removed. */
  get basePath(): string {
    return this._basePath
  }

  /** The values of the matched route's placeholders, percent-decoded once, and its defaults; empty before routing. */
  get params(): P {
    return this._params
  }

  /** @internal Servers make requests; a test calls `app.request('/path')`. */
  static createRequest(source: RequestSource, method: string, attributes?: Attributes): ServerRequest {
    return new ServerRequest(source, method, source.outerPath, noParams, attributes)
  }

  /** @internal */
  static viewWith<P>(
    request: ServerRequest<unknown>,
    params: P,
    attributes: Attributes | undefined,
    basePath = request._basePath,
  ): ServerRequest<P> {
    return new ServerRequest(request.source, request._method, basePath, params, attributes)
  }

  /** The absolute URL, for people. Do not decide by it: the client chooses the host. */
  get url(): string {
    return this.source.url
  }

  /**
   * The IP address of the client: the address of the connection, or the address that the proxies in the server option
   * `trustProxy` report. A connection over a Unix socket has the address `127.0.0.1`.
   *
   * `undefined` if the platform does not know it, or if it is first read after the connection has closed.
   */
  get clientAddress(): string | undefined {
    return this.source.clientAddress
  }

  get headers(): Headers {
    return this.source.headers
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.source.search)
  }

  /** True if the request has a body that may be read. Unlike `body`, reading this property builds no stream. */
  get hasBody(): boolean {
    return this.source.hasBody
  }

  /**
   * The body as a stream; `null` without one, and for GET and HEAD.
   *
   * Beyond the limit (the limit of the route, else `bodyLimit` of the server) the stream fails with an `HttpError` of
   * 413, and also for a body in a multitude of tiny chunks. The bytes of the stream are not kept: `text()` and the like
   * reject afterwards. After `text()` and the like, each access returns a new stream of the kept bytes.
   */
  get body(): ReadableStream<Uint8Array> | null {
    return this.source.body
  }

  /**
   * True if the body was read, or reading has begun.
   *
   * Unlike in Fetch, a body that was read by `text()` or the like can be read again in this way: its bytes are kept.
   */
  get bodyUsed(): boolean {
    return this.source.bodyUsed
  }

  /**
   * Aborted with an `AbortError` when the client leaves before the response is complete, or when the server stops while
   * it streams a response of unknown length. Aborted with a `TimeoutError` when the handler has taken longer than
   * `handlerTimeout` of the server.
   */
  get signal(): AbortSignal {
    return this.source.signal
  }

  /**
   * Aborted when the server begins to stop, while this request still has a grace period to be answered. For handlers
   * that wait long, such as long polls.
   *
   * Never aborted on platforms that do not announce that they stop.
   */
  get stopping(): AbortSignal {
    return this.source.stopping
  }

  /**
   * A real `Request` with the same body, for code that needs one; made at first use.
   *
   * Its body has the same limit as `body`. As in Fetch the body can be read once, whichever view reads it. After `text()`
   * and the like the bytes are kept: whenever the body of `raw` was read, the next access makes a new `Request`.
   */
  get raw(): Request {
    return this.source.raw
  }

  /**
   * The body as text, read as UTF-8.
   *
   * Unlike in Fetch it can be read again, also after `json()` or a body parser. Rejects, like all methods that read the
   * body, with an `HttpError` of 413 beyond the limit, with an `AbortError` if the client left before the whole body
   * arrived, and with a `TypeError` if the body can no longer be read, such as after it was consumed as a stream.
   */
  text(): Promise<string> {
    return this.source.read(undefined, decodeUtf8)
  }

  /**
   * Parses the body as JSON, whatever its content type says.
   *
   * Rejects with a `SyntaxError` if the body is not JSON. Uncaught, this error answers 400.
   */
  json(): Promise<unknown> {
    return this.source.read(undefined, parseJson)
  }

  /**
   * Parses the body as a form with at most 1,000 fields, and with at most 256 KiB of headers in all its parts together.
   * Rejects with a 413 for a larger form.
   *
   * Rejects with a `TypeError` if the body is not a form. Uncaught, this error answers 400, or 415 for another content
   * type.
   */
  formData(): Promise<FormData> {
    return this.source.read(undefined, (bytes) => readFormData(bytes, parseMediaType(this.headers.get('content-type'))))
  }

  blob(): Promise<Blob> {
    const headers = { 'content-type': this.headers.get('content-type') ?? '' }
    return this.source.read(undefined, (bytes) => new Response(bytes, { headers }).blob())
  }

  /** A copy of the bytes of the body: the stored bytes may be part of a larger buffer. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.source.read(undefined, (bytes) => new Uint8Array(bytes))
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.source.read(undefined, (bytes) => new Uint8Array(bytes).buffer)
  }

  /**
   * The value of an attribute; for a request that lacks it `missing`, else the default of the key. Throws a `UsageError`
   * if there is none of them, and for a value that is not a key.
   *
   * Give `missing` in code that also runs for errors, such as a layout: middleware that refuses a request may run before
   * the middleware that sets the attribute.
   *
   * @example
   * const notices = request.attribute(SESSION, undefined)?.flashes('notice') ?? []
   */
  attribute<T>(key: AttributeKey<T>): T
  attribute<T, D>(key: AttributeKey<T>, missing: D): T | D
  attribute(key: AttributeKey<unknown>, ...missing: [unknown?]): unknown {
    const id = key?.id
    for (let link = this.attributes; link !== undefined; link = link.earlier) {
      if (link.id === id) return link.value
    }
    checkAttributeKey('attribute', key)
    if (missing.length > 0) return missing[0]
    if ('default' in key) return key.default
    throw missingAttribute(key)
  }

  /**
   * A view of this request with one more attribute; this view does not change. Throws a `UsageError` for a value that
   * is not a key.
   */
  withAttribute<T>(key: AttributeKey<T>, value: NoInfer<T>): ServerRequest<P> {
    checkAttributeKey('withAttribute', key)
    return ServerRequest.viewWith(this, this._params, { id: key.id, value, earlier: this.attributes })
  }

  toJSON(): object {
    const { method, path, basePath, params } = this
    return { method, path, basePath, params }
  }
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes))
  } catch (error) {
    throw answeringWith(400, error as SyntaxError)
  }
}

sayRaw(ServerRequest.prototype)
showAs(ServerRequest, 'ServerRequest', ({ method, path, basePath, params, headers }) => {
  return { method, path, basePath, params, headers }
})

/** The attribute with the arguments of `fetch` after the request, such as `env` and `context` on Workers. */
export const PLATFORM: AttributeKey<readonly unknown[]> = /* @__PURE__ */ attributeKey('platform', {
  shared: '@app/http/platform',
  default: [],
})

/** Makes the first `ServerRequest` for a request; all further `ServerRequest` objects are views of the same source. */
export const createRequest: (source: RequestSource, method: string, attributes?: Attributes) => ServerRequest =
  ServerRequest.createRequest

/** Makes a view of the same request under another base path. */
export function atBasePath(request: ServerRequest, basePath: string): ServerRequest {
  return ServerRequest.viewWith(request, request.params, request.attributes, basePath)
}

/** Returns the source of a request: the request as the platform has it. All views of a request have the same source. */
export function sourceOf(request: ServerRequest | ServerRequest<never>): RequestSource {
  return request.source
}

/** Returns the attributes of a view as a linked list, which begins with the attribute that was set last. */
export function attributesOf(request: ServerRequest): Attributes | undefined {
  return request.attributes
}

/** Makes a view of the same request with other params and attributes. */
export const viewWith: (request: ServerRequest, params: Params, attributes: Attributes | undefined) => ServerRequest =
  ServerRequest.viewWith
