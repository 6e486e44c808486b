import { checkOptions, optionKind } from '@app/http/framework'
import type { ServiceName } from '../container/container.ts'
import type { RequestLogger } from '../container/logger.ts'
import { Lines } from './lines.ts'

/**
 * The service name of the program's logger, for code that has no request: `inject = ['@app/core/Logger'] as const`.
 *
 * The core's `configProvider` makes it by `consoleLogger`. Another factory or service of this name replaces it.
 */
export const LOGGER_SERVICE: ServiceName<RequestLogger> = '@app/core/Logger'

/** Options of `consoleLogger`. */
export interface ConsoleLoggerOptions {
  /** The format of the lines. Default: `pretty` on a terminal, `json` otherwise. */
  readonly format?: 'json' | 'pretty'
}

/**
 * Makes a logger that prints lines as `accessLog` does without a logger: errors on standard error, all else on standard
 * output.
 *
 * Throws an `OptionError` for an unknown option or format.
 *
 * @example
 * app.pipe(accessLog({ logger: consoleLogger() }))
 */
export function consoleLogger(options: ConsoleLoggerOptions = {}): RequestLogger {
  const { format } = checkOptions('consoleLogger()', options, { format: optionKind.oneOf('json', 'pretty') })
  return new Lines(format).loggerFor(undefined)
}
