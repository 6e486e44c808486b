import { UsageError } from '@app/checks'

/**
 * Makes the error for a URL that cannot be made from the given values. The message names the route, the param or key,
 * and the expected value.
 */
export function invalidParams(message: string): UsageError {
  return new UsageError('APP_URL_PARAMS', message)
}
