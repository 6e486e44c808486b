import { createInjector, InjectionError, type Injector, type InjectableClass as TypedInjectable } from 'typed-inject'
import {
  type Delegator,
  type Factory,
  type InjectableClass,
  type Invokable,
  isInjectableClass,
} from './dependencies.ts'
import { isClass, isConstructor } from './names.ts'
import type { TypedContainer } from './service-container.ts'

/** How one service is made, whatever form its factory has. */
export type Recipe = (container: TypedContainer, name: string) => unknown

export function invokableRecipe(invokable: Invokable): Recipe {
  return isConstructor(invokable) ? () => new invokable() : () => (invokable as () => unknown)()
}

export function injectableRecipe(Class: InjectableClass): Recipe {
  return (container) => injectClass(Class, container)
}

export function factoryRecipe(factory: Factory): Recipe {
  if (isInjectableClass(factory)) return injectableRecipe(factory)
  // A class may have a static `create`, and is callable by `typeof`.
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

type Services = Record<string, unknown>

/** Constructs a class with the services that its `static inject` names. */
export function injectClass(Class: InjectableClass, container: TypedContainer): unknown {
  let injector: Injector<Services> = createInjector()
  // One child for each name: as deep as the constructor is long, however many services there are.
  for (const name of Class.inject) injector = injector.provideValue(name, container.get(name))
  try {
    return injector.injectClass(Class as unknown as TypedInjectable<Services, unknown, string[]>)
  } catch (error) {
    throw error instanceof InjectionError ? error.cause : error
  }
}
