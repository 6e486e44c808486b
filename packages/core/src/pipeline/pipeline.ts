import type { ErrorListener, RequestHandlerInterface } from '@app/http'
import { ENTRY, type Entry } from '@app/http/framework'
import { refuseUnknownOwn } from '#platform/primitives'
import { fromCaller } from '../middleware/invalid-middleware-error.ts'
import type { MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { inSequence } from '../middleware/nested-pipeline.ts'
import { canonicalPrefix, underPrefix } from '../middleware/path-prefix.ts'
import { prepareMiddleware } from '../middleware/prepare-middleware.ts'
import { describeAll } from '../tree/describe.ts'
import type { EntryDescription, PipelineDescription } from '../tree/middleware-description.ts'
import { PREPARE, type PreparedMiddleware, type PreparedPipeline } from '../tree/prepared-middleware.ts'
import { Runner } from './runner.ts'

/**
 * A queue of middleware that is itself middleware (contract 1.6, 4.4).
 *
 * It is compiled at its first request, and again at the next request after something was piped.
 *
 * @example
 * const api = new Pipeline().pipe((request, handler) => handler(request))
 * app.pipe('/api', api)
 */
export class Pipeline implements MiddlewareInterface, RequestHandlerInterface {
  readonly #items: PreparedMiddleware[] = []
  readonly #node: PreparedPipeline = inSequence(this.#items)
  /** @internal */
  readonly [ENTRY]: Entry
  readonly #runner: Runner
  /**
   * Runs the pipeline as middleware: requests that the pipeline does not answer go on to `handler`, and errors are
   * thrown.
   */
  readonly process: MiddlewareInterface['process']
  /**
   * Runs the pipeline as the outermost handler, which answers every request: with 404 if no middleware answers, and
   * with the status of the error if an error is thrown. Throws only if the pipeline cannot be compiled.
   */
  readonly handle: RequestHandlerInterface['handle']

  /**
   * `onError` is called for each error that no middleware has answered. Default: logs errors of status 500 and above.
   * Throws an `OptionError` for an unknown option.
   */
  constructor(options: { readonly onError?: ErrorListener } = {}) {
    refuseUnknownOwn('new Pipeline()', options, ['onError'])
    const runner = new Runner(this.#node, options.onError)
    this[ENTRY] = runner
    this.#runner = runner
    this.process = runner.process
    this.handle = runner.handle
  }

  /**
   * Adds middleware at the end of the pipeline, for all requests or for those under a literal path prefix (contract
   * 4.2).
   *
   * Throws `InvalidMiddlewareError` for a value that cannot be middleware, and `PathPrefixError` for an invalid prefix.
   */
  pipe(middleware: MiddlewareLike): this
  pipe<const P extends string>(path: LiteralPath<P>, middleware: MiddlewareLike): this
  pipe(...piped: Piped): this {
    this.#items.push(fromCaller(Pipeline.prototype.pipe, () => position(this.#items.length + 1, piped)))
    this.#node.revision.count++
    return this
  }

  /**
   * Describes the positions as plain frozen data, for tools. Makes no service, and constructs no class of middleware.
   */
  describe(): PipelineDescription {
    return Object.freeze({ items: describeAll(this.#items) })
  }

  /** @internal */
  [PREPARE](place: string): object {
    return this.#runner.nested(place, this.constructor.name)
  }
}

/** A path without placeholders: the type of a path prefix. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/** The arguments of `pipe`. */
export type Piped = [middleware: MiddlewareLike] | [path: string, middleware: MiddlewareLike]

/**
 * Prepares a position of a pipeline. Errors name the position by its number, counted from 1, or by the configuration
 * entry that made it.
 */
export function position(number: number, piped: Piped, entry?: EntryDescription): PreparedMiddleware {
  const place = entry ? placeOfEntry(entry) : `pipe ${number}`
  const prefix = piped.length === 1 ? '' : canonicalPrefix(piped[0])
  const item = prepareMiddleware(piped.at(-1), prefix ? `${place} at "${prefix}"` : place)
  const node = prefix ? underPrefix(prefix, item) : item
  return entry ? { ...node, entry } : node
}

function placeOfEntry({ key, origin }: EntryDescription): string {
  return origin === undefined ? key : `${key} (${origin})`
}
