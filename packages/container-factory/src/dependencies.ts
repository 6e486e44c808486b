import { isClass } from '@app/checks'
import {
  createInjector,
  InjectionError,
  type Injector,
  type InjectableClass as TypedClass,
  type InjectableFunction as TypedFunction,
} from 'typed-inject'
import type { TypedContainer } from './service-container.ts'
import { isConstructor } from './value-kinds.ts'

/** A class or a function that makes a service, and takes no arguments (contract 2.8). */
export type Invokable<T = unknown> = (new () => T) | (() => T)

/**
 * A factory of one service: a function that gets the container, a class or function whose `inject` names the services
 * that it takes, or an object with `create`.
 */
export type Factory<T = unknown> =
  | ((container: TypedContainer, name: string) => T)
  | InjectableClass<T>
  | InjectableFunction
  | { create(container: TypedContainer, name: string): T }

/**
 * Wraps the creation of one service: it returns the service that `create` makes, or a replacement.
 *
 * The last delegator of a list is the outermost. Delegators run when the service is created, not at every `get`.
 */
export type Delegator = (container: TypedContainer, name: string, create: <T>() => T) => unknown

/**
 * A function that is called with each service that the container makes, except `null`, after the delegators. An
 * initializer may change a service, but not replace it.
 *
 * If a factory returns a promise, the initializer is called with the service to which the promise resolves.
 */
export type Initializer = (container: TypedContainer, name: string, service: unknown) => void

/**
 * A factory for services whose names are not registered. The first abstract factory whose `canCreate` accepts the name
 * is used.
 */
export interface AbstractFactory {
  canCreate(container: TypedContainer, name: string): boolean
  create(container: TypedContainer, name: string): unknown
}

/** A class whose `static inject` names the services that its constructor takes. */
export type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

/**
 * A function whose `inject` names the services that it takes. This type has no call signature, so that the parameter of
 * a factory written as `(container) => …` still gets its type.
 */
interface InjectableFunction {
  readonly inject: readonly string[]
  readonly call: CallableFunction['call']
  /** Excludes classes: the `prototype` of a class is not `undefined`. */
  readonly prototype?: undefined
}

/** A class or function whose `inject` names the services that it takes. */
export type Injectable = InjectableClass | (((...args: never[]) => unknown) & { readonly inject: readonly string[] })

export function isInjectable(value: unknown): value is Injectable {
  return typeof value === 'function' && 'inject' in value && Array.isArray(value.inject)
}

/**
 * The services of an application by name, in the form of `config.dependencies` (contract 2.8).
 *
 * If several of these members have an entry for the same name, the first of them in this order is used: services,
 * aliases, invokables, factories, abstract factories.
 */
export interface Dependencies {
  /** Values that `get` returns unchanged. */
  readonly services?: Readonly<Record<string, unknown>> | undefined
  /** Classes and functions that make a service, and take no arguments. */
  readonly invokables?: Readonly<Record<string, Invokable>> | undefined
  readonly factories?: Readonly<Record<string, Factory>> | undefined
  /** Further names for services, or for other aliases. */
  readonly aliases?: Readonly<Record<string, string>> | undefined
  /** Lists of delegators by the name of the service; the last delegator of a list is the outermost. */
  readonly delegators?: Readonly<Record<string, readonly Delegator[]>> | undefined
  /**
   * The initializers, which are called in the order of this list with each service that the container makes, but not
   * with the values under `services`.
   */
  readonly initializers?: readonly Initializer[] | undefined
  /** The abstract factories, which are tried in the order of this list for names that are not registered. */
  readonly abstract_factories?: readonly AbstractFactory[] | undefined
  /**
   * With `false` under the name of a service, every `get` makes a new one, which the container does not dispose of.
   * `shared_by_default` decides about services without an entry here.
   */
  readonly shared?: Readonly<Record<string, boolean>> | undefined
  /** `false` shares only the services for which `shared` has `true`. Default: `true`. */
  readonly shared_by_default?: boolean | undefined
  /**
   * The names of services that `start()` of the container makes, and whose method `start` it calls, if they have one.
   */
  readonly eager?: readonly string[] | undefined
}

/** The function that makes one service. Each form of a factory is converted to such a function. */
export type Recipe = (container: TypedContainer, name: string) => unknown

export function invokableRecipe(invokable: Invokable): Recipe {
  return isConstructor(invokable) ? () => new invokable() : () => (invokable as () => unknown)()
}

export function injectableRecipe(target: Injectable): Recipe {
  return (container) => inject(target, container)
}

export function factoryRecipe(factory: Factory): Recipe {
  if (isInjectable(factory)) return injectableRecipe(factory)
  // A class is a "function" for `typeof` too. A class without `inject` is used as an object, by its static `create`.
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
 * Calls a class or function with the services that its `inject` names.
 *
 * If one of the services is a promise, it is awaited, and the result is a promise too.
 */
function inject(target: Injectable, container: TypedContainer): unknown {
  const services = target.inject.map((name): unknown => {
    const service = container.get(name)
    // If `get` throws for a later name, nothing awaits this promise. The empty handler keeps a rejection of the promise
    // from ending the process.
    if (service instanceof Promise) service.catch(() => {})
    return service
  })
  if (!services.some((service) => service instanceof Promise)) return injectValues(target, services)
  return Promise.all(services).then((values) => injectValues(target, values))
}

function injectValues(target: Injectable, values: readonly unknown[]): unknown {
  let injector: Injector<Services> = createInjector()
  // The chain of child injectors has one injector for each name of `inject`, not one for each service of the container.
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
