import { type AttributeKey, sharedAttributeKey } from './attribute-key.ts'
import { text } from './response-helpers.ts'

/** The response that double-pass middleware is handed, to change, to write to and to return (contract 4.3, variant A). */
export interface ResponseDraft {
  status: number
  readonly headers: Headers
  write(chunk: string): this
}

/** What was written so far; one draft goes through all double-pass middleware of a request. */
export class WritableDraft implements ResponseDraft {
  status = 200
  readonly headers: Headers = new Headers()
  #body = ''

  write(chunk: string): this {
    this.#body += chunk
    return this
  }

  /** Whether it says more than an empty 200, and so is an answer where nothing else gives one. */
  get isAnswer(): boolean {
    return this.status !== 200 || this.#body !== ''
  }

  /** An answer of its own, with what the draft says so far. */
  toResponse(): Response {
    const isNullBody = this.#body === '' || [204, 205, 304].includes(this.status)
    if (isNullBody) return new Response(null, { status: this.status, headers: this.headers })
    const headers = new Headers(this.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'text/html; charset=utf-8')
    return text(this.#body, { status: this.status, headers })
  }

  /** Gives an answer the headers of the draft that it has not itself. */
  addHeadersTo(response: Response): Response {
    for (const [name, value] of this.headers) {
      if (!response.headers.has(name)) response.headers.append(name, value)
    }
    return response
  }
}

/** The draft that goes along with a request through double-pass middleware. */
export const DRAFT: AttributeKey<WritableDraft | undefined> = sharedAttributeKey('response-draft', undefined)
