import type { RequestHandler } from '@app/http'
import type { ParamsOf } from '@app/router'
import type { RouteName, RouteParams } from '../container/application-types.ts'

/**
 * The handler of a route, which stands in another file than the route: `request.params` has the params of that route alone.
 *
 * The route is known by its path, `RouteHandler<'/users/{id}'>`, or by its name, `RouteHandler<'user.show'>`, where
 * `app types` has written down the routes of the configuration.
 *
 * @example
 * const show: RouteHandler<'/users/{id}'> = (request) => text(request.params.id)
 */
export type RouteHandler<R extends RouteName | `/${string}`> = RequestHandler<
  R extends `/${string}` ? ParamsOf<R> : ParamsByName<RouteParams<R>>
>

/** What a request brings for a URL that is made from these params: texts, and none where the route has no placeholder. */
type ParamsByName<P> =
  P extends Readonly<Record<string, never>>
    ? ParamsOf<'/'>
    : P extends object
      ? { readonly [K in keyof P]: undefined extends P[K] ? string | undefined : string }
      : ParamsOf<string>
