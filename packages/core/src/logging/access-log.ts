import { checkOptions, optionKind, printable } from '@app/checks'
import { beforeSending, onEnd, type Provides, provides } from '@app/http'
import { headerName, printError } from '@app/http/internal'
import type { RequestLogger } from '../container/application-types.ts'
import { forEveryResponse } from '../middleware/for-every-response.ts'
import type { Middleware } from '../middleware/middleware.ts'
import { type AccessEntry, accessEntry } from './access-entry.ts'
import { Lines } from './console-logger.ts'
import { childOf, isRequestLogger } from './request-logger.ts'
import { LOGGER, mark, REQUEST_ID } from './request-marks.ts'

/** A logger with one method, which gets the entries of an access log. */
export interface AccessLogger {
  info(entry: AccessEntry, message: string): unknown
}

/** Options of `accessLog`. */
export interface AccessLogOptions {
  /**
   * Takes the entries, and the lines that handlers log for a request; a logger of pino fits. A logger that has only
   * `info` gets the entries alone. Default: entries and lines are printed on standard output, lines of the level
   * `error` on standard error.
   */
  readonly logger?: AccessLogger | undefined
  /** The format of lines without a logger. Default: `pretty` on a terminal, `json` otherwise. */
  readonly format?: 'json' | 'pretty' | undefined
  /** Adds the query to each entry; it may contain secrets. Default: `false`. */
  readonly query?: boolean | undefined
  /** The names of the request headers that each entry has. Default: none. */
  readonly headers?: readonly string[] | undefined
}

/**
 * Middleware that logs each request once: when the last byte of its response was sent, or when its client left.
 *
 * It logs the status that was sent, even if middleware before it has replaced the response. With `requestId` before it,
 * it includes the request id. Each request also gets a logger, which includes the request id in each line:
 * `request.attribute(LOGGER)`. The default error listener logs with this logger. Lines that cannot be written, for
 * example on a full disk, are dropped; one message says so. Throws a `TypeError` for an invalid header name, and an
 * `OptionError` for an unknown option or a value of the wrong kind.
 *
 * @example
 * app.pipe(accessLog())
 */
export function accessLog(options: AccessLogOptions = {}): Middleware & Provides<typeof LOGGER> {
  const { logger, format, query = false, headers = [] } = checkOptions('accessLog()', options, KINDS)
  const asked = { query, headers: headers.map(headerName) }
  const { write, loggerFor } = outputOf(logger, format)
  const log: Middleware = function accessLog(request, handler) {
    const begun = performance.now()
    let sent: Response | undefined
    beforeSending(request, (response) => {
      sent = response
    })
    onEnd(request, (end) => write(accessEntry(request, end, sent, performance.now() - begun, asked)))
    return handler(mark(request, LOGGER, loggerFor(request.attribute(REQUEST_ID))))
  }
  return provides([LOGGER], forEveryResponse(log))
}

const KINDS = {
  logger: optionKind.withMethods('info'),
  format: optionKind.oneOf('json', 'pretty'),
  query: optionKind.boolean,
  headers: optionKind.listOf(optionKind.text),
}

/** Writes the entries, and makes the logger of the request with a given id. */
interface Output {
  readonly write: (entry: AccessEntry) => void
  readonly loggerFor: (requestId: string | undefined) => RequestLogger
}

function outputOf(logger: AccessLogOptions['logger'], format: AccessLogOptions['format']): Output {
  if (logger && isRequestLogger(logger)) return { write: writeTo(logger), loggerFor: childOf(logger) }
  const lines = new Lines(format)
  return { write: logger ? writeTo(logger) : lines.entry, loggerFor: lines.loggerFor }
}

function writeTo(logger: AccessLogger): (entry: AccessEntry) => void {
  let hasFailed = false
  const fail = (error: unknown) => {
    if (hasFailed) return
    hasFailed = true
    printError(new Error('The logger of accessLog() fails: lines are dropped', { cause: error }))
  }
  return (entry) => {
    try {
      const logged = logger.info(entry, printable(`${entry.method} ${entry.path} ${entry.status ?? 'aborted'}`))
      if (logged instanceof Promise) logged.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
