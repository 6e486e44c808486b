import type { MiddlewareInterface, RequestHandler, ServerRequest } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import type { Logger } from './logger.ts'

export interface AccessLogOptions {
  /** The text at the beginning of each line. Default: none. */
  readonly prefix?: string
}

/** Writes a line for each request: method, path and status. */
export class AccessLog implements MiddlewareInterface {
  readonly #logger: Logger
  readonly #prefix: string

  constructor(logger: Logger, options: AccessLogOptions = {}) {
    const { prefix = '' } = checkOptions('new AccessLog()', options, { prefix: optionKind.text })
    this.#logger = logger
    this.#prefix = prefix
  }

  readonly process = async (request: ServerRequest, handler: RequestHandler): Promise<Response> => {
    const response = await handler(request)
    this.#logger.log(`${this.#prefix}${request.method} ${request.path} ${response.status}`)
    return response
  }
}
