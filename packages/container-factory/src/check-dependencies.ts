import type { Dependencies } from './dependencies.ts'
import { dependencyChecks } from './dependency-checks.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { nearestNames } from './names.ts'
import { isMap } from './value-kinds.ts'

const sections = Object.keys(dependencyChecks)
const naming = ['services', 'aliases', 'invokables', 'factories'] as const
const reserved: ReadonlyMap<string, string> = new Map([
  ['config', 'the configuration itself'],
  // typed-inject injects these by itself.
  ['$injector', 'a word of typed-inject'],
  ['$target', 'a word of typed-inject'],
])

/**
 * Gives the dependencies of a configuration. Throws `InvalidDependenciesError`, which names the first invalid key.
 *
 * A key that looks like a misspelt one is invalid. Others are left to the tools that they are for.
 */
export function checkDependencies(value: unknown): Dependencies {
  if (value === undefined) return {}
  if (!isMap(value)) throw InvalidDependenciesError.forValue('dependencies', value, `a map of ${sections.join(', ')}`)
  for (const [key, section] of Object.entries(value)) {
    if (!isSection(key)) refuseMisspelt(key)
    else if (section !== undefined) dependencyChecks[key](`dependencies.${key}`, section)
  }
  const dependencies: Dependencies = value
  for (const section of naming) {
    for (const name of Object.keys(dependencies[section] ?? {})) {
      const meaning = reserved.get(name)
      if (meaning) throw InvalidDependenciesError.forReservedName(`dependencies.${section}['${name}']`, meaning)
    }
  }
  return dependencies
}

function refuseMisspelt(key: string): void {
  const near = nearestNames(key, sections)
  if (near.length > 0) throw InvalidDependenciesError.forMisspeltKey(key, sections, near)
}

function isSection(key: string): key is keyof Dependencies {
  return Object.hasOwn(dependencyChecks, key)
}

/**
 * Refuses delegators, lifetimes and eager services without effect: those for an alias, for a given value, or for an
 * unknown name.
 *
 * Those for a factory stay allowed if an alias or a value hides the factory.
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
        throw InvalidDependenciesError.forEagerUnshared(where, name)
      }
      if (Object.hasOwn(invokables, name) || Object.hasOwn(factories, name)) continue
      if (name === 'config' || Object.hasOwn(services, name)) throw InvalidDependenciesError.forGivenService(where)
      const target = aliases.get(name)
      if (target !== undefined) throw InvalidDependenciesError.forAlias(where, name, target)
      const known = [...Object.keys(invokables), ...Object.keys(factories)]
      if (!hasAbstract) throw InvalidDependenciesError.forUnknownService(where, name, known)
    }
  }
}
