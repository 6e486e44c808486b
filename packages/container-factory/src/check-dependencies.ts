import { isClass, isMap, nearestNames } from '@app/checks'
import { type Dependencies, isInjectable } from './dependencies.ts'
import {
  eagerUnshared,
  invalidValue,
  misspeltKey,
  reservedName,
  targetIsAlias,
  targetIsGiven,
  unknownTarget,
} from './invalid-dependencies.ts'
import { isConstructor } from './value-kinds.ts'

/**
 * Checks a value in `dependencies` or in the overrides. Throws a `ConfigurationError` for a value that is not
 * allowed there. The message calls the value by `where`, such as `dependencies.factories['acme/db']`.
 */
type ShapeCheck = (where: string, value: unknown) => void

const flag = satisfying('true or false', (value) => typeof value === 'boolean')
const given = satisfying('a value', (value) => value !== undefined)
const serviceName = satisfying('the name of a service', (value) => typeof value === 'string' && value !== '')
const delegator = satisfying('a function (container, name, create) => service', isPlainFunction)
const initializer = satisfying('a function (container, name, service)', isPlainFunction)
const abstractFactory = satisfying(
  'an object with canCreate(container, name) and create(container, name)',
  (value) => hasMethod(value, 'canCreate') && hasMethod(value, 'create'),
)
const invokable = satisfying(
  'a class or a function without arguments; a function of the container or a class with static inject belongs in factories',
  (value) => isInvokable(value) && !(isInjectable(value) && value.inject.length > 0),
)
const factory = satisfying(
  'a function (container, name) => service, a class with static inject, or an object with create(container, name); ' +
    'a class constructed without arguments belongs in invokables',
  (value) => isInjectable(value) || isPlainFunction(value) || hasMethod(value, 'create'),
)

/** The check of each key of `dependencies`. */
export const dependencyChecks: Readonly<Record<keyof Dependencies, ShapeCheck>> = {
  services: mapOf(given),
  invokables: mapOf(invokable),
  factories: mapOf(factory),
  aliases: mapOf(serviceName),
  delegators: mapOf(listOf(delegator)),
  initializers: listOf(initializer),
  abstract_factories: listOf(abstractFactory),
  shared: mapOf(flag),
  shared_by_default: flag,
  eager: listOf(serviceName),
}

function isPlainFunction(value: unknown): boolean {
  return typeof value === 'function' && !isClass(value)
}

function isInvokable(value: unknown): boolean {
  return isConstructor(value) || (typeof value === 'function' && value.length === 0)
}

function hasMethod(value: unknown, method: string): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && typeof Reflect.get(value, method) === 'function'
}

function satisfying(wanted: string, holds: (value: unknown) => boolean): ShapeCheck {
  return (where, value) => {
    if (!holds(value)) throw invalidValue(where, value, wanted)
  }
}

function listOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!Array.isArray(value)) throw invalidValue(where, value, 'a list')
    for (const [index, item] of value.entries()) entry(`${where}[${index}]`, item)
  }
}

function mapOf(entry: ShapeCheck): ShapeCheck {
  return (where, value) => {
    if (!isMap(value)) throw invalidValue(where, value, 'a map by name')
    for (const [name, item] of Object.entries(value)) entry(`${where}['${name}']`, item)
  }
}

const sections = Object.keys(dependencyChecks)
const naming = ['services', 'aliases', 'invokables', 'factories'] as const
const reserved: ReadonlyMap<string, string> = new Map([
  ['config', 'reserved for the configuration itself'],
  // The names that typed-inject reserves for services of its own.
  ['$injector', 'reserved by typed-inject'],
  ['$target', 'reserved by typed-inject'],
])

/**
 * Checks the value of `dependencies` in a configuration and returns it; for `undefined`, an empty map. Throws a
 * `ConfigurationError`, which names the first invalid key.
 *
 * A key that is probably misspelt is invalid. Other unknown keys are ignored, since they may belong to other tools.
 */
export function checkDependencies(value: unknown): Dependencies {
  if (value === undefined) return {}
  if (!isMap(value)) throw invalidValue('dependencies', value, `a map of ${sections.join(', ')}`)
  for (const [key, section] of Object.entries(value)) {
    if (!isSection(key)) refuseMisspelt(key)
    else if (section !== undefined) dependencyChecks[key](`dependencies.${key}`, section)
  }
  const dependencies: Dependencies = value
  for (const section of naming) {
    for (const name of Object.keys(dependencies[section] ?? {})) {
      const meaning = reserved.get(name)
      if (meaning) throw reservedName(`dependencies.${section}['${name}']`, meaning)
    }
  }
  return dependencies
}

function refuseMisspelt(key: string): void {
  const near = nearestNames(key, sections)
  if (near.length > 0) throw misspeltKey(key, sections, near)
}

function isSection(key: string): key is keyof Dependencies {
  return Object.hasOwn(dependencyChecks, key)
}

/**
 * Refuses entries of `delegators`, `shared` and `eager` that have no effect. These are entries for a value of
 * `services` or for `config`, for an alias, which only `eager` may name, and for an unknown name, if there are no
 * abstract factories. Also refuses eager services that are not shared.
 *
 * Entries for a factory or an invokable are allowed, even if an alias or a value of the same name hides it.
 */
export function checkTargets(dependencies: Dependencies, aliases: ReadonlyMap<string, string>): void {
  const { services = {}, invokables = {}, factories = {} } = dependencies
  const hasAbstract = (dependencies.abstract_factories ?? []).length > 0
  const { delegators = {}, shared = {}, eager = [] } = dependencies
  const targets = {
    delegators: Object.keys(delegators),
    shared: Object.keys(shared),
    eager: eager.map((name) => aliases.get(name) ?? name),
  }
  for (const [section, names] of Object.entries(targets)) {
    for (const [index, name] of names.entries()) {
      const where = section === 'eager' ? `dependencies.eager[${index}]` : `dependencies.${section}['${name}']`
      if (section === 'eager' && !(shared[name] ?? dependencies.shared_by_default ?? true)) {
        throw eagerUnshared(where, name)
      }
      if (Object.hasOwn(invokables, name) || Object.hasOwn(factories, name)) continue
      if (name === 'config' || Object.hasOwn(services, name)) throw targetIsGiven(where)
      const target = aliases.get(name)
      if (target !== undefined) throw targetIsAlias(where, name, target)
      const known = [...Object.keys(invokables), ...Object.keys(factories)]
      if (!hasAbstract) throw unknownTarget(where, name, known)
    }
  }
}
