import { ContainerError } from './container-error.ts'
import { pathText } from './path-text.ts'

/** What makes the last service of the path threw, rejected or gave `undefined`; `cause` is what it threw. */
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

  /** The error as it leaves a construction: one that has this service in its path says it all already. */
  static from(error: unknown, path: readonly string[]): ContainerError {
    if (error instanceof ContainerError && error.path.includes(path.at(-1) ?? '')) return error
    const reason =
      error instanceof Error ? error.message : `its factory threw ${error === null ? 'null' : typeof error}.`
    return new ServiceNotCreatedError(path, reason, { cause: error })
  }
}
