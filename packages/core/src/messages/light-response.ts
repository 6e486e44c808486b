import { showAs } from './inspect.ts'
import { LightHeaders } from './light-headers.ts'
import { passFor } from './pass-for.ts'

/**
 * A `Response` that keeps its text and headers as they are and costs next to nothing to make.
 *
 * Behaves as the platform's own and passes for it (`instanceof Response`); it becomes a real one inside when somebody
 * wants its body as a stream or as bytes. Source: the Fetch standard, section 5.5.
 */
export class LightResponse {
  readonly #status: number
  readonly #statusText: string
  readonly #headers: LightHeaders & Headers
  readonly #text: string | null
  #isUsed = false
  #isSent = false
  #real: Response | undefined

  private constructor(text: string | null, status: number, statusText: string, headers: string[]) {
    if (!passesForResponse) {
      passFor(LightResponse, Response)
      passesForResponse = true
    }
    this.#text = text
    this.#status = status
    this.#statusText = statusText
    this.#headers = LightHeaders.mutable(headers)
  }

  /** Trusts its arguments: a status that may carry this text, and lower-case headers that are valid. */
  static create(text: string | null, status: number, statusText: string, headers: string[]): Response {
    return new LightResponse(text, status, statusText, headers) as unknown as Response
  }

  static isLight(value: object): value is LightResponse {
    return #status in value
  }

  /** Throws `ResponseUsedError` for a response that was sent or read before. */
  static markSent(response: LightResponse): void {
    if (response.#isSent) throw new ResponseUsedError('sent')
    if (response.#isUsed || response.#real?.bodyUsed || response.#real?.body?.locked)
      throw new ResponseUsedError('read')
    response.#isSent = true
  }

  /** The text as it is, for a server that writes strings; `undefined` once it has become a stream. */
  static textOf(response: LightResponse): string | null | undefined {
    return response.#real ? undefined : response.#text
  }

  get type(): ResponseType {
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
    return this.#headers
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#text === null ? null : this.#materialize().body
  }

  get bodyUsed(): boolean {
    return this.#real?.bodyUsed ?? this.#isUsed
  }

  async text(): Promise<string> {
    if (this.#real || this.#isUsed) return this.#materialize().text()
    this.#isUsed = this.#text !== null
    return withoutByteOrderMark(this.#text ?? '')
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#materialize().arrayBuffer()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#materialize().arrayBuffer())
  }

  async blob(): Promise<Blob> {
    return this.#materialize().blob()
  }

  async formData(): Promise<FormData> {
    return this.#materialize().formData()
  }

  clone(): Response {
    if (this.bodyUsed || this.#real?.body?.locked) throw new TypeError('Response.clone: the body was already read')
    const headers = [...LightHeaders.listOf(this.#headers)]
    if (!this.#real) return LightResponse.create(this.#text, this.#status, this.#statusText, headers)
    const init = { status: this.#status, statusText: this.#statusText, headers: this.#headers }
    return new Response(this.#real.clone().body, init)
  }

  #materialize(): Response {
    if (this.#real) return this.#real
    const init = { status: this.#status, statusText: this.#statusText, headers: this.#headers }
    this.#real = new Response(this.#text, init)
    // A text that was read is gone; the real body must say so too.
    if (this.#isUsed) void this.#real.body?.cancel()
    return this.#real
  }
}

showAs(LightResponse, 'Response', ({ status, statusText, headers, bodyUsed }) => ({
  status,
  statusText,
  headers,
  bodyUsed,
}))

let passesForResponse = false

/** A response was handed to a server that was sent or read before. */
export class ResponseUsedError extends Error {
  override readonly name = 'ResponseUsedError'

  constructor(how: 'sent' | 'read') {
    super(`This response was ${how} before. Make one for each request, or answer with response.clone().`)
  }
}

type ResponseType = Response['type']

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
