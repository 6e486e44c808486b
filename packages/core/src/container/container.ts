/** The class of a service. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** A string that remembers what it names; every string is one. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/** What the core asks of a service container; a `Map` is one. */
export interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/** A container that gives what a name or a class promises, as factories get it. */
export interface TypedContainer extends Container {
  get<T>(name: ServiceName<T> | Class<T>): T
}
