import type { MiddlewareInterface, RequestHandler, ServerRequest } from '@app/core'
import type { Logger } from './logger.ts'

/** Writes a line for each request: method, path and status. */
export class AccessLog implements MiddlewareInterface {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  readonly process = async (request: ServerRequest, handler: RequestHandler): Promise<Response> => {
    const response = await handler(request)
    this.#logger.log(`${request.method} ${request.path} ${response.status}`)
    return response
  }
}
