/** True if a value is an object with this symbol. Never throws, even for a proxy that does. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && brand in value
  } catch {
    return false
  }
}

const CONFIGURATION = Symbol.for('@app/checks/ConfigurationError')

/**
 * The application is put together wrongly: a section of the configuration, a service, a route, an option. Thrown while
 * the application starts, and by `check()`.
 *
 * The `code` of a cause stays the same for a major version; the message says what to change, and may improve at any
 * time.
 *
 * @example
 * if (ConfigurationError.is(error) && error.code === 'APP_ROUTER_MISSING') installRouter()
 */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError'
  /** The cause, such as `APP_ROUTER_MISSING`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** True if a value is a `ConfigurationError` of this or another copy of the package. */
  static is(value: unknown): value is ConfigurationError {
    return hasBrand(value, CONFIGURATION)
  }
}

Object.defineProperty(ConfigurationError.prototype, CONFIGURATION, { value: true })

const USAGE = Symbol.for('@app/checks/UsageError')

/**
 * A function was called in a way that it does not allow, such as a handler that is called twice, or a URL that is
 * generated without its parameters. Thrown while a request is handled.
 *
 * The `code` of a cause stays the same for a major version; the message says what to change, and may improve at any
 * time.
 */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** The cause, such as `APP_URL_PARAMS`. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** True if a value is a `UsageError` of this or another copy of the package. */
  static is(value: unknown): value is UsageError {
    return hasBrand(value, USAGE)
  }
}

Object.defineProperty(UsageError.prototype, USAGE, { value: true })
