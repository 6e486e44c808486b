import {
  type Awaitable,
  type ErrorResponder,
  HttpError,
  html,
  json,
  prefersJson,
  reasonPhrase,
  type ServerRequest,
} from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { answerTo } from '@app/http/internal'
import { isDevelopment, warn } from '#runtime'
import { errorPage, markup } from './error-page.ts'
import { type ErrorReport, errorReport, followRequests } from './error-report.ts'
import { reasonToHide } from './reason-to-hide.ts'
import { maskText } from './secrets.ts'

/** Options of `developmentErrorResponder`. */
export interface DevelopmentErrorOptions {
  /**
   * Host names under which browsers get the page, in addition to names of this machine such as `localhost`. With any
   * further name, other machines get the page too, as is necessary in a container. Default: none.
   */
  readonly hosts?: readonly string[] | undefined
}

/**
 * Makes a responder for an `ErrorHandler` that shows everything known about an error: as a page, or as problem details
 * if the client's `Accept` prefers JSON.
 *
 * It shows the error only if `NODE_ENV` is `development`, and only to browsers of this machine; it then also records
 * the middleware that each request passes. In every other environment, and for other machines, `otherwise` answers;
 * without `otherwise` the response is the reason phrase as plain text, or the message of an `HttpError` with `expose`.
 * In development `otherwise` also answers an `HttpError` below 500, such as a 404, so that developers see the
 * application's own pages for such errors. Below such a page, if it is HTML or plain text and does not show the reason
 * of the error, the responder writes that reason, in development only.
 *
 * @example
 * app.pipe(new ErrorHandler({ respond: developmentErrorResponder() }))
 */
export function developmentErrorResponder(
  otherwise?: ErrorResponder,
  options: DevelopmentErrorOptions = {},
): ErrorResponder {
  const { hosts = [] } = checkOptions('developmentErrorResponder()', options, KINDS)
  if (isDevelopment()) followRequests()
  return (error, request) => {
    if (!isDevelopment() || isHidden(request, hosts)) return otherwise ? otherwise(error, request) : answerTo(error)
    const isAnswer = otherwise !== undefined && HttpError.is(error) && error.status < 500
    return isAnswer ? withReason(otherwise(error, request), error) : answer(error, request)
  }
}

const KINDS = { hosts: optionKind.listOf(optionKind.text) }

/** True if the visitor must not see the page. Says so once, since the developer may be this visitor. */
function isHidden(request: ServerRequest, hosts: readonly string[]): boolean {
  const reason = reasonToHide(request, hosts)
  if (reason === undefined) return false
  if (!hasWarned) {
    warn(
      `developmentErrorResponder() shows errors to browsers of this machine, under names such as "localhost": ${reason}. ` +
        "To show them to others too, as in a container, pass { hosts: ['…'] } as its second argument.",
    )
  }
  hasWarned = true
  return true
}

let hasWarned = false

function answer(error: unknown, request: ServerRequest): Response {
  const report = errorReport(error, request)
  const { status } = report
  const nonce = crypto.randomUUID()
  const response = prefersJson(request.headers.get('accept'))
    ? json(problemOf(report), { status, headers: { 'content-type': 'application/problem+json' } })
    : html(errorPage(report, nonce), { status })
  response.headers.set('content-security-policy', policy(nonce))
  response.headers.set('cache-control', 'no-store')
  response.headers.set('referrer-policy', 'no-referrer')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.append('vary', 'accept')
  return response
}

/** Returns a report as problem details. Source: RFC 9457 section 3. */
function problemOf({ title, status, errors, request, ...facts }: ErrorReport): object {
  return {
    title,
    status,
    detail: errors[0].message,
    errors,
    request: {
      ...request,
      params: Object.fromEntries(request.params),
      query: request.query,
      headers: Object.fromEntries(request.headers),
    },
    ...facts,
  }
}

/**
 * Writes the reason of an error below a response in HTML or plain text, unless the response shows the message already
 * (`expose`), or the message says no more than the status.
 */
async function withReason(answered: Awaitable<Response>, { status, expose, message }: HttpError): Promise<Response> {
  const response = await answered
  const add = REASON_IN.get(response.headers.get('content-type')?.split(';')[0] ?? '')
  if (expose || message === reasonPhrase(status) || response.body === null || !add) return response
  const reason = `Shown in development alone: ${status}, ${maskText(message)}`
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(`${await response.text()}${add(reason)}`, { status: response.status, headers })
}

const REASON_IN: ReadonlyMap<string, (reason: string) => string> = new Map([
  ['text/html', (reason: string) => markup`\n<hr><p role="note">${reason}</p>\n`.source],
  ['text/plain', (reason: string) => `\n${reason}`],
])

function policy(nonce: string): string {
  return (
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  )
}
