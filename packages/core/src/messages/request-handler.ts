import type { Params } from '@app/router'
import type { ServerRequest } from './server-request.ts'

/** What a handler or middleware gives back. */
export type Answer = Response | Promise<Response>

/** Turns a request into a response. */
export type RequestHandler<P = Params> = (request: ServerRequest<P>) => Answer

/** A handler as an object. Property syntax, so that its params are checked strictly. */
export interface RequestHandlerInterface<P = Params> {
  readonly handle: (request: ServerRequest<P>) => Answer
}
