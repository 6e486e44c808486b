import type { AbstractFactory } from './abstract-factory.ts'
import type { Delegator } from './delegator.ts'
import type { Factory } from './factory.ts'

/**
 * The services of an application by name, as `config.dependencies` holds them (contract 2.8).
 *
 * A name in several maps is, in this order: a service, an alias, an invokable, a factory, an abstract factory's.
 */
export interface Dependencies {
  /** Services that exist already. */
  readonly services?: Readonly<Record<string, unknown>>
  /** Classes constructed without arguments. */
  readonly invokables?: Readonly<Record<string, new () => unknown>>
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
}
