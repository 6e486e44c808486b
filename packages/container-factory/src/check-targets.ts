import type { Dependencies } from './dependencies.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'

/**
 * Refuses delegators and lifetimes that would hold for nothing: those of an alias, of a value, or of nobody.
 *
 * What is for a factory stays allowed when somebody else puts an alias or a value in front of that factory.
 */
export function checkTargets(dependencies: Dependencies, aliases: ReadonlyMap<string, string>): void {
  const { services = {}, invokables = {}, factories = {} } = dependencies
  const hasAbstract = (dependencies.abstract_factories ?? []).length > 0
  for (const section of ['delegators', 'shared'] as const) {
    for (const name of Object.keys(dependencies[section] ?? {})) {
      if (Object.hasOwn(invokables, name) || Object.hasOwn(factories, name)) continue
      const where = `dependencies.${section}['${name}']`
      if (name === 'config' || Object.hasOwn(services, name)) throw InvalidDependenciesError.forGivenService(where)
      const target = aliases.get(name)
      if (target !== undefined) throw InvalidDependenciesError.forAlias(where, name, target)
      const known = [...Object.keys(invokables), ...Object.keys(factories)]
      if (!hasAbstract) throw InvalidDependenciesError.forUnknownService(where, name, known)
    }
  }
}
