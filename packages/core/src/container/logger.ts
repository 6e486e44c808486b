/** A logger that takes values and a message, or a message alone, as loggers of pino do. */
export interface RequestLogger {
  debug(message: string): void
  debug(values: object, message?: string): void
  info(message: string): void
  info(values: object, message?: string): void
  warn(message: string): void
  warn(values: object, message?: string): void
  error(message: string): void
  error(values: object, message?: string): void
}
