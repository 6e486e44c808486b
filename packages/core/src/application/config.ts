import type { Method, Params, RouteOptions } from '@app/router'
import type {
  ConfigurationKey,
  InjectedFactories,
  PlacedIn,
  PlacedInList,
  ReadingFactories,
} from '../container/application-types.ts'
import type { TypedContainer } from '../container/container.ts'
import type {
  HandlerOfRoute,
  Middleware,
  MiddlewareFactory,
  MiddlewareInterface,
  PartLike,
} from '../middleware/middleware.ts'

/** One entry of `middleware_pipeline` (contract 2.4). */
export interface PipelineEntry {
  readonly middleware: PartLike<Params>
  /** A literal path prefix, or several: the middleware runs only for requests under it, or under one of them. */
  readonly path?: string | readonly string[] | undefined
  /**
   * An integer: higher priorities run earlier (contract 2.6). Default: the lowest priority of the entries that `after`
   * names; without `after`, the highest priority of those that `before` names; without both, 1.
   */
  readonly priority?: number | undefined
  /**
   * The entry, or several entries, after which this entry runs: `'@app/session'`. Each is named by its key, or by the
   * name of the service or step that it pipes.
   */
  readonly after?: string | readonly string[] | undefined
  /** The entry, or several entries, before which this entry runs: `'routing'`. Each is named as in `after`. */
  readonly before?: string | readonly string[] | undefined
  /** Marks error middleware of the older signature `(error, request, response, next)`. */
  readonly error?: boolean | undefined
}

/** One entry of `routes` (contract 2.3). */
export interface RouteEntry {
  readonly path: string
  readonly middleware: PartLike<Params> | HandlerOfRoute | readonly (PartLike<Params> | HandlerOfRoute)[]
  /** The methods of the route. Default: any method that the router supports. */
  readonly allowed_methods?: readonly Method[] | undefined
  readonly name?: string | undefined
  /** Options for the router: `tokens`, `defaults`, `allowUnsafeTokens`, and those that the router declares. */
  readonly options?: RouteOptions | undefined
  /**
   * Metadata for middleware and tools, not for the router, by the names of keys that `metadataKey` declares. A name with
   * a `?` at its end is ignored if no package has declared it: `{ '@app/authorization?': 'public' }`.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/**
 * A rule that certain routes are behind certain middleware, such as a guard. `app check` proves it, and so does
 * `guardCoverage` of `@app/proofs` in a test; at run time a policy does nothing.
 */
export interface Policy {
  /** A literal prefix of the paths of these routes, or several prefixes; `/` for all routes. */
  readonly routes: string | readonly string[]
  /**
   * The middleware that each request has to pass before it reaches one of these routes: the key of its entry in
   * `middleware_pipeline`, the name of its service, or the middleware itself, or the class or function that makes it.
   */
  readonly pass:
    | string
    | Middleware<never>
    | MiddlewareInterface<never>
    | MiddlewareFactory
    | (abstract new (
        ...args: never[]
      ) => object)
  /** Paths of routes that everybody may reach, in the grammar of routes: `/health/{rest...}`. */
  readonly except?: readonly string[] | undefined
}

/** A class that names, in `static inject`, the services its constructor takes. */
type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

/**
 * A function whose `inject` names the services it takes. This type has no call signature, so that a factory written as
 * `(container) => …` still gets the type of its parameter.
 */
interface InjectableFunction {
  readonly inject: readonly string[]
  readonly call: CallableFunction['call']
  /** Excludes a class, which has a prototype. */
  readonly prototype?: undefined
}

/**
 * Makes one service: a function of the container, a class or function whose `inject` names the services that it takes,
 * or an object with `create`.
 */
export type Factory<T = unknown> =
  | ((container: TypedContainer, name: string) => T)
  | InjectableClass<T>
  | InjectableFunction
  | { create(container: TypedContainer, name: string): T }

/**
 * A delegator, which wraps the creation of one service: it gets the service by calling `create`, and returns that
 * service or another in its place.
 */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown

/**
 * A function that the container calls with each service that it makes. The function may change the service, but cannot
 * replace it.
 */
type Initializer = (container: TypedContainer, name: string, service: unknown) => void

/** Makes services whose names are not registered. */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}

/** The services of an application by name (contract 2.8). */
export interface Dependencies {
  readonly services?: Readonly<Record<string, unknown>> | undefined
  readonly invokables?: Readonly<Record<string, (new () => unknown) | (() => unknown)>> | undefined
  readonly factories?: (Readonly<Record<string, Factory>> & InjectedFactories & ReadingFactories) | undefined
  readonly aliases?: Readonly<Record<string, string>> | undefined
  readonly delegators?: Readonly<Record<string, readonly Delegator[]>> | undefined
  readonly initializers?: readonly Initializer[] | undefined
  readonly abstract_factories?: readonly AbstractFactory[] | undefined
  readonly shared?: Readonly<Record<string, boolean>> | undefined
  readonly shared_by_default?: boolean | undefined
  readonly eager?: readonly string[] | undefined
}

/** The configuration that an application is built from. Packages add their own keys by `ConfigProvider<MyConfig>`. */
export interface Config extends Partial<Readonly<Record<ConfigurationKey, unknown>>> {
  readonly dependencies?: Dependencies | undefined
  /**
   * The entries by their keys. An entry is a map, or one of the constants `Application.ROUTING_MIDDLEWARE` and
   * `Application.DISPATCH_MIDDLEWARE`. An entry may name other entries in `after` and `before`, by their keys. When
   * files are merged (contract 2.7), an entry without `middleware` changes the entry of the same key in another file,
   * for example its priority. A key must not be an integer, since JavaScript would order it first.
   */
  readonly middleware_pipeline?:
    | (Readonly<Record<string, Partial<PipelineEntry> | string>> & PlacedIn<'pipeline', Partial<PipelineEntry>>)
    | undefined
  /**
   * A list of routes, or a map from names to routes. A key must not be an integer, since JavaScript would order it
   * first.
   */
  readonly routes?:
    | (readonly RouteEntry[] & PlacedInList)
    | (Readonly<Record<string, RouteEntry>> & PlacedIn<'routes', RouteEntry>)
    | undefined
  /** Policies by name, which `app check` proves. */
  readonly policies?: Readonly<Record<string, Policy>> | undefined
}

/** Returns the part of a configuration that a package provides: `defineConfig([provider, ...])`. */
export type ConfigProvider<C extends object = Config> = () => C | Promise<C>
