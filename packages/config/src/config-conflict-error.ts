import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'

/** One source gives a map and a later one a list for the same key, or the other way round. */
export class ConfigConflictError extends Error {
  override readonly name = 'ConfigConflictError'
  readonly path: KeyPath
  /** The names of the earlier and of the later source. */
  readonly sources: readonly [earlier: string, later: string]

  private constructor(path: KeyPath, earlier: Origin, later: Origin, kinds: readonly [string, string]) {
    const key = formatKeyPath(path)
    super(
      `${key} is ${kinds[0]} in ${earlier.name} and ${kinds[1]} in ${later.name}, and the two do not merge. ` +
        `Write both in one form, or write ${key} as replace(…) in ${later.name} to take only that one.`,
    )
    this.path = path
    this.sources = [earlier.name, later.name]
  }

  static mapOverList(path: KeyPath, earlier: Origin, later: Origin): ConfigConflictError {
    return new ConfigConflictError(path, earlier, later, ['a list', 'a map'])
  }

  static listOverMap(path: KeyPath, earlier: Origin, later: Origin): ConfigConflictError {
    return new ConfigConflictError(path, earlier, later, ['a map', 'a list'])
  }
}
