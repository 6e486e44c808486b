import { ConfigurationError } from '@app/core/extending'
import type { EndpointDescription } from '../endpoint.ts'

/** Makes the error for an endpoint that cannot be served as it is described. */
export function invalidEndpoint(endpoint: string, problem: string): ConfigurationError {
  return new ConfigurationError('APP_ENDPOINT', `Endpoint ${endpoint}: ${problem}`)
}

/** Returns the text by which messages of errors name an endpoint: its method and path, and its name if it has one. */
export function nameOf({ method, path, name }: EndpointDescription): string {
  return name === undefined ? `${method} ${path}` : `${method} ${path} (${name})`
}
