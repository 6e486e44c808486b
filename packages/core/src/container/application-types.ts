import type { AnyAttributeKey, NotProvided, Reading, RequestHandler } from '@app/http'
import type { ParamsOf as ParamsOfPath } from '@app/router'

/**
 * Services with their types, by name. Add to it by `declare module '@app/core'`: a package adds the services that it
 * provides, an application the services whose types the command `app types` cannot find out.
 */
export interface Services {
  /** The service that `LOGGER_SERVICE` of `@app/core/logging` names. */
  readonly '@app/core/Logger': RequestLogger
}

/**
 * The names and types of one application, which the command `app types` writes to a file. Without that file this type
 * is empty, and the compiler checks no names.
 *
 * Its members are `services` (services with their types), `otherServices` (the names of services whose types are not
 * known), `injected` (the classes and functions whose `inject` names other services), `routes` (the params of each
 * route by its name), `configuration` (the keys of the configuration that are not the core's), `attributes` (for
 * each service that reads attributes, the names of the attributes that are provided before it) and `placed` (the classes
 * and functions with `inject` that stand in entries of the pipeline and of the routes).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the file that `app types` writes adds to it
export interface ApplicationTypes {}

/** The services whose types are known. */
export type KnownServices = ApplicationTypes extends { readonly services: infer S }
  ? Services & Omit<S, keyof Services>
  : Services

/**
 * The name of any service: every string, or only the names in the application if the command `app types` has written
 * them to a file.
 */
export type AnyServiceName = ApplicationTypes extends {
  readonly services: object
  readonly otherServices: infer N extends string
}
  ? (keyof KnownServices & string) | N
  : string

/**
 * The type of a constant such as `LOGGER_SERVICE`, which includes the type of its service. Such a constant is not
 * assignable to the literal names that the command `app types` writes to a file, so whatever accepts the name of a
 * service accepts this type too. Without that file it is `string`.
 */
export type ServiceConstant = string extends AnyServiceName ? string : { readonly '@app/service'?: unknown }

/**
 * The names of the routes: every string, or only the names in the application if the command `app types` has written
 * them to a file.
 */
export type RouteName = ApplicationTypes extends { readonly routes: infer R } ? keyof R & string : string

/** The params of a route by its name; `undefined` if they are not known. */
export type RouteParams<N extends string> = ApplicationTypes extends { readonly routes: infer R }
  ? N extends keyof R
    ? R[N]
    : undefined
  : undefined

/**
 * The keys of the configuration that are not the core's, as the command `app types` has listed them in a generated
 * file; `never` without that file.
 */
export type ConfigurationKey = ApplicationTypes extends { readonly configuration: infer C } ? keyof C & string : never

/**
 * The type of the service that an entry of `factories` or `invokables` makes: what a class constructs, or what a
 * function or a method `create` returns. If one of the services that `inject` names is a promise, the made service is a
 * promise too.
 */
export type ServiceOf<F> = F extends { readonly inject: readonly (infer N)[] }
  ? true extends TakesTime<N>
    ? Promise<Awaited<Made<F>>>
    : Made<F>
  : Made<F>

type Made<F> = F extends { create(...args: never[]): infer T }
  ? T
  : F extends abstract new (
        ...args: never[]
      ) => infer T
    ? T
    : F extends (...args: never[]) => infer T
      ? T
      : unknown

type TakesTime<N> = N extends unknown ? (NamedService<N> extends Promise<unknown> ? true : false) : false

/** The type of a service by its name, or by a constant whose type includes it; `unknown` if it is not known. */
type NamedService<N> = N extends keyof KnownServices
  ? KnownServices[N]
  : N extends { readonly '@app/service'?: infer T }
    ? T
    : unknown

/**
 * The type that `dependencies.factories` has to have for the names in `injected` of `ApplicationTypes`. If `inject`
 * does not fit the parameters of a class or function, the compiler reports at the entry which parameter gets which
 * service.
 */
export type InjectedFactories = ApplicationTypes extends { readonly injected: infer I }
  ? { readonly [N in keyof I]?: I[N] extends Fitting<I[N]> ? unknown : Fitting<I[N]> }
  : unknown

/**
 * A class or function whose parameters fit its `inject`. An `inject` whose length the compiler does not know is not
 * checked.
 */
type Fitting<F> = F extends { readonly inject: infer N extends readonly string[] }
  ? number extends N['length']
    ? unknown
    : F extends abstract new (
          ...args: never[]
        ) => unknown
      ? ClassOfServices<N>
      : FunctionOfServices<N>
  : unknown

/**
 * The type that an entry of `middleware_pipeline` or `routes` has to have by the names in `placed` of
 * `ApplicationTypes`: these are the classes and functions with `inject` that stand in the entries. If one does not fit
 * its `inject`, the compiler reports the entry, and what is wrong.
 */
export type PlacedIn<Section extends 'pipeline' | 'routes', Entry> = ApplicationTypes extends {
  readonly placed: { readonly [S in Section]: infer I }
}
  ? {
      readonly [N in keyof I as [Misfit<I[N]>] extends [never] ? never : N]?: Entry & {
        readonly middleware: Unfit<Misfit<I[N]>>
      }
    }
  : unknown

/**
 * The type that a list of routes has to have. A route in a list has no key, so the compiler reports a class or function
 * that does not fit its `inject` at each list, with the name of its route.
 */
export type PlacedInList = ApplicationTypes extends { readonly placed: { readonly listed: infer I } }
  ? [Misfit<I[keyof I]>] extends [never]
    ? unknown
    : {
        readonly [N in keyof I]: [Misfit<I[N]>] extends [never] ? never : `${N & string}: ${Unfit<Misfit<I[N]>>}`
      }[keyof I]
  : unknown

/** The classes and functions in a union that do not fit their `inject`. */
type Misfit<F> = F extends unknown ? (F extends Fitting<F> ? never : F) : never

/**
 * `unknown` if the classes and functions with `inject` in `M`, middleware or a list of it, fit their `inject` as far as
 * the services are known, and the functions return middleware of the type `L`; else a text that the error of the
 * compiler shows.
 */
export type Wired<M, L> = [Misplaced<InjectablesIn<M, [1, 1, 1]>, L>] extends [never]
  ? unknown
  : Misplaced<InjectablesIn<M, [1, 1, 1]>, L>

/**
 * The items with `inject` of middleware, or of a list of it that is at most as deep as `Depth` is long; none for `any`,
 * of which nothing is known.
 */
type InjectablesIn<M, Depth> = 0 extends 1 & M
  ? never
  : M extends readonly (infer I)[]
    ? Depth extends [unknown, ...infer Rest]
      ? InjectablesIn<I, Rest>
      : never
    : M extends { readonly inject: readonly string[] }
      ? M
      : never

type Misplaced<F, L> = F extends unknown
  ? F extends KnownFitting<F>
    ? F extends (...args: never[]) => infer R
      ? [Awaited<R>] extends [L]
        ? never
        : unknown extends R
          ? never
          : 'A function with inject returns the middleware. This one returns something else'
      : never
    : Unfit<F>
  : never

/** Without the types of an application, it is not known which services it has, so everything fits. */
type KnownFitting<F> = ApplicationTypes extends { readonly services: object } ? Fitting<F> : unknown

type Unfit<F> = F extends { readonly inject: infer N extends readonly string[] }
  ? [Exclude<N[number], AnyServiceName | ServiceConstant>] extends [never]
    ? `The parameters do not take what inject names in this order: ${Joined<N>}`
    : `inject names "${Exclude<N[number], AnyServiceName | ServiceConstant>}", which is not a service of the application`
  : never

type Joined<N extends readonly string[]> = N extends readonly [infer One extends string, ...infer Rest extends string[]]
  ? Rest extends []
    ? One
    : `${One}, ${Joined<Rest>}`
  : ''

interface ClassOfServices<N extends readonly string[]> {
  new (...services: InjectedServices<N>): unknown
  readonly inject: RegisteredNames<N>
}

interface FunctionOfServices<N extends readonly string[]> {
  (...services: InjectedServices<N>): unknown
  readonly inject: RegisteredNames<N>
}

/**
 * The types of the arguments for services with these names. The argument for a service of unknown type has the type
 * `never`, which fits every parameter.
 */
type InjectedServices<N extends readonly string[]> = { readonly [I in keyof N]: InjectedService<N[I]> }

type InjectedService<N> = unknown extends NamedService<N> ? never : Awaited<NamedService<N>>

/**
 * The type that `dependencies.factories` has to have for the names in `attributes` of `ApplicationTypes`. If a service
 * reads an attribute that nothing before it provides, the type is a string with the name of the attribute; the error of
 * the compiler shows this text.
 */
export type ReadingFactories = ApplicationTypes extends { readonly attributes: infer A }
  ? { readonly [N in keyof A]?: N extends keyof KnownServices ? InFront<Awaited<KnownServices[N]>, A[N]> : unknown }
  : unknown

type InFront<S, A> = S extends Reading<infer K, unknown> ? NotProvided<Unprovided<K, A>> : unknown

/**
 * The attribute keys in `K` whose names are known and are not in `A`, the names of the attributes that middleware
 * before it provides.
 */
type Unprovided<K, A> = K extends AnyAttributeKey
  ? K['name'] extends A
    ? never
    : string extends K['name']
      ? never
      : K
  : never

type RegisteredNames<N extends readonly string[]> = {
  readonly [I in keyof N]: N[I] extends AnyServiceName | ServiceConstant ? N[I] : AnyServiceName
}

/**
 * The type of a handler that is written in another file than its route: `request.params` has the params of that route
 * alone.
 *
 * Refer to the route by its path: `RouteHandler<'/users/{id}'>`. After running `app types` you can also refer to it by
 * its name: `RouteHandler<'user.show'>`.
 *
 * @example
 * const show: RouteHandler<'/users/{id}'> = (request) => text(request.params.id)
 */
export type RouteHandler<R extends RouteName | `/${string}` | `${string}/{${string}`> = RequestHandler<ParamsOf<R>>

/**
 * The params of a path literal, such as `{ id: string }` for `/users/{id}`, or of a route by its name; `Params` for a
 * path that is not a literal. In a generic function `ParamsOf<P>` are the params of a route of the path `P`.
 */
export type ParamsOf<R extends string> = ApplicationTypes extends { readonly routes: infer A }
  ? R extends keyof A
    ? ParamsByName<A[NoInfer<R> & keyof A]>
    : ParamsOfRoute<R>
  : ParamsOfRoute<R>

/**
 * The params of a path, or any params for a string that is not a path: the name of a route whose params are not known.
 */
type ParamsOfRoute<R extends string> = R extends '' | `/${string}` | `${string}/{${string}`
  ? ParamsOfPath<R>
  : ParamsOfPath<string>

/**
 * The params of a request to a route, derived from the params for the URL of that route: each is a string, an optional
 * one may be `undefined`, and a route without placeholders has none.
 */
type ParamsByName<P> =
  P extends Readonly<Record<string, never>>
    ? ParamsOfPath<'/'>
    : P extends object
      ? { readonly [K in keyof P]: undefined extends P[K] ? string | undefined : string }
      : ParamsOfPath<string>

/** A logger that takes values and a message, or a message alone, as loggers of pino do. */
export interface RequestLogger {
  debug(message: string): void
  debug(values: object, message?: string): void
  info(message: string): void
  info(values: object, message?: string): void
  warn(message: string): void
  warn(values: object, message?: string): void
  error(message: string): void
  error(values: object, message?: string): void
}
