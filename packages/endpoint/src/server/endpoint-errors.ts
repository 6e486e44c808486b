import type { EndpointDescription } from '../endpoint.ts'

/** An endpoint cannot be served as it is described, or its handler gave what no answer can be made of. */
export class EndpointError extends Error {
  override readonly name: string = 'EndpointError'

  constructor(endpoint: string, problem: string, options?: ErrorOptions) {
    super(`Endpoint ${endpoint}: ${problem}`, options)
  }
}

/** An answer is not as its endpoint describes it. It is a mistake of the server, and answers 500. */
export class ReplyError extends EndpointError {
  override readonly name = 'ReplyError'
}

/** An endpoint as errors name it. */
export function nameOf({ method, path, name }: EndpointDescription): string {
  return name === undefined ? `${method} ${path}` : `${method} ${path} (${name})`
}
