import { reasonPhrase } from '../messages/reason-phrase.ts'

const BRAND = Symbol.for('@app/core/HttpError')

/**
 * An error that answers with a status from 400 to 599 instead of 500; its message stays inside.
 *
 * Throws a `RangeError` for any other status.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number

  constructor(status: number, message: string = reasonPhrase(status), options?: ErrorOptions) {
    super(message, options)
    if (!isErrorStatus(status)) throw new RangeError(`An HttpError's status is from 400 to 599, got ${status}`)
    this.status = status
  }
}

Object.defineProperty(HttpError.prototype, BRAND, { value: true })

/** The status that an error asks for, 500 unless it is an `HttpError` of any copy of this package. */
export function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !(BRAND in error)) return 500
  const { status } = error as { status?: unknown }
  return isErrorStatus(status) ? status : 500
}

function isErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599
}
