import type { RequestHandler, ServerRequest } from '@app/http'
import { answerCheck } from '@app/http/internal'
import { isMiddlewareHeard, tracedMiddleware, watchedMiddleware } from '#watching'
import { invalidResponse } from '../middleware/invalid-middleware.ts'
import { refusingHandler } from '../middleware/refusing-handler.ts'
import { describe } from './describe.ts'
import { offeringErrors } from './error-layer.ts'
import type { Continuation, MiddlewareNode, Scope } from './node.ts'

/**
 * Compiles a function or an object. The compiled function allocates nothing for a request, and makes no promise for
 * synchronous middleware.
 */
export function layer(node: MiddlewareNode, next: Continuation, scope: Scope): Continuation {
  const { place } = node
  const handle = refusingHandler(next.handle, place)
  const checkAnswer = answerCheck((answer) => invalidResponse(place, answer))
  const run = watchedMiddleware(node.run, place)
  const traced = (request: ServerRequest) =>
    tracedMiddleware(request, { place, name: describe(node).name }, () => checkAnswer(run(request, handle)))
  const call: RequestHandler = (request) => (isMiddlewareHeard() ? traced(request) : checkAnswer(run(request, handle)))
  return offeringErrors(call, next, scope)
}
