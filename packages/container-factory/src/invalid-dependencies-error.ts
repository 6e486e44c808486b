import { nearestNames, orList } from './names.ts'
import { describeValue } from './value-kinds.ts'

/** The dependencies are invalid. The message names the key and what is allowed there. */
export class InvalidDependenciesError extends Error {
  override readonly name = 'InvalidDependenciesError'

  constructor(where: string, problem: string, instead: string) {
    super(`${where} ${problem}: ${instead}`)
  }

  static forValue(where: string, value: unknown, wanted: string): InvalidDependenciesError {
    return new InvalidDependenciesError(where, `is ${describeValue(value)}`, `it must be ${wanted}.`)
  }

  static forMisspeltKey(key: string, allowed: readonly string[], near: readonly string[]): InvalidDependenciesError {
    return new InvalidDependenciesError(
      `dependencies.${key}`,
      'is not known',
      `allowed are ${allowed.join(', ')}; did you mean ${orList(near)}?`,
    )
  }

  static forReservedName(where: string, meaning: string): InvalidDependenciesError {
    return new InvalidDependenciesError(where, `takes a name that is ${meaning}`, 'use another name.')
  }

  static forTakenName(name: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      `services().provide('${name}')`,
      'takes a name that is taken',
      'use another name.',
    )
  }

  static forAlias(where: string, alias: string, target: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      where,
      `stands under the alias "${alias}"`,
      `use the service's name, "${target}".`,
    )
  }

  static forGivenService(where: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      where,
      'is for a service that is given, not made',
      'take it away, or register a factory instead of the value.',
    )
  }

  static forEagerUnshared(where: string, name: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      where,
      `is for "${name}", which is not shared, so that nobody would get the one that is made early`,
      'share it, or take it out of the list.',
    )
  }

  static forUnknownService(where: string, name: string, known: Iterable<string>): InvalidDependenciesError {
    const near = nearestNames(name, known)
    const hint = near.length === 0 ? 'register the service, or correct the name.' : `did you mean ${orList(near)}?`
    return new InvalidDependenciesError(where, `is for "${name}", which is not registered`, hint)
  }
}
