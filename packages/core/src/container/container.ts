import type { AnyServiceName, KnownServices } from './application-types.ts'

/** The class of a service. */
export type Class<T = unknown> = abstract new (...args: never[]) => T

/** The name of a service, with the type of the service in its own type. Every string is assignable to it. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }

/** What the core asks of a service container; a `Map` is one. */
export interface Container {
  has(name: string | Class): boolean
  get(name: string | Class): unknown
}

/** The names of a container's services; empty for a container without `keys`. */
export function namesIn(container: object): readonly string[] {
  const keys = 'keys' in container && typeof container.keys === 'function' ? [...container.keys()] : []
  return keys.filter((key) => typeof key === 'string')
}

/** The container as factories get it: `get` has the type that the name or class stands for. */
export interface TypedContainer extends Container {
  get<N extends keyof KnownServices & string>(name: N): KnownServices[N]
  /** A constant that knows the type of its service, or a name that is known when the program runs. */
  get<N extends string>(name: UnwrittenName<N>): N extends ServiceName<infer T> ? T : unknown
  get<T>(name: NameOf<T> | Class<T>): T
}

/** A name for which the caller says the type. */
type NameOf<T> = string extends AnyServiceName ? ServiceName<T> : AnyServiceName

/** Names that are no literals, where those that are literals are checked. */
type UnwrittenName<N extends string> = string extends AnyServiceName ? never : string extends N ? N : never
