import { outliveOutput, reportError, terminal } from '#platform/primitives'
import { headerName } from '../messages/header-syntax.ts'
import { onEnd } from '../messages/on-end.ts'
import { mapAnswer } from '../messages/request-handler.ts'
import { printable } from '../messages/value-kinds.ts'
import type { Middleware } from '../middleware/middleware.ts'
import { type AccessEntry, accessEntry, prettyLine } from './access-entry.ts'

/** The part of a logger that the access log calls; a logger of pino fits. */
export interface AccessLogger {
  info(entry: AccessEntry, message: string): unknown
}

/** Options of `accessLog`. */
export interface AccessLogOptions {
  /** Default: one line for each request on standard output. */
  readonly logger?: AccessLogger
  /** The format of lines without a logger. Default: `pretty` on a terminal, `json` otherwise. */
  readonly format?: 'json' | 'pretty'
  /** Includes the query, which may contain secrets. Default: `false`. */
  readonly query?: boolean
  /** The request headers to include. Default: none. */
  readonly headers?: readonly string[]
}

/**
 * Middleware that logs each request once: when the last octet of its answer was sent, or when its client left.
 *
 * It logs the status that was sent, even if the answer was made outside. With `requestId` in front, it includes the
 * request id. Lines that cannot be written, for example on a full disk, are dropped; one message says so. Throws a
 * `TypeError` for an invalid header name.
 */
export function accessLog({ logger, format, query = false, headers = [] }: AccessLogOptions = {}): Middleware {
  const asked = { query, headers: headers.map(headerName) }
  const write = logger ? writeTo(logger) : lineWriter(format)
  return function accessLog(request, handler) {
    const begun = performance.now()
    let passed: Response | undefined
    onEnd(request, (end) => write(accessEntry(request, end, passed, performance.now() - begun, asked)))
    const note = (response: Response): Response => {
      passed = response
      return response
    }
    return mapAnswer(handler(request), note)
  }
}

function writeTo(logger: AccessLogger): (entry: AccessEntry) => void {
  let hasFailed = false
  const fail = (error: unknown) => {
    if (hasFailed) return
    hasFailed = true
    reportError(new Error('The logger of accessLog() fails: lines are dropped', { cause: error }))
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

function lineWriter(format: 'json' | 'pretty' | undefined): (entry: AccessEntry) => void {
  outliveOutput()
  const { isTerminal, hasColors } = terminal()
  if (format === 'pretty' || (format === undefined && isTerminal)) {
    return (entry) => console.log(prettyLine(entry, new Date(), hasColors))
  }
  return (entry) => console.log(printable(JSON.stringify({ time: new Date().toISOString(), ...entry })))
}
