import { ConfigurationError } from '@app/checks'

/**
 * Makes the error for a route with a bad method, token, option or metadata value, and for a route that the router
 * cannot express.
 */
export function invalidRoute(message: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError('APP_ROUTE', message, options)
}
