import { ConfigurationError, hasBrand, nearestNames } from '@app/checks'
import { keyText, orList } from './value-kinds.ts'

const BRAND = Symbol.for('@app/container-factory/ContainerError')

/**
 * A service is not available. The `code` is `APP_SERVICE_NOT_FOUND`, `APP_SERVICE_NOT_CREATED` (with the `cause`),
 * `APP_SERVICE_CYCLE` or `APP_CONTAINER_DISPOSED`.
 */
export class ContainerError extends ConfigurationError {
  override readonly name: string = 'ContainerError'
  /** The names from the requested service to the service that failed. */
  readonly path: readonly string[]

  /** Only this package makes such an error. */
  constructor(code: string, message: string, path: readonly string[], options?: ErrorOptions) {
    super(code, message, options)
    this.path = path
  }

  /** True if a value is a `ContainerError` of this or another copy of the package. */
  static override is(value: unknown): value is ContainerError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(ContainerError.prototype, BRAND, { value: true })

const NOT_FOUND = Symbol.for('@app/container-factory/ServiceNotFoundError')

/** A requested name is not registered: the last of `path`. The message suggests similar names. */
export class ServiceNotFoundError extends ContainerError {
  override readonly name = 'ServiceNotFoundError'

  /** Only this package makes such an error. */
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
      'APP_SERVICE_NOT_FOUND',
      `Service not found: ${pathText([...path.slice(0, -1), `missing ${missing}`])}${by}${hint}${hint ? '' : '.'} ` +
        `${register} in dependencies (a class may have static inject instead), or correct the name.`,
      path,
    )
  }

  /** True if a value is a `ServiceNotFoundError` of this or another copy of the package. */
  static override is(value: unknown): value is ServiceNotFoundError {
    return hasBrand(value, NOT_FOUND)
  }
}

Object.defineProperty(ServiceNotFoundError.prototype, NOT_FOUND, { value: true })

const NOT_CREATED = 'APP_SERVICE_NOT_CREATED'

/**
 * Returns the error of a failed construction: the thrown error itself if its path has this service already, else a new
 * error with the thrown one as its cause.
 */
export function notCreated(error: unknown, path: readonly string[]): ContainerError {
  if (ContainerError.is(error) && error.path.includes(path.at(-1) ?? '')) return error
  const reason = error instanceof Error ? error.message : `its factory threw ${error === null ? 'null' : typeof error}.`
  return failedConstruction(path, reason, { cause: error })
}

/** The error for a factory or a delegator that returned `undefined`. */
export function gaveUndefined(path: readonly string[]): ContainerError {
  const instead = 'return the service, or null where there is none.'
  return failedConstruction(path, `its factory or its outermost delegator gave undefined; ${instead}`)
}

function failedConstruction(path: readonly string[], reason: string, options?: ErrorOptions): ContainerError {
  const way = path.length > 1 ? ` (${pathText(path)})` : ''
  return new ContainerError(
    NOT_CREATED,
    `Service "${path.at(-1)}" could not be created${way}: ${reason}`,
    path,
    options,
  )
}

/** True for an error of `notCreated` or `gaveUndefined`. */
export function isNotCreated(error: unknown): error is ContainerError {
  return ContainerError.is(error) && error.code === NOT_CREATED
}

/**
 * The error for a service that requires itself, directly or through others, and for services that wait for each other.
 * `ring` begins and ends with the same name.
 */
export function serviceCycle(requirers: readonly string[], ring: readonly string[]): ContainerError {
  const entry = requirers.findIndex((name) => ring.includes(name))
  const before = entry === -1 ? requirers : requirers.slice(0, entry)
  const by = before.length === 0 ? '' : `, required by ${pathText(before)}`
  return new ContainerError(
    'APP_SERVICE_CYCLE',
    `Services require each other in a ring: ${pathText(ring)}${by}. ` +
      'Let one of them ask the container at its first use instead of while it is made.',
    [...before, ...ring],
  )
}

/** The error for a service that was requested after `dispose`. */
export function disposedContainer(path: readonly string[]): ContainerError {
  const by = path.length > 1 ? ` (${pathText(path)})` : ''
  return new ContainerError(
    'APP_CONTAINER_DISPOSED',
    `Service "${path.at(-1)}"${by} was requested from a container that is disposed of. Make a new container.`,
    path,
  )
}

/** The error for `get(Class)` with a class that is registered under several names. */
export function ambiguousClass(Class: unknown, names: readonly string[]): ConfigurationError {
  return new ConfigurationError(
    'APP_SERVICE_AMBIGUOUS',
    `class ${keyText(Class)} is registered under ${names.length} names: ask for ${orList(names)}.`,
  )
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
