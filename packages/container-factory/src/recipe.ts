import type { Delegator } from './delegator.ts'
import type { Factory } from './factory.ts'
import { injectClass } from './inject-class.ts'
import { type InjectableClass, isInjectableClass } from './injectable-class.ts'
import { isClass } from './is-class.ts'
import type { TypedContainer } from './typed-container.ts'

/** How one service is made, whatever form its factory has. */
export type Recipe = (container: TypedContainer, name: string) => unknown

export function invokableRecipe(Class: new () => unknown): Recipe {
  return () => new Class()
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
