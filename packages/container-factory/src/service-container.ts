/// <reference lib="esnext.disposable" preserve="true" />

/** A class as a key of the container and as the promise of what it gives. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** What a service is asked for by. */
export type ServiceKey = string | Class

/** A string that remembers what it names; every string is one. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/** What a container asks of the one that it is a scope of. */
export interface ParentContainer {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/** What happened to a service, and how long that took. */
export interface ServiceEvent {
  readonly service: string
  readonly event: 'started' | 'disposed'
  /** Milliseconds: of `start()` until the service was made and started, or those of its disposal. */
  readonly ms: number
}

/** Hears of each service that is started or disposed of, for a log. */
export type ServiceReport = (event: ServiceEvent) => void

/** What factories, delegators and abstract factories get: enough to ask, not to dispose of. */
export interface TypedContainer {
  /** Whether `get` knows how to make or hand out this service. */
  has(name: string | Class): boolean
  /** The service; a factory's promise is handed out as a promise. */
  get<T>(name: ServiceName<T> | Class<T>): T
}

/** The services of one configuration, each made at its first `get`. */
export interface ServiceContainer extends TypedContainer {
  /**
   * Whether `get` knows how to make or hand out this service; nothing is made.
   *
   * A class is known when it is registered, or when it has `static inject`. An alias is known when its target is.
   */
  has(name: string | Class): boolean
  /**
   * The service of that name or class, the same one each time unless `shared` says otherwise (contract 2.8).
   *
   * A factory's promise is handed out as one promise to all who ask. Neither a failed construction nor `null` is kept:
   * the next `get` tries anew. Throws `ServiceNotFoundError`, `ServiceNotCreatedError`, `CyclicDependencyError`, or
   * after `dispose` `ContainerDisposedError`; a promise rejects with them.
   */
  get<T>(name: ServiceName<T> | Class<T>): T
  /** The names that are registered, for a hint at a mistyped one; those that abstract factories know are not among them. */
  keys(): Iterable<string>
  /**
   * Makes the services of `dependencies.eager`, all at once, and calls `start()` of those that have such a method.
   *
   * A service starts after the eager ones that it requires, and beside those that it does not. A second call gives the same
   * promise. Rejects with `ServiceStartError` when all have had their turn and some failed; those that require one that
   * failed have none.
   */
  start(report?: ServiceReport): Promise<void>
  /**
   * Disposes of what was constructed and is shared, one after another: what requires a service goes before that service,
   * else the last goes first. Scopes go before all of it.
   *
   * Calls the first there is of `[Symbol.asyncDispose]()`, `dispose()` and `[Symbol.dispose]()`. Waits for constructions
   * under way. Values that were given (`services`, overrides, `config`) stay as they are. A second call gives the same
   * promise. Rejects with `DisposalError` when all have had their turn and some failed.
   */
  dispose(report?: ServiceReport): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
