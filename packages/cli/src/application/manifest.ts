import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../command-error.ts'

/** What the commands read of a manifest. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly app?: { readonly application?: unknown; readonly router?: unknown }
}

/** Reads the manifest of a folder. Throws `CommandError` for one that is no JSON. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    throw CommandError.problem(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The nearest folder upwards that has a `package.json`, else the folder itself. */
export function packageRoot(folder: string): string {
  let root = folder
  while (!existsSync(join(root, 'package.json'))) {
    if (dirname(root) === root) return folder
    root = dirname(root)
  }
  return root
}
