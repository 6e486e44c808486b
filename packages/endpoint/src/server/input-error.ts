import { HttpError } from '@app/core'
import type { Part } from '../part-types.ts'

/** A mistake at one place of a request. It never holds the value that was there. */
export interface InputIssue {
  readonly in: Part
  /** The keys and indexes that lead to the place; empty for the part as a whole. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * A request that an endpoint does not take: 422 where a part does not fit its schema, 400 where it cannot be read, 413
 * for a body that holds more than the limits of the description, 415 for one of another media type.
 *
 * It answers by the ordinary error handling. `problemDetails()` shows `errors` as a member of the problem; the plain
 * answer shows the message.
 */
export class InputError extends HttpError {
  /** At most a hundred, of all parts together. */
  readonly errors: readonly InputIssue[]
  /** The members of the problem. */
  readonly details: { readonly status: number; readonly detail: string; readonly errors: readonly InputIssue[] }

  constructor(status: 400 | 413 | 415 | 422, errors: readonly InputIssue[], options: InputErrorOptions = {}) {
    const message = errors.slice(0, SHOWN).map(inWords).join('; ') + (errors.length > SHOWN ? '; …' : '')
    super(status, message, { ...options, expose: true })
    this.errors = errors
    this.details = { status, detail: message, errors }
  }

  /** Whether a value is an `InputError` of this or another copy of the package. */
  static override is(value: unknown): value is InputError {
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

interface InputErrorOptions extends ErrorOptions {
  readonly headers?: Readonly<Record<string, string>>
}

function inWords({ in: part, path, message }: InputIssue): string {
  return path.length === 0 ? `${part}: ${message}` : `${part} ${path.join('.')}: ${message}`
}

const SHOWN = 10
const BRAND: unique symbol = Symbol.for('@app/endpoint/InputError')
Object.defineProperty(InputError.prototype, BRAND, { value: true })
// By this brand problem details know an error whose `details` are for the client.
Object.defineProperty(InputError.prototype, Symbol.for('@app/problem-details/ProblemDetailsError'), { value: true })
