import type { RequestHandlerInterface } from '../messages/request-handler.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { description, type PipelineDescription } from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { PREPARE, type PreparedMiddleware } from '../middleware/prepared-middleware.ts'
import { fromCaller } from '../middleware/user-frames.ts'
import type { ErrorListener } from './boundary.ts'
import { type LiteralPath, type Piped, position } from './position.ts'
import { RUNNER, Runner } from './runner.ts'

/**
 * A queue of middleware that is itself middleware (contract 1.6, 4.4).
 *
 * It is compiled before the first request that reaches it, and again after something was piped.
 */
export class Pipeline implements MiddlewareInterface, RequestHandlerInterface {
  readonly #items: PreparedMiddleware[] = []
  /** @internal */
  readonly [RUNNER]: Runner
  /** Runs as middleware: what nothing here answers goes on to `handler`, and errors are the caller's. */
  readonly process: MiddlewareInterface['process']
  /** Runs as an entry: always an answer, 404 where nothing has one, and errors inside the boundary. */
  readonly handle: RequestHandlerInterface['handle']

  /** `onError` hears of each error that no middleware answered; left out, those of status 500 and above are logged. */
  constructor({ onError }: { readonly onError?: ErrorListener } = {}) {
    const runner = new Runner(inSequence(this.#items), onError)
    this[RUNNER] = runner
    this.process = runner.process
    this.handle = runner.handle
  }

  /**
   * Adds middleware at the end, for every request or for those under a literal path prefix (contract 4.2).
   *
   * Throws `InvalidMiddlewareError` for what is none, `PathPrefixError` for a prefix that is no literal path.
   */
  pipe(middleware: MiddlewareLike): this
  pipe<const P extends string>(path: LiteralPath<P>, middleware: MiddlewareLike): this
  pipe(...piped: Piped): this {
    this.#items.push(fromCaller(Pipeline.prototype.pipe, () => position(this.#items.length + 1, piped)))
    this[RUNNER].changed()
    return this
  }

  /** What was piped, in its order, as plain frozen data for tools; nothing is made for it. */
  describe(): PipelineDescription {
    return Object.freeze({ items: Object.freeze(this.#items.map((item) => item.describe())) })
  }

  /** @internal */
  [PREPARE](): PreparedMiddleware {
    const describe = () => description({ kind: 'pipeline', name: this.constructor.name, ...this.describe() })
    return { ...this[RUNNER].nested(), describe }
  }
}
