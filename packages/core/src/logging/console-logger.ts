import { checkOptions, optionKind, printable } from '@app/checks'
import { outliveOutput, printError } from '@app/http/internal'
import { terminal } from '#platform/primitives'
import type { RequestLogger } from '../container/application-types.ts'
import type { ServiceName } from '../container/container.ts'
import { type AccessEntry, prettyLine } from './access-entry.ts'
import { type Level, LevelledLogger } from './request-logger.ts'

/**
 * The service name of the program's logger, for code that has no request: `inject = ['@app/core/Logger'] as const`.
 *
 * The core's `configProvider` registers a logger of `consoleLogger` under this name. Another factory or service of this
 * name replaces that logger.
 */
export const LOGGER_SERVICE: ServiceName<RequestLogger> = '@app/core/Logger'

/** Options of `consoleLogger`. */
export interface ConsoleLoggerOptions {
  /** The format of the lines. Default: `pretty` on a terminal, `json` otherwise. */
  readonly format?: 'json' | 'pretty' | undefined
}

/**
 * Makes a logger that prints lines in the format that `accessLog` uses by default: lines of the level `error` on
 * standard error, all others on standard output.
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

/**
 * Prints the lines of a program that has no other logger: JSON for machines, or text for people. Lines of the level
 * `error` go to standard error.
 */
export class Lines {
  readonly #isPretty: boolean
  readonly #hasColors: boolean

  constructor(format: 'json' | 'pretty' | undefined) {
    outliveOutput()
    const { isTerminal, hasColors } = terminal()
    this.#isPretty = format === 'pretty' || (format === undefined && isTerminal)
    this.#hasColors = hasColors
  }

  readonly entry = (entry: AccessEntry): void => {
    if (this.#isPretty) console.log(prettyLine(entry, new Date(), this.#hasColors))
    else console.log(jsonLine(entry))
  }

  readonly loggerFor = (requestId: string | undefined): RequestLogger => {
    const id = requestId === undefined ? {} : { requestId }
    return new LevelledLogger((level, values, message) => {
      if (this.#isPretty) this.#prettyLine(level, { ...id, ...values }, message)
      else print(level, jsonLine({ level, ...id, ...values, ...(message !== undefined && { message }) }))
    })
  }

  /** Prints one line; the stack of an error follows it, as the console shows it. */
  #prettyLine(level: Level, values: { readonly requestId?: string; readonly err?: unknown }, message = ''): void {
    const { requestId = '', err, ...others } = values
    const shown = Object.keys(others).length > 0 ? asJson(others) : ''
    const parts = [new Date().toTimeString().slice(0, 8), level, message, shown, requestId]
    print(
      level,
      parts
        .filter((part) => part !== '')
        .map(printable)
        .join(' '),
    )
    if (err !== undefined) printError(err)
  }
}

function print(level: Level, line: string): void {
  if (level === 'error') console.error(line)
  else console.log(line)
}

function jsonLine(values: object): string {
  return printable(asJson({ time: new Date().toISOString(), ...values }))
}

function asJson(values: object): string {
  try {
    return JSON.stringify(values, errorsToo)
  } catch (error) {
    // The error is not rethrown: otherwise a handler whose log line fails would answer 500.
    return JSON.stringify({ unwritable: Object.keys(values), because: String(error) })
  }
}

/** Replaces errors and big integers, which JSON cannot hold. */
function errorsToo(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause !== undefined && { cause }) }
}
