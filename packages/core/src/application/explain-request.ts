import { type Answer, empty, type ServerRequest } from '@app/http'
import { answerTest, type Entry } from '@app/http/framework'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { type ExplainedPosition, explainWay } from '../tree/explain.ts'
import { NOWHERE, preparedOf } from '../tree/prepared-middleware.ts'
import { ready } from '../tree/ready.ts'
import type { Application } from './application.ts'

/** The way of a request through an application. */
export interface Explanation {
  readonly method: string
  /** The canonical path; absent for a target that has none. */
  readonly path?: string
  /** What answers for certain: a position, a route, or a status such as `405`. */
  readonly answer: string
  /** All positions, in their order. */
  readonly items: readonly ExplainedPosition[]
}

/**
 * Explains where a request goes, without running a handler: which positions it reaches, which it passes by and why, and what
 * answers.
 *
 * Middleware may answer earlier than this says, as a guard does; nothing runs later. Services are made to see what they are.
 * Rejects with what `check()` would report of the steps, the routes or the router.
 *
 * @example
 * ```ts
 * import { Application, text } from '@app/core'
 * import { explainRequest } from '@app/core/proofs'
 * import { FindMyWayRouter } from '@app/router-find-my-way'
 *
 * const app = new Application({ router: new FindMyWayRouter() })
 * app.pipe('/admin', (request, handler) => handler(request))
 * app.get('/admin/users', () => text('Ada'))
 * const { answer, items } = await explainRequest(app, 'GET', '/admin/users')
 * console.log(answer, items.map(({ place, verdict }) => `${place} ${verdict}`))
 * ```
 */
export async function explainRequest(
  application: Application | Pipeline,
  method: string,
  target: string,
): Promise<Explanation> {
  const node = preparedOf(application, '')
  if (!node) throw new TypeError('explainRequest() takes an application or a pipeline of this copy of @app/core.')
  await ready(node, NOWHERE)
  let explained: Explanation = { method, answer: '400, since the path cannot be read', items: [] }
  const look = async (request: ServerRequest): Promise<Response> => {
    const way = { request, result: undefined, answer: undefined as string | undefined }
    const { items = [] } = await explainWay(node, NOWHERE, way)
    explained = { method, path: request.path, answer: way.answer ?? '404, since nothing answers', items }
    return empty()
  }
  await answerTest(entryOf(look), target, { method })
  return Object.freeze(explained)
}

/** An entry that looks at a request in place of an answer. */
function entryOf(handle: (request: ServerRequest) => Answer): Entry {
  return { onError: undefined, handle, refuse: () => empty(), process: handle, ready: () => undefined }
}
