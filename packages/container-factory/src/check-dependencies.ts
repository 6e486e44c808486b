import type { Dependencies } from './dependencies.ts'
import { dependencyChecks } from './dependency-checks.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { isMap } from './is-map.ts'

const sections = Object.keys(dependencyChecks)
const naming = ['services', 'aliases', 'invokables', 'factories'] as const
const reserved: ReadonlyMap<string, string> = new Map([
  ['config', 'the configuration itself'],
  // typed-inject gives these to a constructor on its own account.
  ['$injector', 'a word of typed-inject'],
  ['$target', 'a word of typed-inject'],
])

/** The dependencies of a configuration, or an error that names the first key that cannot stand there. */
export function checkDependencies(value: unknown): Dependencies {
  if (value === undefined) return {}
  if (!isMap(value)) throw InvalidDependenciesError.forValue('dependencies', value, `a map of ${sections.join(', ')}`)
  for (const [key, section] of Object.entries(value)) {
    if (!isSection(key)) throw InvalidDependenciesError.forUnknownKey(key, sections)
    if (section !== undefined) dependencyChecks[key](`dependencies.${key}`, section)
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

function isSection(key: string): key is keyof Dependencies {
  return Object.hasOwn(dependencyChecks, key)
}
