import {
  type Application,
  type Awaitable,
  type EntryDescription,
  empty,
  type Pipeline,
  type ServerRequest,
} from '@app/core'
import { answerTest, planOf, ready, type Servable } from '@app/core/internal'
import type { Params } from '@app/router'
import { type AnswerSoFar, type ExplainedPosition, explainWay } from './explain-way.ts'
import { type NearRoute, nearest, nearRoutes } from './near-routes.ts'
import { foreign } from './survey.ts'
import { whyUnreadable } from './why-unreadable.ts'

/**
 * The result of `explainRequest()`: what answers a request, and the way of the request through the positions of the
 * pipeline.
 *
 */
export interface Explanation {
  readonly method: string
  /** The canonical path of the request; absent if the target has none, such as `/%`. */
  readonly path?: string
  /** The name of the position or the route that certainly answers, or a status such as `405`. */
  readonly answer: string
  /**
   * The status of a response that comes from no handler: 400, 404, 405, or 200 for OPTIONS; 500 for a service that
   * cannot be made. Absent if a handler answers. Error middleware that gets a 404 or 405 may answer otherwise.
   */
  readonly status?: number
  /** The methods that the path allows, for a response that names them in the header `Allow`. */
  readonly allow?: readonly string[]
  /** The route that answers; absent if no route does. */
  readonly route?: ExplainedRoute
  /** Routes that nearly answer the request, each with the reason why it does not. */
  readonly near: readonly NearRoute[]
  /** All positions of the pipeline, in their order; none if the request has no canonical path. */
  readonly items: readonly ExplainedPosition[]
}

/** The route that answers a request. */
export interface ExplainedRoute {
  readonly name: string
  /** The path of the route, with the prefix of its application. */
  readonly path: string
  /** The methods of the route; `null` means any method that the router supports. */
  readonly methods: readonly string[] | null
  readonly params: Params
  readonly entry?: EntryDescription
}

/**
 * Explains the way of a request through an application, without running a handler: the positions that the request
 * reaches, the positions that it skips and why, and the position that answers.
 *
 * Middleware such as a guard may answer earlier than explained; nothing runs after the explained answer. Services of
 * the pipeline that the request reaches are constructed, to look inside of them. If the pipeline, the routes or the
 * router of the application are wrong, the promise rejects with the error that `app.check()` has for this.
 *
 * @example
 * ```ts
 * import { Application, text } from '@app/core'
 * import { explainRequest } from '@app/proofs'
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
  const plan = planOf(application)
  if (!plan) throw foreign('explainRequest()', 'an application or a pipeline')
  await ready(plan)
  let explained: Explanation = {
    method,
    answer: `400, since ${whyUnreadable(target)}`,
    status: 400,
    near: [],
    items: [],
  }
  const look = async (request: ServerRequest): Promise<Response> => {
    const found: AnswerSoFar = { tables: [] }
    const { items = [] } = await explainWay(plan, request, found)
    const { result, entry, allow, offeredTo } = found
    const status = found.answer === undefined ? 404 : found.status
    const isOffered = offeredTo !== undefined && (status === 404 || status === 405)
    const near = found.tables.flatMap((table) => nearRoutes(table.content, table.request, result?.route))
    const route = result && {
      name: result.route.name,
      path:
        (found.tables.find(({ content }) => content.table.nodes.has(result.route))?.request.basePath ?? '') +
        result.route.path,
      methods: result.route.methods,
      params: result.params,
      ...(entry && { entry }),
    }
    explained = {
      method: request.method,
      path: request.path,
      answer: isOffered ? `${status}, unless ${offeredTo} answers` : (found.answer ?? '404, since nothing answers'),
      ...(status !== undefined && { status }),
      ...(allow && { allow }),
      ...(route && { route }),
      near: nearest(near),
      items,
    }
    return empty()
  }
  await answerTest(servableOf(look), target, { method })
  return Object.freeze(explained)
}

/** Makes an object that `answerTest()` takes in place of an application, and that passes each request to `handle`. */
function servableOf(handle: (request: ServerRequest) => Awaitable<Response>): Servable {
  return { onError: undefined, handle, refuse: () => empty(), process: handle, ready: () => undefined }
}
