import type { Route as BaseRoute, UrlOptions, UrlParams } from '@app/router'
import type { RouteName, RouteParams } from '../container/application-types.ts'

/** What a URL is made from: the params may be left out where a route needs none. */
export type UrlArguments<R extends string | BaseRoute, O = UrlOptions> =
  R extends BaseRoute<infer P>
    ? WithParams<UrlParams<P>, O>
    : RouteParams<R & string> extends infer N extends object
      ? WithParams<N, O>
      : [params?: Readonly<Record<string, string | number | undefined>>, options?: O]

// biome-ignore lint/complexity/noBannedTypes: asks whether all params are optional
type WithParams<P, O> = {} extends P ? [params?: P, options?: O] : [params: P, options?: O]

/** A name that is written down is one of those that there are; one that is known when the program runs is any. */
export type Named<R> = R extends string ? (string extends R ? R : string extends RouteName ? R : RouteName) : R
