import type { TypedContainer } from './service-container.ts'

/** What instantiates a service without arguments: a class, or a function (contract 2.8). */
export type Invokable<T = unknown> = (new () => T) | (() => T)

/** What makes one service: a function of the container, a class with `static inject`, or an object with `create`. */
export type Factory<T = unknown> =
  | ((container: TypedContainer, name: string) => T)
  | InjectableClass<T>
  | { create(container: TypedContainer, name: string): T }

/**
 * Stands around the creation of one service: calls `create`, and returns the service or what is to be used for it.
 *
 * Of several the last is outermost. It runs when the service is created, not when it is handed out again.
 */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown

/** Makes services whose names nobody registered; the first that can create a name does. */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}

/** A class that names, in `static inject`, the services its constructor takes. */
export type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

/** A class or function whose `inject` names what it is given. */
export type Injectable = InjectableClass | (((...args: never[]) => unknown) & { readonly inject: readonly string[] })

export function isInjectable(value: unknown): value is Injectable {
  return typeof value === 'function' && 'inject' in value && Array.isArray(value.inject)
}

/**
 * The services of an application by name, as `config.dependencies` holds them (contract 2.8).
 *
 * A name in several maps is, in this order: a service, an alias, an invokable, a factory, an abstract factory's.
 */
export interface Dependencies {
  /** Services that exist already. */
  readonly services?: Readonly<Record<string, unknown>>
  /** Classes constructed without arguments. */
  readonly invokables?: Readonly<Record<string, Invokable>>
  readonly factories?: Readonly<Record<string, Factory>>
  /** Further names, each of a service or of another alias. */
  readonly aliases?: Readonly<Record<string, string>>
  /** What stands around the creation of a service, by the service's own name; the last of a list is outermost. */
  readonly delegators?: Readonly<Record<string, readonly Delegator[]>>
  /** Asked in this order for names that are not registered. */
  readonly abstract_factories?: readonly AbstractFactory[]
  /** `false` makes a new service at each `get`, which the container then does not dispose of. */
  readonly shared?: Readonly<Record<string, boolean>>
  /** What holds for services that `shared` does not name; `true` when left out. */
  readonly shared_by_default?: boolean
  /** Names of services that `start()` makes, and starts where they have a `start` method. */
  readonly eager?: readonly string[]
}
