import { checkTargets } from './check-dependencies.ts'
import { ambiguousClass } from './container-errors.ts'
import {
  type AbstractFactory,
  type Delegator,
  type Dependencies,
  delegatedRecipe,
  type Factory,
  factoryRecipe,
  type Initializer,
  initializedRecipe,
  injectableRecipe,
  invokableRecipe,
  isInjectable,
  type Recipe,
} from './dependencies.ts'
import { aliasCycle } from './invalid-dependencies.ts'
import type { Class, ServiceKey, TypedContainer } from './service-container.ts'
import { isConstructor, keyText } from './value-kinds.ts'

/**
 * The given values of a container, and the recipes (functions that make one service) for its other services, with the
 * names and classes by which they are requested.
 */
export class Registry {
  /** The names of the services that `makeEager()` and `start()` make. */
  readonly eager: readonly string[]
  /** The given values, which are not constructed. */
  readonly values: ReadonlyMap<string, unknown>
  readonly #aliases: ReadonlyMap<string, string>
  /** The factories by name, without those that an invokable replaces. */
  readonly #factories: ReadonlyMap<string, Factory>
  readonly #recipes = new Map<string, Recipe>()
  readonly #classes: ReadonlyMap<Class, readonly string[]>
  /** The names of classes and functions in messages, and how many there are of each name. */
  readonly #classNames = new WeakMap<Class, string>()
  readonly #named = new Map<string, number>()
  readonly #delegators: ReadonlyMap<string, readonly Delegator[]>
  readonly #initializers: readonly Initializer[]
  readonly #abstractFactories: readonly AbstractFactory[]
  readonly #shared: ReadonlyMap<string, boolean>
  readonly #isSharedByDefault: boolean

  constructor(dependencies: Dependencies, given: Readonly<Record<string, unknown>>) {
    this.values = new Map(Object.entries({ ...dependencies.services, ...given }))
    this.#aliases = resolveAliases(dependencies.aliases ?? {}, this.values)
    checkTargets(dependencies, this.#aliases)
    const { factories = {}, invokables = {} } = dependencies
    this.#factories = new Map(Object.entries(factories).filter(([name]) => !Object.hasOwn(invokables, name)))
    for (const [name, factory] of this.#factories) this.#recipes.set(name, factoryRecipe(factory))
    for (const [name, invokable] of Object.entries(invokables)) {
      this.#recipes.set(name, invokableRecipe(invokable))
    }
    this.#classes = registeredClasses(dependencies, this.#aliases)
    this.#delegators = new Map(Object.entries(dependencies.delegators ?? {}))
    this.#initializers = dependencies.initializers ?? []
    this.#abstractFactories = dependencies.abstract_factories ?? []
    this.#shared = new Map(Object.entries(dependencies.shared ?? {}))
    this.#isSharedByDefault = dependencies.shared_by_default ?? true
    this.eager = [...new Set(dependencies.eager?.map((name) => this.#aliases.get(name) ?? name))]
  }

  /**
   * Returns the key to look up: the target of an alias, the name of a class that is registered under exactly one name,
   * otherwise the given key.
   */
  canonical(key: ServiceKey): ServiceKey {
    if (typeof key === 'string') return this.#aliases.get(key) ?? key
    const [name, ...others] = this.#classes.get(key) ?? []
    return name === undefined || others.length > 0 ? key : name
  }

  has(key: ServiceKey, container: TypedContainer): boolean {
    const name = this.canonical(key)
    if (typeof name !== 'string') return this.#classes.has(name) || isInjectable(name)
    return this.values.has(name) || this.#recipes.has(name) || this.#abstractFactory(name, container) !== undefined
  }

  /**
   * Returns the recipe for a key that `canonical` has returned, wrapped in its delegators and the initializers;
   * `undefined` for an unknown key.
   */
  recipe(key: ServiceKey, container: TypedContainer): Recipe | undefined {
    const recipe = typeof key === 'string' ? this.#namedRecipe(key, container) : this.#classRecipe(key)
    return recipe && initializedRecipe(recipe, this.#initializers)
  }

  /**
   * Returns the name of a key in messages. Of several classes and functions with the same name, those that were asked
   * for later have a number: `listNotes#2`.
   */
  nameOf(key: ServiceKey): string {
    if (typeof key !== 'function') return keyText(key)
    const known = this.#classNames.get(key)
    if (known !== undefined) return known
    const name = keyText(key)
    const count = (this.#named.get(name) ?? 0) + 1
    this.#named.set(name, count)
    const own = count === 1 ? name : `${name}#${count}`
    this.#classNames.set(key, own)
    return own
  }

  isShared(key: ServiceKey): boolean {
    return (typeof key === 'string' ? this.#shared.get(key) : undefined) ?? this.#isSharedByDefault
  }

  /**
   * Returns the names that `static inject` lists for a key that `canonical` has returned; none for a service with
   * delegators, since these decide whether its factory runs.
   */
  injected(key: ServiceKey): readonly string[] {
    if (typeof key !== 'string') return isInjectable(key) ? key.inject : []
    const factory = this.values.has(key) || this.#delegators.has(key) ? undefined : this.#factories.get(key)
    return isInjectable(factory) ? factory.inject : []
  }

  names(): readonly string[] {
    return [...this.values.keys(), ...this.#recipes.keys(), ...this.#aliases.keys()]
  }

  #namedRecipe(name: string, container: TypedContainer): Recipe | undefined {
    const recipe = this.#recipes.get(name) ?? this.#abstractRecipe(name, container)
    return recipe && delegatedRecipe(recipe, this.#delegators.get(name) ?? [])
  }

  #classRecipe(Class: Class): Recipe | undefined {
    const names = this.#classes.get(Class)
    if (names) throw ambiguousClass(Class, names)
    return isInjectable(Class) ? injectableRecipe(Class) : undefined
  }

  #abstractRecipe(name: string, container: TypedContainer): Recipe | undefined {
    const factory = this.#abstractFactory(name, container)
    return factory && ((view) => factory.create(view, name))
  }

  #abstractFactory(name: string, container: TypedContainer): AbstractFactory | undefined {
    return this.#abstractFactories.find((factory) => factory.canCreate(container, name))
  }
}

/** Returns the names under which each class is registered, except for names that an alias hides. */
function registeredClasses(
  { factories = {}, invokables = {} }: Dependencies,
  aliases: ReadonlyMap<string, string>,
): ReadonlyMap<Class, readonly string[]> {
  const classes = new Map<Class, string[]>()
  for (const [name, target] of Object.entries({ ...factories, ...invokables })) {
    const isClass = Object.hasOwn(invokables, name) ? isConstructor(target) : isInjectable(target)
    if (!isClass || aliases.has(name)) continue
    classes.set(target as Class, [...(classes.get(target as Class) ?? []), name])
  }
  return classes
}

/**
 * Returns, for each alias, the name of the service to which the alias leads, directly or through other aliases. An
 * alias with the name of a given value has no effect.
 */
function resolveAliases(
  aliases: Readonly<Record<string, string>>,
  values: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  const next = new Map(Object.entries(aliases).filter(([alias]) => !values.has(alias)))
  const targets = new Map<string, string>()
  for (const alias of next.keys()) {
    const chain = new Set<string>()
    let name = alias
    for (let to = next.get(name); to !== undefined && !targets.has(name); to = next.get(name)) {
      if (chain.has(name)) throw aliasCycle([...[...chain].slice([...chain].indexOf(name)), name])
      chain.add(name)
      name = to
    }
    const target = targets.get(name) ?? name
    for (const member of chain) targets.set(member, target)
  }
  return targets
}
