import { json, reasonPhrase } from '@app/core'
import { describeValue, refuseUnknown } from '@app/core/extending'

/** The standard members of a problem; others may be added. Source: RFC 9457 section 3. */
export interface ProblemDetails {
  /** The status, from 400 to 599. */
  readonly status: number
  /** A URI that identifies the kind of problem. Default: none; the status identifies the kind. */
  readonly type?: string | undefined
  /** The name of this kind of problem. Default: the reason phrase of the status. */
  readonly title?: string | undefined
  /** The problem of this request, for people who read the response. */
  readonly detail?: string | undefined
  /** A URI that identifies this occurrence of the problem. */
  readonly instance?: string | undefined
  readonly [member: string]: unknown
}

/**
 * Returns a response of the type `application/problem+json`: `problem({ status: 409, detail: 'The name is taken.' })`.
 *
 * Throws a `RangeError` for a status that is not an integer from 400 to 599, and a `TypeError` for members that JSON
 * cannot express.
 *
 * @example
 * app.get('/', () => problem({ status: 404, detail: 'There is no such notice' }))
 */
export function problem(
  details: ProblemDetails,
  options: { readonly headers?: Readonly<Record<string, string>> | undefined } = {},
): Response {
  refuseUnknown('problem()', options, ['headers'])
  const { headers = {} } = options
  const { status, type, title = reasonPhrase(status), detail, instance, ...members } = details
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    const got = typeof status === 'number' ? status : describeValue(status)
    throw new RangeError(`A problem's status is an integer from 400 to 599, got ${got}`)
  }
  return json(
    { type, title, status, detail, instance, ...members },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}
