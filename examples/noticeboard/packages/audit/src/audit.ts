import { IDENTITY } from '@app/authentication'
import { type MiddlewareInterface, matchedRoute, type RequestHandler, type ServerRequest } from '@app/core'
import { REQUEST_ID } from '@app/core/logging'
import type { Journal } from './entry.ts'

/**
 * Middleware that records every request that may change something, when a handler has answered it. A request whose
 * handler throws is not recorded.
 */
export class Audit implements MiddlewareInterface {
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  readonly process = async (request: ServerRequest, handler: RequestHandler): Promise<Response> => {
    const response = await handler(request)
    if (READS.has(request.method)) return response
    await this.#journal.write({
      time: new Date().toISOString(),
      who: request.attribute(IDENTITY)?.id ?? null,
      method: request.method,
      path: request.fullPath,
      route: matchedRoute(request)?.path ?? null,
      status: response.status,
      request: request.attribute(REQUEST_ID) ?? null,
    })
    return response
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
