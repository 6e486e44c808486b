/** What is known about a failed delivery. */
export interface DeliveryFailure extends ErrorOptions {
  readonly status?: number | undefined
  readonly body?: string | undefined
  readonly retryAfter?: number | undefined
  readonly isFinal?: boolean | undefined
}

/** By this mark a job runner knows that the job has failed at once, as by `UnrecoverableError` of `@app/jobs`. */
const UNRECOVERABLE: unique symbol = Symbol.for('@app/jobs/UnrecoverableError')

/**
 * An event was not delivered. The message has the origin of the URL, and no secret.
 *
 * A job of `@app/jobs` whose handler throws a final one has failed at once, whatever its `retries`.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** The status of the response; `undefined` if there was none. */
  readonly status: number | undefined
  /** The beginning of the response. */
  readonly body: string
  /** The seconds after which the subscriber wants the next try. */
  readonly retryAfter: number | undefined
  /** True if no further try can succeed: the URL is refused, or the subscriber answered 410. */
  readonly isFinal: boolean

  constructor(message: string, { status, body = '', retryAfter, isFinal = false, ...options }: DeliveryFailure = {}) {
    super(`${message}.`, options)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
    this.isFinal = isFinal
    if (isFinal) Object.defineProperty(this, UNRECOVERABLE, { value: true })
  }
}
