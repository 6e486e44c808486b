import { reportError, terminal } from '#platform/primitives'
import { headerName } from '../messages/header-syntax.ts'
import { onEnd } from '../messages/on-end.ts'
import { printable } from '../messages/printable.ts'
import { mapAnswer } from '../messages/request-handler.ts'
import type { Middleware } from '../middleware/middleware.ts'
import { type AccessEntry, accessEntry } from './access-entry.ts'
import { prettyLine } from './log-line.ts'

/** What an access log needs of a logger; one of pino is one. */
export interface AccessLogger {
  info(entry: AccessEntry, message: string): void
}

/** Where an access log goes, and what it tells. */
export interface AccessLogOptions {
  /** Left out: a line on standard output. */
  readonly logger?: AccessLogger
  /** Of the lines, where there is no logger; left out, `pretty` on a terminal and `json` everywhere else. */
  readonly format?: 'json' | 'pretty'
  /** Tells the query too, which may hold what no log should; no unless told otherwise. */
  readonly query?: boolean
  /** Tells these headers of the request too; none unless told otherwise. */
  readonly headers?: readonly string[]
}

/**
 * Middleware that logs each request once, when the last octet of its answer was sent or its client has left.
 *
 * The status is what was sent, whoever answered. A request id is told where `requestId` is piped in front.
 * Throws a `TypeError` for a header that is no name.
 */
export function accessLog({ logger, format, query = false, headers = [] }: AccessLogOptions = {}): Middleware {
  const asked = { query, headers: headers.map(headerName) }
  const write = logger ? writeTo(logger) : lineWriter(format)
  return function accessLog(request, handler) {
    const begun = performance.now()
    let passed: Response | undefined
    onEnd(request, (end) => {
      try {
        write(accessEntry(request, end, passed, performance.now() - begun, asked))
      } catch (error) {
        reportError(error)
      }
    })
    const note = (response: Response): Response => {
      passed = response
      return response
    }
    return mapAnswer(handler(request), note)
  }
}

function writeTo(logger: AccessLogger): (entry: AccessEntry) => void {
  return (entry) => logger.info(entry, printable(`${entry.method} ${entry.path} ${entry.status ?? 'aborted'}`))
}

function lineWriter(format: 'json' | 'pretty' | undefined): (entry: AccessEntry) => void {
  const { isTerminal, hasColors } = terminal()
  if (format === 'pretty' || (format === undefined && isTerminal)) {
    return (entry) => console.log(prettyLine(entry, new Date(), hasColors))
  }
  return (entry) => console.log(printable(JSON.stringify({ time: new Date().toISOString(), ...entry })))
}
