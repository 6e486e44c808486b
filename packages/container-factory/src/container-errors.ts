import { nearestNames, orList } from './names.ts'

/** A service is not available; the subclass says why. */
export class ContainerError extends Error {
  /** The names from the requested service to the one that failed. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.path = path
  }
}

/** The last name of the path is not registered. The message suggests near names. */
export class ServiceNotFoundError extends ContainerError {
  override readonly name = 'ServiceNotFoundError'

  constructor(path: readonly string[], known: Iterable<string>, isAliased: boolean) {
    const missing = path.at(-1) ?? ''
    const requirer = path.at(-2)
    const by = requirer === undefined ? '' : `, required by ${isAliased ? 'alias ' : ''}${requirer}`
    const near = nearestNames(missing, known)
    const hint = near.length === 0 ? '' : `; did you mean ${orList(near)}?`
    const owner = /^@[^/]+\/[^/]+/.exec(missing)?.[0]
    const register = owner ? `Put the configProvider of ${owner} into defineConfig([…]), register it` : 'Register it'
    super(
      `Service not found: ${pathText([...path.slice(0, -1), `missing ${missing}`])}${by}${hint}${hint ? '' : '.'} ` +
        `${register} in dependencies (a class may have static inject instead), or correct the name.`,
      path,
    )
  }
}

/** The factory of the last service in the path threw, rejected or gave `undefined`; `cause` is its error. */
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

  /** The error of a construction. Keeps an error that already has this service in its path. */
  static from(error: unknown, path: readonly string[]): ContainerError {
    if (error instanceof ContainerError && error.path.includes(path.at(-1) ?? '')) return error
    const reason =
      error instanceof Error ? error.message : `its factory threw ${error === null ? 'null' : typeof error}.`
    return new ServiceNotCreatedError(path, reason, { cause: error })
  }
}

/** A service requires itself through others, or waits for a service that waits for it. */
export class CyclicDependencyError extends ContainerError {
  override readonly name = 'CyclicDependencyError'
  /** The names of the ring; the first is also the last. */
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

/** A service was asked for after `dispose`. */
export class ContainerDisposedError extends ContainerError {
  override readonly name = 'ContainerDisposedError'

  constructor(path: readonly string[]) {
    const by = path.length > 1 ? ` (${pathText(path)})` : ''
    super(`Service "${path.at(-1)}"${by} was asked of a container that is disposed of. Make a new container.`, path)
  }
}

/** A service was asked for by a class that is registered under several names. */
export class AmbiguousClassError extends Error {
  override readonly name = 'AmbiguousClassError'

  constructor(className: string, names: readonly string[]) {
    super(`class ${className} is registered under ${names.length} names: ask for ${orList(names)}.`)
  }
}

const head = 6
const tail = 5

/** Formats a resolution path. Shortens the middle of a long path to a number. */
export function pathText(path: readonly string[]): string {
  const left = path.length - head - tail
  if (left <= 1) return path.join(' → ')
  return [...path.slice(0, head), `… ${left} more …`, ...path.slice(-tail)].join(' → ')
}
