import type { Method, RouteOptions } from '@app/router'
import type { TypedContainer } from '../container/container.ts'
import type { MiddlewareLike } from '../middleware/middleware.ts'

/** One entry of `middleware_pipeline` (contract 2.4). */
export interface PipelineEntry {
  readonly middleware: MiddlewareLike
  /** A literal path prefix under which alone the middleware runs. */
  readonly path?: string
  /** Higher runs earlier; 1 unless told otherwise (contract 2.6). */
  readonly priority?: number
  /** Marks error middleware of the older signature `(error, request, response, next)`. */
  readonly error?: boolean
}

/** One entry of `routes` (contract 2.3). */
export interface RouteEntry {
  readonly path: string
  readonly middleware: MiddlewareLike
  /** Any method, as far as the router can, where it is left out. */
  readonly allowed_methods?: readonly Method[]
  readonly name?: string
  /** For the router: `tokens`, `defaults`, `allowUnsafeTokens`, and what the installed one declares. */
  readonly options?: RouteOptions
  /** For everybody else, by the names of the keys that `routeMetadata` declared. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A class that names, in `static inject`, the services its constructor takes. */
type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

/** What makes one service: a function of the container, a class with `static inject`, or an object with `create`. */
export type Factory<T = unknown> =
  | ((container: TypedContainer, name: string) => T)
  | InjectableClass<T>
  | { create(container: TypedContainer, name: string): T }

/** Stands around the creation of one service. */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown

/** Makes services whose names nobody registered. */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}

/** The services of an application by name (contract 2.8). */
export interface Dependencies {
  readonly services?: Readonly<Record<string, unknown>>
  readonly invokables?: Readonly<Record<string, (new () => unknown) | (() => unknown)>>
  readonly factories?: Readonly<Record<string, Factory>>
  readonly aliases?: Readonly<Record<string, string>>
  readonly delegators?: Readonly<Record<string, readonly Delegator[]>>
  readonly abstract_factories?: readonly AbstractFactory[]
  readonly shared?: Readonly<Record<string, boolean>>
  readonly shared_by_default?: boolean
  readonly eager?: readonly string[]
}

/** The configuration that an application is built from; packages add keys of their own with `ConfigProvider<MyConfig>`. */
export interface Config {
  readonly dependencies?: Dependencies
  /**
   * Entries by key; keys matter only when files are merged (contract 2.7), and are no whole numbers, which JavaScript
   * would put in front. A constant may stand for an entry.
   */
  readonly middleware_pipeline?: Readonly<Record<string, PipelineEntry | string>>
  /** A list, or a map whose keys are the names of the routes that have none; they are no whole numbers either. */
  readonly routes?: readonly RouteEntry[] | Readonly<Record<string, RouteEntry>>
}

/** What a package offers to the configuration of an application: `defineConfig([provider, ...])`. */
export type ConfigProvider<C extends object = Config> = () => C | Promise<C>
