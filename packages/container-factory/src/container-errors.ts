import { describeValue, nearestNames } from '@app/checks'
import { orList } from './value-kinds.ts'

/** The base class of errors for a service that is not available, with a subclass for each reason. */
export class ContainerError extends Error {
  /** The names from the requested service to the service that failed. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/**
 * The error for a requested name that is not registered. The missing name is the last of `path`; the message suggests
 * similar names.
 */
export class ServiceNotFoundError extends ContainerError {
  override readonly name = 'ServiceNotFoundError'

  constructor(path: readonly string[], known: Iterable<string>, isAliased: boolean) {
    const missing = path.at(-1) ?? ''
    const requirer = path.at(-2)
    const by = requirer === undefined ? '' : `, required by ${isAliased ? 'alias ' : ''}${requirer}`
    const near = nearestNames(missing, known)
    const hint = near.length === 0 ? '' : `; did you mean ${orList(near)}?`
    const owner = /^@[^/]+\/[^/]+/.exec(missing)?.[0]
    const register = owner
      ? `Add ${owner} (npx app add ${owner}, or its configProvider in defineConfig([…])), register it`
      : 'Register it'
    super(
      `Service not found: ${pathText([...path.slice(0, -1), `missing ${missing}`])}${by}${hint}${hint ? '' : '.'} ` +
        `${register} in dependencies (a class may have static inject instead), or correct the name.`,
      path,
    )
  }
}

/**
 * The error for a service whose construction failed: its factory, a delegator or an initializer threw or rejected, or
 * the result was `undefined`. The last name of `path` is the service; `cause` is the thrown error, if there is one.
 */
export class ServiceNotCreatedError extends ContainerError {
  override readonly name = 'ServiceNotCreatedError'

  constructor(path: readonly string[], reason: string, options?: ErrorOptions) {
    const way = path.length > 1 ? ` (${pathText(path)})` : ''
    super(`Service "${path.at(-1)}" could not be created${way}: ${reason}`, path, options)
  }

  static forUndefined(path: readonly string[]): ServiceNotCreatedError {
    const instead = 'return the service, or null where there is none.'
    return new ServiceNotCreatedError(path, `its factory or its outermost delegator gave undefined; ${instead}`)
  }

  /**
   * Returns the error of a failed construction: the thrown error itself if its path has this service already, else a
   * new error with the thrown one as its cause.
   */
  static from(error: unknown, path: readonly string[]): ContainerError {
    if (error instanceof ContainerError && error.path.includes(path.at(-1) ?? '')) return error
    const reason =
      error instanceof Error ? error.message : `its factory threw ${error === null ? 'null' : typeof error}.`
    return new ServiceNotCreatedError(path, reason, { cause: error })
  }
}

/**
 * The error for a service that requires itself, directly or through others, and for services that wait for each other.
 */
export class CyclicDependencyError extends ContainerError {
  override readonly name = 'CyclicDependencyError'
  /** The names of the cycle, which begins and ends with the same name. */
  readonly ring: readonly string[]

  constructor(requirers: readonly string[], ring: readonly string[]) {
    const entry = requirers.findIndex((name) => ring.includes(name))
    const before = entry === -1 ? requirers : requirers.slice(0, entry)
    const by = before.length === 0 ? '' : `, required by ${pathText(before)}`
    super(
      `Services require each other in a ring: ${pathText(ring)}${by}. ` +
        'Let one of them ask the container at its first use instead of while it is made.',
      [...before, ...ring],
    )
    this.ring = ring
  }
}

/** The error for a service that was requested after `dispose`. */
export class ContainerDisposedError extends ContainerError {
  override readonly name = 'ContainerDisposedError'

  constructor(path: readonly string[]) {
    const by = path.length > 1 ? ` (${pathText(path)})` : ''
    super(
      `Service "${path.at(-1)}"${by} was requested from a container that is disposed of. Make a new container.`,
      path,
    )
  }
}

/**
 * The error for `get(Class)` with a class that is registered under several names. `get` throws it as the `cause` of a
 * `ServiceNotCreatedError`.
 */
export class AmbiguousClassError extends Error {
  override readonly name = 'AmbiguousClassError'

  constructor(className: string, names: readonly string[]) {
    super(`class ${className} is registered under ${names.length} names: ask for ${orList(names)}.`)
  }
}

const head = 6
const tail = 5

/**
 * Joins the names of a resolution path by arrows. In a long path, a string such as `… 7 more …` replaces the names in
 * the middle.
 */
export function pathText(path: readonly string[]): string {
  const left = path.length - head - tail
  if (left <= 1) return path.join(' → ')
  return [...path.slice(0, head), `… ${left} more …`, ...path.slice(-tail)].join(' → ')
}

/** The error for invalid dependencies. The message names the key, and says what to write there instead. */
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
    return new InvalidDependenciesError(where, `uses a name that is ${meaning}`, 'use another name.')
  }

  static forTakenName(name: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      `services().provide('${name}')`,
      'uses a name that is taken already',
      'use another name.',
    )
  }

  static forAlias(where: string, alias: string, target: string): InvalidDependenciesError {
    return new InvalidDependenciesError(where, `is for the alias "${alias}"`, `use the service's name, "${target}".`)
  }

  static forGivenService(where: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      where,
      'is for a service that is given, not made',
      'remove this key, or register a factory in place of the value.',
    )
  }

  static forEagerUnshared(where: string, name: string): InvalidDependenciesError {
    return new InvalidDependenciesError(
      where,
      `is for "${name}", which is not shared, so that the service made at the start would never be used`,
      'share it, or take it out of the list.',
    )
  }

  static forUnknownService(where: string, name: string, known: Iterable<string>): InvalidDependenciesError {
    const near = nearestNames(name, known)
    const hint = near.length === 0 ? 'register the service, or correct the name.' : `did you mean ${orList(near)}?`
    return new InvalidDependenciesError(where, `is for "${name}", which is not registered`, hint)
  }
}

/**
 * The error for services that could not be disposed of; `errors` has their errors, in the order of disposal. All other
 * services were disposed of.
 */
export class DisposalError extends AggregateError {
  override readonly name = 'DisposalError'

  constructor(failures: readonly { readonly name: string; readonly error: unknown }[]) {
    super(
      failures.map(({ error }) => error),
      `Not everything could be disposed of: ${failures.map(({ name }) => `"${name}"`).join(', ')}. See errors.`,
    )
  }
}
