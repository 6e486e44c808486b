import { dirname } from 'node:path'

/** A folder and every folder above it, up to the root of the file system. */
export function* ancestors(folder: string): Generator<string> {
  yield folder
  if (dirname(folder) !== folder) yield* ancestors(dirname(folder))
}
