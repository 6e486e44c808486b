import { json } from '@app/core'
import { reasonPhrase } from '@app/core/errors'

/** What a problem says, beside members of its own. Source: RFC 9457 section 3. */
export interface ProblemDetails {
  /** From 400 to 599. */
  readonly status: number
  /** A URI that names the kind of problem; left out, the status says it all. */
  readonly type?: string
  /** What this kind of problem is called; what its status is called, where it is left out. */
  readonly title?: string
  /** What went wrong this time, for whoever reads the answer. */
  readonly detail?: string
  /** A URI that names this occurrence. */
  readonly instance?: string
  readonly [member: string]: unknown
}

/**
 * Answers with a problem as `application/problem+json`: `problem({ status: 409, detail: 'The name is taken.' })`.
 *
 * Throws a `RangeError` for a status that is not from 400 to 599, a `TypeError` for members that JSON cannot hold.
 */
export function problem(
  details: ProblemDetails,
  { headers = {} }: { readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { status, type, title = reasonPhrase(status), detail, instance, ...members } = details
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new RangeError(`A problem's status is from 400 to 599, got ${status}`)
  }
  return json(
    { type, title, status, detail, instance, ...members },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}
