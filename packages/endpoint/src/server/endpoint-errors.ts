import type { EndpointDescription } from '../endpoint.ts'

/**
 * The error for an endpoint that cannot be served as it is described, and for a handler that returned a value from
 * which no response can be made.
 */
export class EndpointError extends Error {
  override readonly name: string = 'EndpointError'

  constructor(endpoint: string, problem: string, options?: ErrorOptions) {
    super(`Endpoint ${endpoint}: ${problem}`, options)
  }
}

/**
 * The error for a response that does not fit the description of its endpoint. The mistake is the server's, so the
 * client gets a 500.
 */
export class ReplyError extends EndpointError {
  override readonly name = 'ReplyError'
}

/** Returns the text by which messages of errors name an endpoint: its method and path, and its name if it has one. */
export function nameOf({ method, path, name }: EndpointDescription): string {
  return name === undefined ? `${method} ${path}` : `${method} ${path} (${name})`
}
