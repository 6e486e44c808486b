import type { ErrorListener, RequestHandlerInterface } from '@app/http'
import { ENTRY } from '@app/http/framework'
import { fromCaller } from '../middleware/invalid-middleware-error.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { description, type PipelineDescription } from '../middleware/middleware-description.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { canonicalPrefix, underPrefix } from '../middleware/path-prefix.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import { PREPARE, type PreparedMiddleware } from '../middleware/prepared-middleware.ts'
import { Runner } from './runner.ts'

/**
 * A queue of middleware that is itself middleware (contract 1.6, 4.4).
 *
 * It is compiled at its first request, and again at the next request after something was piped.
 */
export class Pipeline implements MiddlewareInterface, RequestHandlerInterface {
  readonly #items: PreparedMiddleware[] = []
  /** @internal */
  readonly [ENTRY]: Runner
  /** Runs the pipeline as middleware: requests that nothing here answers go on to `handler`, and errors are thrown. */
  readonly process: MiddlewareInterface['process']
  /** Runs the pipeline as an entry: answers every request, with 404 if nothing else does. Never throws. */
  readonly handle: RequestHandlerInterface['handle']

  /**
   * `onError` is called for each error that no middleware has answered. Default: logs errors of status 500 and above.
   */
  constructor({ onError }: { readonly onError?: ErrorListener } = {}) {
    const runner = new Runner(inSequence(this.#items), onError)
    this[ENTRY] = runner
    this.process = runner.process
    this.handle = runner.handle
  }

  /**
   * Adds middleware at the end, for all requests or for those under a literal path prefix (contract 4.2).
   *
   * Throws `InvalidMiddlewareError` for a value that cannot be middleware, and `PathPrefixError` for an invalid prefix.
   */
  pipe(middleware: MiddlewareLike): this
  pipe<const P extends string>(path: LiteralPath<P>, middleware: MiddlewareLike): this
  pipe(...piped: Piped): this {
    this.#items.push(fromCaller(Pipeline.prototype.pipe, () => position(this.#items.length + 1, piped)))
    this[ENTRY].changed()
    return this
  }

  /** Describes the positions as plain frozen data, for tools. Resolves no lazy services or classes. */
  describe(): PipelineDescription {
    return Object.freeze({ items: Object.freeze(this.#items.map((item) => item.describe())) })
  }

  /** @internal */
  [PREPARE](): PreparedMiddleware {
    const describe = () => description({ kind: 'pipeline', name: this.constructor.name, ...this.describe() })
    return { ...this[ENTRY].nested(), describe }
  }
}

/** A path without placeholders, as a prefix has to be. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/** The arguments of `pipe`. */
export type Piped = [middleware: MiddlewareLike] | [path: string, middleware: MiddlewareLike]

/**
 * Prepares a position of a pipeline. Errors name it by its place: its number, counted from 1, or the key of the configuration
 * entry that it was made from.
 */
export function position(number: number, piped: Piped, place: string = `pipe ${number}`): PreparedMiddleware {
  const prefix = piped.length === 1 ? '' : canonicalPrefix(piped[0])
  const item = prepareMiddleware(piped.at(-1), prefix ? `${place} at "${prefix}"` : place)
  return prefix ? underPrefix(prefix, item) : item
}
