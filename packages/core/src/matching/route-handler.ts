import type { RequestHandler } from '@app/http'
import type { ParamsOf } from '@app/router'
import type { RouteName, RouteParams } from '../container/application-types.ts'

/**
 * The handler of a route, for a file other than that of the route: `request.params` has the params of that route alone.
 *
 * The type is given the path of the route, `RouteHandler<'/users/{id}'>`, or its name, `RouteHandler<'user.show'>`, if
 * `app types` has written down the routes of the configuration.
 *
 * @example
 * const show: RouteHandler<'/users/{id}'> = (request) => text(request.params.id)
 */
export type RouteHandler<R extends RouteName | `/${string}`> = RequestHandler<
  R extends `/${string}` ? ParamsOf<R> : ParamsByName<RouteParams<R>>
>

/**
 * The params of a request to the route, from the params that make its URL: all are texts, and there are none if the
 * route has no placeholder.
 */
type ParamsByName<P> =
  P extends Readonly<Record<string, never>>
    ? ParamsOf<'/'>
    : P extends object
      ? { readonly [K in keyof P]: undefined extends P[K] ? string | undefined : string }
      : ParamsOf<string>
