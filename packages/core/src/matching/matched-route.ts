import type { ServerRequest } from '@app/http'
import { checkLimit, type Destination, sourceOf } from '@app/http/framework'
import { type MetadataKey, metadataKey, type Route } from '@app/router'

/** The last route that matched a request, in the form in which the server stores it. */
export class MatchedRoute implements Destination {
  readonly route: Route
  /** The prefix under which the application of the route is piped; empty for one that is not nested. */
  readonly basePath: string

  constructor(route: Route, basePath: string) {
    this.route = route
    this.basePath = basePath
  }

  get path(): string {
    return this.route.path
  }

  get bodyLimit(): number | undefined {
    return this.route.metadata(BODY_LIMIT)
  }
}

/** The last match of a request; `undefined` before routing. */
export function matchOf(request: ServerRequest | ServerRequest<never>): MatchedRoute | undefined {
  return sourceOf(request).destination as MatchedRoute | undefined
}

/**
 * The last route that matched this request, read from any view of it.
 *
 * For logs, metrics and tracing: middleware in front of routing can read it after the handler has answered.
 */
export function matchedRoute(request: ServerRequest<never> | ServerRequest): Route | undefined {
  return matchOf(request)?.route
}

/** The path of the last route that matched, with the prefix under which its application is piped: `/admin/users/{id}`. */
export function matchedPath(request: ServerRequest): string | undefined {
  const match = matchOf(request)
  if (match === undefined || match.basePath === '') return match?.path
  return match.path === '/' ? match.basePath : match.basePath + match.path
}

/**
 * The most octets of a body, for one route: `app.post('/files', save).with(BODY_LIMIT, 50_000_000)`.
 *
 * Behind routing it replaces the `bodyLimit` of the server, for `request.body` and `request.raw` too. A limit that is
 * given to a reader, as in `bodyParser({ limit })`, replaces both. In configuration it is `metadata: {
 * '@app/core/body-limit': 50_000_000 }`. A value that is no whole number of at least 0 is refused.
 */
export const BODY_LIMIT: MetadataKey<number> = metadataKey<number>('@app/core/body-limit', {
  check: (value) => checkLimit('BODY_LIMIT', value),
})
