/**
 * Services with their types by name, for whoever knows them to add to by `declare module '@app/core'`: a package those
 * that it provides, an application those whose types `app types` cannot tell.
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface Services {}

/**
 * What `app types` writes down of one application; empty without the file that it writes, and nothing is checked then.
 *
 * `services` has services with their types, `otherServices` the names of those whose types are not known, `routes` the
 * params of each route by its name, `configuration` the keys that are not the core's.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the file that `app types` writes adds to it
export interface ApplicationTypes {}

/** The services whose types are known. */
export type KnownServices = ApplicationTypes extends { readonly services: infer S }
  ? Services & Omit<S, keyof Services>
  : Services

/** The name of any service: every string, or only those of the application where `app types` wrote them down. */
export type AnyServiceName = ApplicationTypes extends {
  readonly services: object
  readonly otherServices: infer N extends string
}
  ? (keyof KnownServices & string) | N
  : string

/** The names of the routes: every string, or only those of the application where `app types` wrote them down. */
export type RouteName = ApplicationTypes extends { readonly routes: infer R } ? keyof R & string : string

/** The params of a route by its name; `undefined` where they are not known. */
export type RouteParams<N extends string> = ApplicationTypes extends { readonly routes: infer R }
  ? N extends keyof R
    ? R[N]
    : undefined
  : undefined

/** The keys of the configuration that are not the core's, where `app types` wrote them down. */
export type ConfigurationKey = ApplicationTypes extends { readonly configuration: infer C } ? keyof C & string : never

/**
 * What the container gives for an entry of `factories` or `invokables`: what a class constructs, or what a function or a
 * method `create` returns. A class that is given a service that takes time takes time too.
 */
export type ServiceOf<F> = F extends { create(...args: never[]): infer T }
  ? T
  : F extends (abstract new (...args: never[]) => infer T) & { readonly inject: readonly (infer N)[] }
    ? true extends TakesTime<N>
      ? Promise<T>
      : T
    : F extends abstract new (
          ...args: never[]
        ) => infer T
      ? T
      : F extends (...args: never[]) => infer T
        ? T
        : unknown

type TakesTime<N> = N extends keyof KnownServices ? (KnownServices[N] extends Promise<unknown> ? true : false) : false
