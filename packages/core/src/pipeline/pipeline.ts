import { mayBeMiddleware, refuseMore } from '@app/checks'
import type { ErrorListener, RequestHandlerInterface } from '@app/http'
import { SERVABLE, type Servable } from '@app/http/internal'
import type { Params } from '@app/router'
import { refuseUnknownOwn } from '#platform/primitives'
import type { Wired } from '../container/application-types.ts'
import type { InjectedMiddleware, MiddlewareInterface, MiddlewareLike } from '../middleware/middleware.ts'
import { canonicalPrefixes } from '../middleware/path-prefix.ts'
import { fromCaller } from '../middleware/stack-frames.ts'
import { describeAll } from '../plan/describe.ts'
import type { EntryDescription, PipelineDescription } from '../plan/description.ts'
import { underPrefixes } from '../plan/limit.ts'
import { NODE, type PipelineNode, type PlanNode } from '../plan/node.ts'
import { nodeOf } from '../plan/node-of.ts'
import { Registered } from '../plan/registered.ts'
import { Runner } from './runner.ts'

/**
 * A queue of middleware that is itself middleware (contract 1.6, 4.4).
 *
 * It is compiled once, for its first request. After that, nothing more can be piped.
 *
 * @example
 * const api = new Pipeline().pipe((request, handler) => handler(request))
 * app.pipe('/api', api)
 */
export class Pipeline implements MiddlewareInterface, RequestHandlerInterface {
  readonly #piped = new Registered()
  /** @internal */
  readonly [SERVABLE]: Servable
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
  constructor(options: { readonly onError?: ErrorListener | undefined } = {}) {
    refuseUnknownOwn('new Pipeline()', options, ['onError'])
    const runner = new Runner(this[NODE](''), options.onError)
    this[SERVABLE] = runner
    this.process = runner.process
    this.handle = runner.handle
  }

  /**
   * Adds middleware at the end of the pipeline, for all requests, or for those under a literal path prefix (contract
   * 4.2) or under one of several: `pipe(['/admin', '/reseller'], guard)`.
   *
   * Several middleware are an array: `pipe('/admin', [requireLogin, admin])`. Throws a `ConfigurationError` for several
   * arguments of middleware (`APP_ARGUMENTS`), for a value that cannot be middleware (`APP_MIDDLEWARE`) and for an
   * invalid prefix (`APP_PATH_PREFIX`), and a `UsageError` after the first request (`APP_FROZEN`).
   */
  pipe<const M extends Pipeable>(this: Wired<M, MiddlewareLike>, middleware: MiddlewareLike | M): this
  pipe<const P extends string, const M extends Pipeable>(
    this: Wired<M, MiddlewareLike>,
    path: LiteralPath<P> | readonly LiteralPath<P>[],
    middleware: MiddlewareLike | M,
  ): this
  pipe(...piped: Piped): this {
    fromCaller(Pipeline.prototype.pipe, () => pipeInto(this.#piped, piped))
    return this
  }

  /**
   * Describes the positions as plain frozen data, for tools. Makes no service, and constructs no class of middleware.
   */
  describe(): PipelineDescription {
    return Object.freeze({ items: describeAll(this.#piped.nodes) })
  }

  /** @internal */
  [NODE](place: string): PipelineNode {
    const { nodes: children } = this.#piped
    return { kind: 'pipeline', place, name: this.constructor.name, children, freeze: (by) => this.#piped.freeze(by) }
  }
}

/**
 * Middleware that is piped and whose type the compiler looks into: a list, or a class or function with `inject`. Other
 * middleware is not inferred, so that generic code may pipe it.
 */
export type Pipeable = readonly MiddlewareLike[] | InjectedMiddleware<Params>

/** A path without placeholders: the type of a path prefix. */
export type LiteralPath<P extends string> = P extends `${string}${'{' | '[' | '*'}${string}` ? never : P

/** The arguments of `pipe`. */
export type Piped = [middleware: MiddlewareLike] | [path: string | readonly string[], middleware: MiddlewareLike]

/**
 * Adds a position at the end of a pipeline. Errors name the position by its number, counted from 1, or by the
 * configuration entry that made it.
 */
export function pipeInto(registered: Registered, piped: Piped, entry?: EntryDescription): void {
  const hasPrefix = piped.length > 1 && !mayBeMiddleware(piped[0])
  refuseMore('pipe', piped, hasPrefix ? 2 : 1, hasPrefix ? 1 : 0)
  const { nodes } = registered
  const place = entry ? placeOfEntry(entry) : `pipe ${nodes.length + 1}`
  registered.refuseLate(place)
  nodes.push(position(place, piped, entry))
}

function position(place: string, piped: Piped, entry: EntryDescription | undefined): PlanNode {
  const [given] = piped
  const prefixes = piped.length === 1 ? [''] : canonicalPrefixes(given)
  const shown = prefixes.filter((prefix) => prefix !== '').map((prefix) => `"${prefix}"`)
  const item = nodeOf(piped.at(-1), shown.length === prefixes.length ? `${place} at ${shown.join(', ')}` : place)
  return underPrefixes(prefixes, item, entry ? { entry } : {})
}

function placeOfEntry({ key, origin }: EntryDescription): string {
  return origin === undefined ? key : `${key} (${origin})`
}
