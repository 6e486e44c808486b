import { type Bytes, type Chunks, type Content, chunkStream, isChunks } from './content.ts'
import { LightHeaders } from './light-headers.ts'
import { passFor, showAs } from './pass-for.ts'
import {
  checkResponseOptions,
  checkStatus,
  checkStatusText,
  headerList,
  type ResponseOptions,
  responseUsed,
} from './response-options.ts'

/**
 * A `Response` that only stores its text or bytes and its headers, so that making one costs a few nanoseconds.
 *
 * Behaves like the platform's class and passes for it (`instanceof Response`). Reading the body as a stream, a blob or
 * form data makes a platform's `Response` inside, which holds the body from then on. Source: the Fetch standard,
 * section 5.5.
 */
export class LightResponse {
  readonly #content: Content
  readonly #status: number
  readonly #statusText: string
  readonly #list: string[]
  #headers: (LightHeaders & Headers) | undefined
  #isRead = false
  #isSent = false
  /**
   * The platform's `Response` that holds the body once the body was asked for as a stream, a blob or form data. The
   * status and the headers of that `Response` are not used.
   */
  #real: Response | undefined

  private constructor(content: Content, status: number, statusText: string, list: string[]) {
    if (!passesForResponse) passForResponse()
    this.#content = content
    this.#status = status
    this.#statusText = statusText
    this.#list = list
  }

  /** Bytes are not copied. */
  static create(body: Content, contentType: string | undefined, init?: ResponseOptions): Response {
    if (init === undefined) {
      const list = contentType === undefined ? [] : ['content-type', contentType]
      return new LightResponse(body, 200, '', list) as unknown as Response
    }
    const { status, statusText, headers } = checkResponseOptions(init)
    const code = checkStatus(status, body !== null)
    const list = headerList(headers, contentType)
    return new LightResponse(body, code, checkStatusText(statusText), list) as unknown as Response
  }

  /** Makes a response 101, a status that `create` refuses. */
  static switching(): Response {
    return new LightResponse(null, 101, '', []) as unknown as Response
  }

  static isLight(value: object): boolean {
    return #status in value
  }

  static markSent(response: object): boolean {
    if (!(#status in response)) return false
    if (response.#isSent) throw responseUsed('sent')
    if (response.#isRead || (response.#real && response.#isUnusable())) throw responseUsed('read')
    response.#isSent = true
    return true
  }

  /**
   * The text, bytes or chunks of the body, and `null` for no body; `undefined` once the platform's `Response` holds the
   * body, and for every value that is not a `LightResponse`.
   */
  static contentOf(response: object): Content | undefined {
    return #status in response && !response.#real ? response.#content : undefined
  }

  /** The headers as a flat list, which the server writes without making a `Headers` object. */
  static listOf(response: LightResponse): readonly string[] {
    return response.#list
  }

  /** The body for `console.log`: a stream like the property `body`, but reading it leaves the text in the response. */
  static bodyToShow(response: LightResponse): ReadableStream | null {
    return (response.#real ?? response.#toReal()).body
  }

  get type(): Response['type'] {
    return 'default'
  }

  get url(): string {
    return ''
  }

  get redirected(): boolean {
    return false
  }

  get status(): number {
    return this.#status
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299
  }

  get statusText(): string {
    return this.#statusText
  }

  get headers(): Headers {
    this.#headers ??= LightHeaders.mutable(this.#list)
    return this.#headers
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#content === null ? null : this.#materialize().body
  }

  get bodyUsed(): boolean {
    return this.#real ? this.#real.bodyUsed : this.#isRead
  }

  async text(): Promise<string> {
    // The platform decodes bytes, and strings with a byte order mark, since it decides how many of these marks are
    // dropped.
    const isPlain = typeof this.#content === 'string' && this.#content.charCodeAt(0) !== BYTE_ORDER_MARK
    const text = isPlain || this.#content === null ? this.#take() : undefined
    return typeof text === 'string' ? text.toWellFormed() : this.#materialize().text()
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer } = await this.bytes()
    return buffer
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const content = this.#take()
    if (typeof content === 'string') return new TextEncoder().encode(content)
    return content ? new Uint8Array(content) : new Uint8Array(await this.#materialize().arrayBuffer())
  }

  async blob(): Promise<Blob> {
    return this.#withType().blob()
  }

  async formData(): Promise<FormData> {
    return this.#withType().formData()
  }

  clone(): Response {
    if (this.#isUnusable()) throw new TypeError('Response.clone: the body was already read')
    // Chunks can be taken only once, so they become a stream, of which each copy reads a branch.
    if (isChunks(this.#content)) this.#materialize()
    const copy = new LightResponse(this.#content, this.#status, this.#statusText, [...this.#list])
    copy.#real = this.#real?.clone()
    return copy as unknown as Response
  }

  /** Returns the body and marks it as read; `undefined` if it was read before, is a stream or comes in chunks. */
  #take(): string | Bytes | undefined {
    if (this.#real || this.#isRead || isChunks(this.#content)) return undefined
    if (this.#content === null) return ''
    this.#isRead = true
    return this.#content
  }

  #isUnusable(): boolean {
    return this.#real ? this.#real.bodyUsed || (this.#real.body?.locked ?? false) : this.#isRead
  }

  #materialize(): Response {
    this.#real ??= this.#toReal()
    return this.#real
  }

  #toReal(): Response {
    const real = new Response(isChunks(this.#content) ? chunkStream(this.#content) : this.#content)
    // If this body was read, the body of the platform's response has to count as read too.
    if (this.#isRead) void real.body?.getReader().cancel()
    return real
  }

  /**
   * Returns the platform's response with the current content type, which decides the type of a blob and the parser of a
   * form.
   */
  #withType(): Response {
    const real = this.#materialize()
    const type = this.headers.get('content-type')
    if (type === null) real.headers.delete('content-type')
    else real.headers.set('content-type', type)
    return real
  }
}

/**
 * Makes instances of `LightResponse` pass for a `Response`, for `instanceof` and in the output of `console.log`. Called
 * when the first instance is made, so that importing this module has no side effect and a bundler can drop it.
 */
function passForResponse(): void {
  passesForResponse = true
  passFor(LightResponse, Response)
  showAs(LightResponse, 'Response', (response) => {
    const { status, statusText, headers, bodyUsed, ok, redirected, type, url } = response
    const body = LightResponse.bodyToShow(response)
    return { status, statusText, headers, body, bodyUsed, ok, redirected, type, url }
  })
}

let passesForResponse = false

const BYTE_ORDER_MARK = 0xfeff

/** Makes a `LightResponse`; making the platform's own response would take a hundred times as long. */
export const createResponse: (body: Content, contentType: string | undefined, init?: ResponseOptions) => Response =
  LightResponse.create

/** Makes a `LightResponse`, whose chunks the server writes as they come. */
export function createChunkedResponse(
  chunks: Chunks,
  contentType: string | undefined,
  init?: ResponseOptions,
): Response {
  return createResponse(chunks, contentType, init)
}

/** True if a helper made this response, so that the server can write its text without reading a stream. */
export const isOwn: (value: object) => boolean = LightResponse.isLight

/**
 * Marks as sent a response that a helper made; returns `false` for any other response, and marks nothing. Throws a
 * `UsageError` if the response was sent or read before.
 */
export const markSent: (response: Response) => boolean = LightResponse.markSent

/**
 * Returns the body of a response if it is known without reading: a string, or `null` for no body.
 *
 * `undefined` for bytes and chunks, for a body that code has taken as a stream, a blob or form data, and for every
 * response that was not made by a helper.
 */
export function plainBody(response: Response): string | null | undefined {
  const content = LightResponse.contentOf(response)
  return typeof content === 'object' && content !== null ? undefined : content
}
