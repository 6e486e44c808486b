import type { Origin } from './origin.ts'

/** Two files of one folder have the same name and differ in the extension only, so neither can be meant. */
export class DuplicateConfigFileError extends Error {
  override readonly name = 'DuplicateConfigFileError'
  /** The absolute paths, in code unit order. */
  readonly files: readonly string[]

  constructor(origins: readonly Origin[]) {
    super(`${origins.map((origin) => origin.name).join(' and ')} have one name in two extensions. Keep one of them.`)
    this.files = origins.map((origin) => origin.file ?? origin.name)
  }
}
