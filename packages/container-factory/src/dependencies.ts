import {
  createInjector,
  InjectionError,
  type Injector,
  type InjectableClass as TypedClass,
  type InjectableFunction as TypedFunction,
} from 'typed-inject'
import type { TypedContainer } from './service-container.ts'
import { isClass, isConstructor } from './value-kinds.ts'

/** Makes a service without arguments: a class or a function (contract 2.8). */
export type Invokable<T = unknown> = (new () => T) | (() => T)

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
 * Wraps the creation of one service: calls `create`, and returns the service or a replacement.
 *
 * The last delegator of a list is the outermost. It runs when the service is created, not at every `get`.
 */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown

/**
 * Is called with each service that the container makes, after its delegators; may change it, not replace it.
 *
 * A service that is a promise is awaited first.
 */
export type Initializer = (container: TypedContainer, name: string, service: unknown) => void

/** Makes services whose names are not registered. The first one that can create a name is used. */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}

/** A class that names, in `static inject`, the services its constructor takes. */
export type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

/**
 * A function whose `inject` names the services it takes. It has no call signature, so that a factory written as
 * `(container) => …` still gets the type of its parameter.
 */
interface InjectableFunction {
  readonly inject: readonly string[]
  readonly call: CallableFunction['call']
  /** Tells a class, which has a prototype, from a function without one. */
  readonly prototype?: undefined
}

/** A class or function whose `inject` names the services that it takes. */
export type Injectable = InjectableClass | (((...args: never[]) => unknown) & { readonly inject: readonly string[] })

export function isInjectable(value: unknown): value is Injectable {
  return typeof value === 'function' && 'inject' in value && Array.isArray(value.inject)
}

/**
 * The services of an application by name, as `config.dependencies` holds them (contract 2.8).
 *
 * If several maps have a name, this order decides: services, aliases, invokables, factories, abstract factories.
 */
export interface Dependencies {
  /** Services that exist already. */
  readonly services?: Readonly<Record<string, unknown>>
  /** Classes constructed without arguments. */
  readonly invokables?: Readonly<Record<string, Invokable>>
  readonly factories?: Readonly<Record<string, Factory>>
  /** Further names for services, or for other aliases. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Delegators by the name of the service; the last of a list is the outermost. */
  readonly delegators?: Readonly<Record<string, readonly Delegator[]>>
  /** Called in this order with each service that is made, not with given ones. */
  readonly initializers?: readonly Initializer[]
  /** Asked in this order for names that are not registered. */
  readonly abstract_factories?: readonly AbstractFactory[]
  /** `false`: every `get` makes a new service, which the container does not dispose of. */
  readonly shared?: Readonly<Record<string, boolean>>
  /** The value for services that `shared` does not name. Default: `true`. */
  readonly shared_by_default?: boolean
  /** Names of services that `start()` makes. It also calls their method `start`, if they have one. */
  readonly eager?: readonly string[]
}

/** Makes one service. Every form of a factory is converted to this function. */
export type Recipe = (container: TypedContainer, name: string) => unknown

export function invokableRecipe(invokable: Invokable): Recipe {
  return isConstructor(invokable) ? () => new invokable() : () => (invokable as () => unknown)()
}

export function injectableRecipe(target: Injectable): Recipe {
  return (container) => inject(target, container)
}

export function factoryRecipe(factory: Factory): Recipe {
  if (isInjectable(factory)) return injectableRecipe(factory)
  // A class is a function for `typeof`, but may have a static `create`.
  if (typeof factory === 'function' && !isClass(factory)) return factory as Recipe
  const object = factory as Extract<Factory, { create: unknown }>
  return (container, name) => object.create(container, name)
}

export function delegatedRecipe(recipe: Recipe, delegators: readonly Delegator[]): Recipe {
  return delegators.reduce<Recipe>(
    (inner, delegator) => (container, name) => delegator(container, name, <T>() => inner(container, name) as T),
    recipe,
  )
}

export function initializedRecipe(recipe: Recipe, initializers: readonly Initializer[]): Recipe {
  if (initializers.length === 0) return recipe
  return (container, name) => {
    const initialized = (service: unknown): unknown => {
      if (service !== undefined && service !== null) {
        for (const initialize of initializers) initialize(container, name, service)
      }
      return service
    }
    const service = recipe(container, name)
    return service instanceof Promise ? service.then(initialized) : initialized(service)
  }
}

type Services = Record<string, unknown>

/**
 * Calls a class or function with the services that its `inject` names. Awaits services that are promises.
 *
 * The result is then a promise too.
 */
function inject(target: Injectable, container: TypedContainer): unknown {
  const services = target.inject.map((name): unknown => {
    const service = container.get(name)
    // If a later name is missing, this promise is not awaited. Its rejection must not end the process.
    if (service instanceof Promise) service.catch(() => {})
    return service
  })
  if (!services.some((service) => service instanceof Promise)) return injectValues(target, services)
  return Promise.all(services).then((values) => injectValues(target, values))
}

function injectValues(target: Injectable, values: readonly unknown[]): unknown {
  let injector: Injector<Services> = createInjector()
  // A child injector holds one name. The depth is the length of this list, not the number of services.
  target.inject.forEach((name, at) => {
    injector = injector.provideValue(name, values[at])
  })
  try {
    return isConstructor(target)
      ? injector.injectClass(target as unknown as TypedClass<Services, unknown, string[]>)
      : injector.injectFunction(target as unknown as TypedFunction<Services, unknown, string[]>)
  } catch (error) {
    throw error instanceof InjectionError ? error.cause : error
  }
}
