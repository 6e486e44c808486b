import { type Middleware, Route, type RouteEntry, type ServiceName } from '@app/core'
import type { EndpointDescription } from '../endpoint.ts'
import type { EndpointHandler } from './endpoint-handler.ts'
import { ENDPOINT } from './endpoint-metadata.ts'
import { type EndpointOptions, handlerFor } from './handler-for.ts'

/**
 * Makes the route of an endpoint: `app.route(implement(createNote, async ({ body }) => notes.add(body)))`.
 *
 * The route has the description as metadata, for documentation. Throws `EndpointError` for a description that cannot be
 * served, and `PathSyntaxError` for a path that does not parse.
 */
export function implement<const D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  options?: EndpointOptions,
): Route<D['path']> {
  const { path, method, name } = description
  const route: Route<D['path']> = new Route<D['path']>(path, handlerFor(description, handler, options), [method], name)
  return route.with(ENDPOINT, description)
}

/**
 * The entry of an endpoint for the list `routes` of a configuration; the service is one that `handlerFor` makes.
 *
 * The entry has the description as metadata, for documentation.
 */
export function entryFor(description: EndpointDescription, service: string): RouteEntry {
  const { path, method, name } = description
  return {
    path,
    middleware: service as ServiceName<Middleware>,
    allowed_methods: [method],
    ...(name !== undefined && { name }),
    metadata: { [ENDPOINT.name]: () => description },
  }
}
