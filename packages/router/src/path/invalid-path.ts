import { ConfigurationError } from '@app/checks'

/**
 * Makes the error for the path of a route that does not parse. The message points at the mistake, at the index
 * `position` of the path, and says what to write instead.
 */
export function invalidPath(path: string, position: number, problem: string, instead: string): ConfigurationError {
  return new ConfigurationError(
    'APP_PATH_SYNTAX',
    `Invalid path "${path}": ${problem}. Write ${instead}.\n  ${path}\n  ${' '.repeat(position)}^`,
  )
}
