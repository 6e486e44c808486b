import { HttpError } from '@app/core'
import { hasBrand } from '@app/core/extending'
import type { Part } from '../part-types.ts'

/** A mistake at one place of a request, without the received value. */
export interface InputIssue {
  readonly in: Part
  /** The keys and indexes that lead to the place inside of the part; empty for the part as a whole. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * The error for a request that an endpoint does not accept. The status is 422 if a part does not fit its schema, 400 if
 * a part cannot be read, 413 if the body holds more than the limits of the description, and 415 if the body has another
 * media type.
 *
 * The error handling of the application answers the error. `problemDetails()` shows `errors` as a member of the
 * problem; the plain response shows the message.
 */
export class InputError extends HttpError {
  override readonly name = 'InputError'
  /** The issues of all parts together, at most a hundred. */
  readonly errors: readonly InputIssue[]
  /** The members of the problem that `problemDetails()` sends. */
  readonly details: { readonly status: number; readonly detail: string; readonly errors: readonly InputIssue[] }

  /** @internal */
  constructor(status: 400 | 413 | 415 | 422, errors: readonly InputIssue[], options: InputErrorOptions = {}) {
    const message = errors.slice(0, SHOWN).map(inWords).join('; ') + (errors.length > SHOWN ? '; …' : '')
    super(status, message, { ...options, expose: true })
    this.errors = errors
    this.details = { status, detail: message, errors }
  }

  /** True if a value is an `InputError` of this or another copy of the package. */
  static override is(value: unknown): value is InputError {
    return hasBrand(value, BRAND)
  }
}

interface InputErrorOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
}

function inWords({ in: part, path, message }: InputIssue): string {
  return path.length === 0 ? `${part}: ${message}` : `${part} ${path.join('.')}: ${message}`
}

const SHOWN = 10
const BRAND = Symbol.for('@app/endpoint/InputError')
Object.defineProperty(InputError.prototype, BRAND, { value: true })
// The brand by which `problemDetails()` recognizes errors whose `details` are meant for the client.
Object.defineProperty(InputError.prototype, Symbol.for('@app/problem-details/ProblemDetailsError'), { value: true })
