import {
  type Application,
  HttpError,
  type Middleware,
  type MiddlewareDescription,
  type RunOptions,
  reasonPhrase,
  text,
} from '@app/core'
import { accessLog } from '@app/core/logging'
import { developmentErrorResponder } from '@app/development'
import type { MountedInspector } from './serve-inspector.ts'

interface Shown {
  /** The inspector, which records requests and shows them in a browser. */
  readonly inspector: MountedInspector | undefined
  /** The middleware that serves the files of `public/`. */
  readonly files: Middleware | undefined
  readonly hasLines: boolean
}

/**
 * Returns the options with which `app serve` runs an application. With `hasLines`, a line is logged for each request,
 * unless the application logs requests itself. For an error that the application does not answer itself, the response
 * is a page with details.
 */
export function developmentOptions(application: Application, { inspector, files, hasLines }: Shown): RunOptions {
  const isLogged = !hasLines || hasAccessLog(application.describe().items)
  const log = isLogged ? [] : [accessLog({ format: 'pretty' })]
  return {
    before: [...(inspector ? [inspector.middleware] : []), ...log, ...(files ? [files] : [])],
    respond: developmentErrorResponder(plainAnswer, { hosts: inspector?.hosts }),
  }
}

/**
 * Makes the response that the application gives to an error in production. `developmentErrorResponder` adds the details
 * to it.
 */
function plainAnswer(error: unknown): Response {
  const { status, expose, message } = HttpError.is(error) ? error : { status: 500, expose: false, message: '' }
  return text(expose ? message : reasonPhrase(status), { status })
}

/**
 * True if a list of middleware, or a list inside of it, has an access log, which is recognized by the name of its
 * function or of its service.
 */
function hasAccessLog(items: readonly MiddlewareDescription[]): boolean {
  return items.some(({ name = '', items: inner = [] }) => /access.?log/i.test(name) || hasAccessLog(inner))
}
