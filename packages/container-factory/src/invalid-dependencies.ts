import { ConfigurationError, describeValue, nearestNames } from '@app/checks'
import { pathText } from './container-errors.ts'
import { orList } from './value-kinds.ts'

/** The error for an invalid entry of `dependencies`. `where` names the key; `instead` says what to write there. */
function invalidDependencies(where: string, problem: string, instead: string): ConfigurationError {
  return new ConfigurationError('APP_DEPENDENCIES', `${where} ${problem}: ${instead}`)
}

export function invalidValue(where: string, value: unknown, wanted: string): ConfigurationError {
  return invalidDependencies(where, `is ${describeValue(value)}`, `it must be ${wanted}.`)
}

export function misspeltKey(key: string, allowed: readonly string[], near: readonly string[]): ConfigurationError {
  return invalidDependencies(
    `dependencies.${key}`,
    'is not known',
    `allowed are ${allowed.join(', ')}; did you mean ${orList(near)}?`,
  )
}

export function reservedName(where: string, meaning: string): ConfigurationError {
  return invalidDependencies(where, `uses a name that is ${meaning}`, 'use another name.')
}

export function takenName(name: string): ConfigurationError {
  return invalidDependencies(`services().provide('${name}')`, 'uses a name that is taken already', 'use another name.')
}

export function targetIsAlias(where: string, alias: string, target: string): ConfigurationError {
  return invalidDependencies(where, `is for the alias "${alias}"`, `use the service's name, "${target}".`)
}

export function targetIsGiven(where: string): ConfigurationError {
  return invalidDependencies(
    where,
    'is for a service that is given, not made',
    'remove this key, or register a factory in place of the value.',
  )
}

export function eagerUnshared(where: string, name: string): ConfigurationError {
  return invalidDependencies(
    where,
    `is for "${name}", which is not shared, so that the service made at the start would never be used`,
    'share it, or take it out of the list.',
  )
}

export function unknownTarget(where: string, name: string, known: Iterable<string>): ConfigurationError {
  const near = nearestNames(name, known)
  const hint = near.length === 0 ? 'register the service, or correct the name.' : `did you mean ${orList(near)}?`
  return invalidDependencies(where, `is for "${name}", which is not registered`, hint)
}

/** The error for aliases that refer to each other in a cycle. `ring` begins and ends with the same alias. */
export function aliasCycle(ring: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    'APP_ALIAS_CYCLE',
    `Aliases form a ring: ${pathText(ring)}. Let one of them name a service.`,
  )
}
