import { type AttributeKey, attributeKey, text } from '@app/core'
import { addVary, withOpenHeaders } from '@app/core/extending'

/**
 * The `response` that middleware of the older signature `(request, response, next)` changes, writes to and returns
 * (contract 4.3, variant A).
 */
export interface ResponseDraft {
  status: number
  readonly headers: Headers
  write(chunk: string): this
}

/** A draft that collects the written text. All middleware of the older signature gets the same draft in one request. */
export class WritableDraft implements ResponseDraft {
  status = 200
  readonly headers: Headers = new Headers()
  #body = ''

  write(chunk: string): this {
    this.#body += chunk
    return this
  }

  /**
   * True if the draft has a body, or another status than 200. Such a draft is the response to a request that no
   * middleware answers.
   */
  get isAnswer(): boolean {
    return this.status !== 200 || this.#body !== ''
  }

  toResponse(): Response {
    const isNullBody = this.#body === '' || [204, 205, 304].includes(this.status)
    if (isNullBody) return new Response(null, { status: this.status, headers: this.headers })
    const headers = new Headers(this.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'text/html; charset=utf-8')
    return text(this.#body, { status: this.status, headers })
  }

  /**
   * Adds to a response those headers of the draft that the response lacks; cookies and `Vary` of both are combined.
   *
   * Each middleware of the older signature that the response passes calls this method, so a cookie is added only if the
   * response does not set it already.
   */
  addHeadersTo(response: Response): Response {
    const open = withOpenHeaders(response)
    const had = new Set(open.headers.keys())
    const cookies = new Set(open.headers.getSetCookie())
    for (const [name, value] of this.headers) {
      if (name === 'vary') addVary(open.headers, value)
      else if (name === 'set-cookie' ? !cookies.has(value) : !had.has(name)) open.headers.append(name, value)
    }
    return open
  }
}

/**
 * The attribute with the draft that all middleware of the older signature shares in one request; `undefined` before the
 * first middleware of this signature.
 */
export const DRAFT: AttributeKey<WritableDraft | undefined> = attributeKey('response-draft', {
  shared: '@app/double-pass/draft',
  default: undefined,
})
