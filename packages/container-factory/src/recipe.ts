import {
  createInjector,
  InjectionError,
  type Injector,
  type InjectableClass as TypedClass,
  type InjectableFunction as TypedFunction,
} from 'typed-inject'
import {
  type Delegator,
  type Factory,
  type Initializer,
  type Injectable,
  type Invokable,
  isInjectable,
} from './dependencies.ts'
import { isConstructor } from './names.ts'
import type { TypedContainer } from './service-container.ts'
import { isClass } from './value-kinds.ts'

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
  // One child injector for each name: the depth is the length of this list, not the number of services.
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
