import type { RequestLogger } from '../container/application-types.ts'

/**
 * A logger that may have the method `child`, which makes a logger that adds values to each line, as in pino and bunyan.
 */
interface Parent extends RequestLogger {
  child?(values: object): RequestLogger
}

/** True if a logger has a method for each of the four levels. */
export function isRequestLogger(logger: object): logger is Parent {
  return LEVELS.every((level) => typeof (logger as Record<string, unknown>)[level] === 'function')
}

/**
 * Makes a function that gets the id of a request and returns the logger of this request: a child of the given logger
 * or, if that logger makes no children, a wrapper around it. Without an id, the function returns the given logger.
 */
export function childOf(logger: Parent): (requestId: string | undefined) => RequestLogger {
  return (requestId) => {
    if (requestId === undefined) return logger
    return (
      logger.child?.({ requestId }) ??
      new LevelledLogger((level, values, message) => {
        const all = { requestId, ...values }
        if (message === undefined) logger[level](all)
        else logger[level](all, message)
      })
    )
  }
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

export type Level = (typeof LEVELS)[number]

export type WriteLine = (level: Level, values: object, message: string | undefined) => void

/**
 * A logger whose methods for the four levels all call one function. If an error is given in place of values, it becomes
 * the value `err`, as with pino.
 */
export class LevelledLogger implements RequestLogger {
  readonly #write: WriteLine

  constructor(write: WriteLine) {
    this.#write = write
  }

  debug(values: object | string, message?: string): void {
    this.#log('debug', values, message)
  }

  info(values: object | string, message?: string): void {
    this.#log('info', values, message)
  }

  warn(values: object | string, message?: string): void {
    this.#log('warn', values, message)
  }

  error(values: object | string, message?: string): void {
    this.#log('error', values, message)
  }

  #log(level: Level, values: object | string, message: string | undefined): void {
    if (typeof values === 'string') this.#write(level, {}, values)
    else if (values instanceof Error) this.#write(level, { err: values }, message ?? values.message)
    else this.#write(level, values, message)
  }
}
