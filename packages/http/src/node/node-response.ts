// biome-ignore-all lint/suspicious/noTsIgnore: only programs without the types of node have something to ignore

import type { ServerRequest } from '../request/server-request.ts'
import { NodeSource } from './node-source.ts'

// One line, since the compiler obeys `@ts-ignore` only in the last line of a comment.
/** @ts-ignore The response of `node:http`; `any` in a program without the types of node. */
type HttpResponse = import('node:http').ServerResponse

/**
 * Returns the response of `node:http` that a request is answered with, whose `req` is the request of `node:http`;
 * `undefined` for a request that came without a server of node.
 *
 * For adapters to libraries that know connections. The pipeline still answers the request: to destroy the response cuts
 * the connection, but do not write to it.
 */
export function nodeResponse(request: ServerRequest): HttpResponse | undefined {
  const { source } = request
  return source instanceof NodeSource ? source.outgoing : undefined
}
