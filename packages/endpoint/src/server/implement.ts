import { type Middleware, type MiddlewareLike, Route, type RouteEntry, type ServiceName } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import type { EndpointDescription } from '../endpoint.ts'
import type { EndpointHandler } from './endpoint-handler.ts'
import { ENDPOINT } from './endpoint-metadata.ts'
import { type EndpointOptions, handlerFor } from './handler-for.ts'

/** Options of `implement`. */
export interface ImplementOptions extends EndpointOptions {
  /** What runs in front of the handler, and before a part of the request is read. Default: nothing. */
  readonly middleware?: readonly MiddlewareLike[]
}

/** Options of `entryFor`. */
export interface EntryOptions extends Pick<RouteEntry, 'metadata' | 'options'> {
  /** What runs in front of the service, such as names of other services. Default: nothing. */
  readonly middleware?: readonly MiddlewareLike[]
}

/**
 * Makes the route of an endpoint: `app.route(implement(createNote, async ({ body }) => notes.add(body)))`.
 *
 * The route has the description as metadata, for documentation. Throws `EndpointError` for a description that cannot be
 * served, `PathSyntaxError` for a path that does not parse, and `OptionError` for an unknown option.
 */
export function implement<const D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  given: ImplementOptions = {},
): Route<D['path']> {
  refuseUnknown('implement()', given, ['middleware', 'checkReplies'])
  const { middleware = [], ...options } = given
  const { path, method, name } = description
  const answering = behind(middleware, handlerFor(description, handler, options))
  const route: Route<D['path']> = new Route<D['path']>(path, answering, [method], name)
  return route.with(ENDPOINT, description)
}

/**
 * The entry of an endpoint for the list `routes` of a configuration; the service is one that `handlerFor` makes.
 *
 * The entry has the description as metadata, for documentation, beside what `metadata` says. Throws an `OptionError` for an
 * unknown option.
 */
export function entryFor(description: EndpointDescription, service: string, options: EntryOptions = {}): RouteEntry {
  refuseUnknown('entryFor()', options, ['middleware', 'metadata', 'options'])
  const { middleware = [], metadata, ...rest } = options
  const { path, method, name } = description
  return {
    ...rest,
    path,
    middleware: behind(middleware, service as ServiceName<Middleware>),
    allowed_methods: [method],
    ...(name !== undefined && { name }),
    metadata: { ...metadata, [ENDPOINT.name]: () => description },
  }
}

function behind(middleware: readonly MiddlewareLike[], last: MiddlewareLike): MiddlewareLike {
  return middleware.length === 0 ? last : [...middleware, last]
}
