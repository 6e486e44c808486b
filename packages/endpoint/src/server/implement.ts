import type { AnyAttributeKey, NotProvided, PartLike, Present, ProvidedBy } from '@app/core'
import { type Middleware, type MiddlewareLike, type Params, Route, type RouteEntry, type ServiceName } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import type { EndpointDescription } from '../endpoint.ts'
import type { EndpointHandler } from './endpoint-handler.ts'
import { ENDPOINT } from './endpoint-metadata.ts'
import { type EndpointOptions, handlerFor } from './handler-for.ts'

/** Options of `implement`. */
export interface ImplementOptions<M = readonly MiddlewareLike[]> extends EndpointOptions {
  /** Middleware before the handler, which runs before the request is read. Default: none. */
  readonly middleware?: M | undefined
}

/** Options of `implement` for a handler that says which attributes it reads. */
export interface ReadingOptions<M, K> extends ImplementOptions<M> {
  /**
   * Middleware before the handler, as a tuple, so that the compiler knows the attributes that each item provides.
   */
  readonly middleware: M
  /**
   * The attributes that the handler reads. If `middleware` lacks an item that provides one of these attributes, the
   * program does not compile; at run time there is no check.
   */
  readonly reads: readonly K[]
}

/**
 * Checks the attributes that the handler and the middleware in the list read: `unknown` if earlier middleware in the
 * list provides them all, or if the list is not a tuple; else the text by which the compiler names a missing attribute.
 */
type Asked<M extends readonly unknown[], K> = number extends M['length']
  ? unknown
  : Present<M> & NotProvided<Exclude<K, ProvidedBy<M>>>

/** Options of `entryFor`. */
export interface EntryOptions extends Pick<RouteEntry, 'metadata' | 'options'> {
  /** Middleware before the handler, such as names of other services. Default: none. */
  readonly middleware?: readonly MiddlewareLike[] | undefined
}

/**
 * Makes the route of an endpoint: `app.route(implement(createNote, async ({ body }) => notes.add(body)))`.
 *
 * The route has the description as metadata, for documentation. Throws a `ConfigurationError` for a description that
 * cannot be served (`APP_ENDPOINT`) and for a path that does not parse (`APP_PATH_SYNTAX`), and an `OptionError` for an
 * unknown option.
 *
 * @example
 * const readNote = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: z.object({ id: z.string() }) } })
 * app.route(implement(readNote, ({ params }) => ({ id: params.id })))
 */
export function implement<
  const D extends EndpointDescription,
  const M extends readonly PartLike<Params>[],
  K extends AnyAttributeKey = never,
>(
  this: Asked<M, K>,
  description: D,
  handler: EndpointHandler<D>,
  options: ImplementOptions<M> | ReadingOptions<M, K> = {},
): Route<D['path']> {
  refuseUnknown('implement()', options, ['middleware', 'reads', 'checkReplies'])
  const { middleware = [], checkReplies } = options
  const { path, method, name } = description
  const answering = behind(
    middleware as readonly MiddlewareLike[],
    handlerFor(description, handler, checkReplies === undefined ? {} : { checkReplies }),
  )
  return new Route<string>(path, answering, [method], name).set(ENDPOINT, description) as Route<D['path']>
}

/**
 * Makes the entry of an endpoint for `routes` of a configuration (a list, or a map by name). `handler` is what
 * `handlerFor` makes: the name of a service that is such a handler, or a function whose `inject` names services and that
 * returns such a handler.
 *
 * The entry has the description as metadata, for documentation, and the metadata of the option `metadata`. Throws an
 * `OptionError` for an unknown option.
 *
 * @example
 * const readNote = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: z.object({ id: z.string() }) } })
 * export default { routes: { 'note.read': entryFor(readNote, 'acme/read-note') } }
 */
export function entryFor(
  description: EndpointDescription,
  handler: string | MiddlewareLike,
  options: EntryOptions = {},
): RouteEntry {
  refuseUnknown('entryFor()', options, ['middleware', 'metadata', 'options'])
  const { middleware = [], metadata, ...rest } = options
  const { path, method, name } = description
  return {
    ...rest,
    path,
    middleware: behind(middleware, handler as ServiceName<Middleware>),
    allowed_methods: [method],
    ...(name !== undefined && { name }),
    metadata: { ...metadata, [ENDPOINT.name]: () => description },
  }
}

function behind(middleware: readonly MiddlewareLike[], last: MiddlewareLike): MiddlewareLike {
  return middleware.length === 0 ? last : [...middleware, last]
}
