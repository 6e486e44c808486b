import type { ServerResponse } from 'node:http'
import type { ServerRequest } from '../request/server-request.ts'
import { NodeSource } from './node-source.ts'

/**
 * Returns the response of `node:http` that a request is answered with, whose `req` is the request of `node:http`;
 * `undefined` for a request that came without a server of node.
 *
 * For adapters to libraries that know connections. The pipeline still answers the request: to destroy the response cuts
 * the connection, but do not write to it.
 */
export function nodeResponse(request: ServerRequest): ServerResponse | undefined {
  const { source } = request
  return source instanceof NodeSource ? source.outgoing : undefined
}
