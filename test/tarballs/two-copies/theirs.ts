import {
  Application,
  attributeKey,
  ErrorHandler,
  type Middleware,
  type MiddlewareInterface,
  Pipeline,
  type RequestHandler,
  type ServerRequest,
  text,
} from '@app/core'
import { doublePass, doublePassError } from '@app/double-pass'

/**
 * The kinds of values that a package of another team may export for applications. Their types come from the copy of the
 * core that the package imports, which may differ from the application's copy.
 */
export const guard: Middleware = (request, handler) => handler(request)
export const show: RequestHandler<{ readonly id: string }> = (request) => text(request.params.id)
export class Audit implements MiddlewareInterface {
  readonly process = (request: ServerRequest, handler: RequestHandler) => handler(request)
}
export const Team = attributeKey<string>('team')
export const pipeline = new Pipeline().pipe(guard)
export const application = new Application()
export const handler = new ErrorHandler()
export const older = doublePass((request, response, next) => next(request, response))
export const failed = doublePassError((_error, _request, response) => response)
