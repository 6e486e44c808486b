import { hasBrand, UsageError } from '@app/core/extending'

const BRAND = Symbol.for('@app/endpoint/ReplyError')

/**
 * A handler returned a response that the description of its endpoint does not allow. The mistake is the server's, so
 * the client gets a 500.
 */
export class ReplyError extends UsageError {
  override readonly name = 'ReplyError'

  /** @internal */
  constructor(endpoint: string, problem: string) {
    super('APP_REPLY', `Endpoint ${endpoint}: ${problem}`)
  }

  /** True if a value is a `ReplyError` of this or another copy of the package. */
  static override is(value: unknown): value is ReplyError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(ReplyError.prototype, BRAND, { value: true })
