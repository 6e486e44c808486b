import type { MiddlewareInterface, RequestHandler, ServerRequest } from '@app/core'
import type { Logger } from './logger.ts'

/** Logs each request and its response. */
export class Audit implements MiddlewareInterface {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  readonly process = async (request: ServerRequest, handler: RequestHandler) => {
    const response = await handler(request)
    this.#logger.log(`${request.method} ${request.path} ${response.status}`)
    return response
  }
}
