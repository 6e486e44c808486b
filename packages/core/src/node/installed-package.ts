import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Container } from '../container/container.ts'
import { MissingDependencyError } from '../routing/router-search.ts'
import { startFolder } from './start-folder.ts'

/** The part of a manifest that is read. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly app?: { readonly router?: unknown }
  readonly exports?: unknown
  readonly main?: string
}

/** A package that an application can import. */
export interface InstalledPackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * The nearest manifest in `from` or a folder above it; by default the search starts at the entry file, else in the
 * working directory.
 */
export function findManifest(from: string | URL | undefined): string | undefined {
  return findUpwards(startFolder(from), 'package.json')
}

/** A package as an application at `root` would import it; its manifest is read, since not all can be resolved from here. */
export function findPackage(name: string, root: string): InstalledPackage | undefined {
  const path = findUpwards(dirname(root), join('node_modules', name, 'package.json'))
  return path === undefined ? undefined : { name, folder: dirname(realpathSync(path)), manifest: readManifest(path) }
}

/** Imports a package, and gives its exports. */
export async function importPackage({
  folder,
  manifest,
}: InstalledPackage): Promise<Readonly<Record<string, unknown>>> {
  const entry = entryOf(manifest.exports) ?? manifest.main ?? 'index.js'
  return (await import(pathToFileURL(join(folder, entry)).href)) as Readonly<Record<string, unknown>>
}

/** Reads a manifest. Throws `MissingDependencyError` if that fails. */
export function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    throw new MissingDependencyError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Makes the container for an application without one: an empty one of `@app/container-factory`, if that is installed.
 */
export async function defaultContainer(from?: string | URL): Promise<Container | undefined> {
  const root = findManifest(from)
  const found = root && findPackage('@app/container-factory', root)
  if (!found) return undefined
  const { createContainer } = await importPackage(found)
  return (createContainer as (config: object) => Container)({})
}

function findUpwards(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  if (existsSync(path)) return path
  const parent = dirname(folder)
  return parent === folder ? undefined : findUpwards(parent, file)
}

/** The file that an `import` of the package loads. */
function entryOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (Array.isArray(exports)) return exports.map(entryOf).find((entry) => entry !== undefined)
  if (typeof exports !== 'object' || exports === null) return undefined
  if ('.' in exports) return entryOf(exports['.'])
  for (const [condition, target] of Object.entries(exports)) {
    if (['node', 'import', 'module-sync', 'default'].includes(condition)) return entryOf(target)
  }
  return undefined
}
