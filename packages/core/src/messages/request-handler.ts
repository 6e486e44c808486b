import type { Params } from '@app/router'
import type { ServerRequest } from './server-request.ts'

/** What a handler or middleware gives back. */
export type Answer = Response | Promise<Response>

/**
 * Gives what is made of an answer: at once where the answer is there, else as a promise.
 *
 * Middleware that changes an answer on its way out so stays synchronous where everything behind it is, and costs no
 * promise then.
 */
export function mapAnswer<T>(answer: Answer, use: (response: Response) => T): T | Promise<Awaited<T>> {
  return answer instanceof Promise ? (answer.then(use) as Promise<Awaited<T>>) : use(answer)
}

/** Turns a request into a response. */
export type RequestHandler<P = Params> = (request: ServerRequest<P>) => Answer

/** A handler as an object. Property syntax, so that its params are checked strictly. */
export interface RequestHandlerInterface<P = Params> {
  readonly handle: (request: ServerRequest<P>) => Answer
}
