import {
  type Application,
  HttpError,
  type Middleware,
  type MiddlewareDescription,
  type RunOptions,
  text,
} from '@app/core'
import { developmentErrorResponder } from '@app/core/development'
import { reasonPhrase } from '@app/core/errors'
import { accessLog } from '@app/core/logging'

interface Shown {
  /** Records requests, and shows them. */
  readonly inspector: Middleware | undefined
  /** Serves `public/`. */
  readonly files: Middleware | undefined
  readonly hasLines: boolean
}

/**
 * What a development server adds to an application: a line for each request, unless the application logs them itself,
 * and a page with the details of an error, unless the application answers the error.
 */
export function developmentOptions(application: Application, { inspector, files, hasLines }: Shown): RunOptions {
  const isLogged = !hasLines || hasAccessLog(application.describe().items)
  const log = isLogged ? [] : [accessLog({ format: 'pretty' })]
  return {
    inFront: [...(inspector ? [inspector] : []), ...log, ...(files ? [files] : [])],
    respond: developmentErrorResponder(plainAnswer),
  }
}

/** The answer to a 404 and the like, as in production; `developmentErrorResponder` adds the reason. */
function plainAnswer(error: unknown): Response {
  const { status, headers, expose, message } = HttpError.is(error)
    ? error
    : { status: 500, headers: {}, expose: false, message: '' }
  return text(expose ? message : reasonPhrase(status), { status, headers: { ...headers } })
}

/** Finds an access log by the name of its function or of its service. */
function hasAccessLog(items: readonly MiddlewareDescription[]): boolean {
  return items.some(({ name = '', items: inner = [] }) => /access.?log/i.test(name) || hasAccessLog(inner))
}
