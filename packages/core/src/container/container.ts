/** The class of a service. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** A string that remembers what it names; every string is one. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/** What the core asks of a service container; a `Map` is one. */
export interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/** The names of a container's services, as far as it can list them. */
export function namesIn(container: object): readonly string[] {
  const keys = 'keys' in container && typeof container.keys === 'function' ? [...container.keys()] : []
  return keys.filter((key) => typeof key === 'string')
}

/** A container that gives what a name or a class promises, as factories get it. */
export interface TypedContainer extends Container {
  get<T>(name: ServiceName<T> | Class<T>): T
}
