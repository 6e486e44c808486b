import { Route as BaseRoute, type Method, type ParamsOf } from '@app/router'
import type { MiddlewareLike } from '../middleware/middleware.ts'

/** A path, its methods, and its middleware, with params typed by the path. */
export type Route<P extends string = string> = BaseRoute<P, MiddlewareLike<ParamsOf<P>>>

/** Makes a route that `app.route(route)` can register (contract 2.1). */
export const Route: new <P extends string>(
  path: P,
  middleware: MiddlewareLike<ParamsOf<P>>,
  methods?: readonly Method[] | null,
  name?: string | null,
) => Route<P> = BaseRoute
