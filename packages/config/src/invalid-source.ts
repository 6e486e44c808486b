import { ConfigurationError, describeValue } from '@app/checks'
import type { Origin } from './origin.ts'

/** The error for an invalid source, or for a provider that threw or did not return a map. */
function invalidSource(origin: Origin, problem: string, options?: ErrorOptions): ConfigurationError {
  return new ConfigurationError('APP_CONFIG_PROVIDER', `${origin.name} ${problem}`, options)
}

export function notASource(origin: Origin, got: unknown): ConfigurationError {
  const hint = 'A source is a map, a function that gives a map, autoload(folder), file(path) or search(name)'
  return invalidSource(origin, `of the configuration is ${describeValue(got)}. ${hint}.`)
}

export function providerGave(origin: Origin, got: unknown): ConfigurationError {
  return invalidSource(origin, `gave ${describeValue(got)} in place of a map. Return \`{ … }\` from it.`)
}

export function providerThrew(origin: Origin, cause: unknown): ConfigurationError {
  return invalidSource(origin, 'threw an error; see the cause of this error.', { cause })
}
