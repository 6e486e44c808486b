import type { Application } from '@app/core'

/** Sends a request to an application: a path, and the options of `fetch`. Redirects are not followed. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** A package of npm whose middleware runs in our pipeline. */
export interface Row {
  /** The name on npm, or the alias under which it is installed here. */
  readonly name: string
  /** The code that makes the middleware, as the table in docs/with-other-libraries.md shows it. */
  readonly code: string
  /**
   * Makes the application with the middleware. `close` ends what was started beside the application, such as a server.
   */
  readonly start: () => Promise<{ readonly app: Application; readonly close?: () => Promise<unknown> }>
  /** Sends requests, and returns the results that show the effect of the middleware; they have to equal `expected`. */
  readonly seen: (ask: Ask) => Promise<unknown>
  readonly expected: unknown
}

/** The cookies that a response sets, as a browser sends them back. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
}

/** A form as a browser sends it. */
export function form(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', body: String(new URLSearchParams(fields)), headers: { ...type, ...headers } }
}
