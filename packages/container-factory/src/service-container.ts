/// <reference lib="esnext.disposable" preserve="true" />
import type { ServiceNotFoundError } from './container-errors.ts'

/** A class as a key of the container, with the type of its instances. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** The key of a service: its name, or its class. */
export type ServiceKey = string | Class

/** The name of a service of type `T`, so that `get` of this name has the type `T`. Every string is assignable to it. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/**
 * The services that the command `app types` declares for an application: `services` maps names to types, and
 * `otherServices` has the names of services whose types are not known. Empty without the file that `app types`
 * generates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the file that `app types` writes adds to it
export interface ApplicationTypes {}

/** The types of services, by name, that are declared in the file that `app types` generates. */
type KnownServices = ApplicationTypes extends { readonly services: infer S } ? S : ApplicationTypes

/**
 * The names that `get` accepts: only the names of the application if `app types` has generated a file that declares
 * them, else every string.
 */
type AnyServiceName = ApplicationTypes extends {
  readonly services: object
  readonly otherServices: infer N extends string
}
  ? (keyof KnownServices & string) | N
  : string

/** The name of a service whose type the caller gives, by a `ServiceName` or as a type argument. */
type NameOf<T> = string extends AnyServiceName ? ServiceName<T> : AnyServiceName

/** A name that is known only at run time. The compiler accepts such a name, although it checks literal names. */
type UnwrittenName<N extends string> = string extends AnyServiceName ? never : string extends N ? N : never

/** A container that can be the parent of a scope: the scope calls these methods. */
export interface ParentContainer {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/** An event of a service, its start or its disposal, with the duration. */
export interface ServiceEvent {
  readonly service: string
  readonly event: 'started' | 'disposed'
  /**
   * For a start, the milliseconds from the call of the container's `start()` until the service was started; for a
   * disposal, the milliseconds that it took.
   */
  readonly duration: number
}

/**
 * A function that the container calls after the start of each eager service, and after the disposal of each service
 * that has a method for it, for example to write a log.
 */
export type ServiceReport = (event: ServiceEvent) => void

/**
 * The container in the form that factories, delegators and abstract factories get, without `makeEager`, `start` and
 * `dispose`.
 */
export interface TypedContainer {
  /** True if `get` can make or return this service. */
  has(name: string | Class): boolean
  /** Returns the service, or the promise of an asynchronous factory. */
  get<N extends keyof KnownServices & string>(name: N): KnownServices[N]
  get<N extends string>(name: UnwrittenName<N>): N extends ServiceName<infer T> ? T : unknown
  get<T>(name: NameOf<T> | Class<T>): T
}

/** A container with the services of one configuration, each of which is made at its first `get`. */
export interface ServiceContainer extends TypedContainer {
  /**
   * True if `get` can make or return this service. Makes nothing.
   *
   * The result is `true` for a class that is registered or has `static inject`, and for an alias whose target is known.
   */
  has(name: string | Class): boolean
  /**
   * Returns the service of a name or class, the same one each time unless the service is not shared (contract 2.8).
   *
   * All calls get the same promise of an asynchronous factory. A failed construction and `null` are not kept: the next
   * `get` tries again. Throws a `ServiceNotFoundError` for an unknown name, and a `ContainerError` for a failed
   * construction, for a cycle, and after `dispose`; the promise of an asynchronous service rejects with these errors.
   */
  get<N extends keyof KnownServices & string>(name: N): KnownServices[N]
  get<N extends string>(name: UnwrittenName<N>): N extends ServiceName<infer T> ? T : unknown
  get<T>(name: NameOf<T> | Class<T>): T
  /**
   * Returns all registered names, for suggestions when a name is mistyped. Names that only an abstract factory can make
   * are missing, and so are the names of a parent.
   */
  keys(): Iterable<string>
  /**
   * Finds the services that do not exist: those of the given names and classes, and those in their `static inject`, in
   * the `static inject` of these, and so on. Returns an error for each. Makes nothing.
   *
   * Other factories ask the container themselves, and a delegator may do without its factory, so only making a service
   * tells which services these require.
   */
  missing(names: Iterable<string | Class>): readonly ServiceNotFoundError[]
  /**
   * Makes the services of `dependencies.eager` in parallel, and starts none. So a check finds the constructions that
   * would fail in `start`.
   *
   * If services fail, the others are still made, and the promise rejects with an `AggregateError`.
   */
  makeEager(): Promise<void>
  /**
   * Makes the services of `dependencies.eager` in parallel, and calls their method `start()`, if they have one.
   *
   * A service starts after the eager services that it requires. A second call returns the same promise. If services
   * fail, the others are still started, except for services that require a failed one, and the promise rejects with
   * an `AggregateError`.
   */
  start(report?: ServiceReport): Promise<void>
  /**
   * Disposes of all shared services that were constructed, one after another: first those of scopes, then each service
   * before the services that it requires, and otherwise in the reverse order of construction.
   *
   * Calls the first existing method of `[Symbol.asyncDispose]()`, `dispose()` and `[Symbol.dispose]()`. Waits for
   * pending constructions. Does not dispose of given values (`services`, overrides, `config`). A second call returns
   * the same promise. If the disposal of a service fails, the others are still disposed of, and the promise rejects
   * with an `AggregateError`.
   */
  dispose(report?: ServiceReport): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
