import { ConfigurationError } from '@app/checks'
import { findUpwards, startFolder } from '../platform/start-folder.ts'

// Modules of node are not imported here: an import statement reads all exports of `node:fs`, for which node loads its
// streams, which takes some 5 ms.
const { readFileSync, realpathSync } = process.getBuiltinModule('node:fs')
const module = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')
const { pathToFileURL } = process.getBuiltinModule('node:url')

/**
 * Finds those dependencies of the application whose manifests (`package.json`) name an export of the given kind. For
 * the kind `router`, such a manifest has `"app": { "router": "LinearRouter" }`.
 *
 * Reads the dependencies in the application's own `package.json`; if none of them is such a package, it reads the dev
 * dependencies.
 */
export function findPlugins(kind: string, from?: string | URL): PluginSearch {
  const path = findManifest(from)
  if (path === undefined) return { root: undefined, plugins: [], missing: [] }
  const manifest = readManifest(path)
  const { plugins, missing } = searchPlugins(kind, manifest.dependencies, path)
  const found = plugins.length ? plugins : searchPlugins(kind, manifest.devDependencies, path).plugins
  return { root: path, plugins: found, missing }
}

/**
 * Finds the packages of a kind, such as `router`, among the given dependencies, and the dependencies that are not
 * installed.
 */
function searchPlugins(kind: string, dependencies: Readonly<Record<string, string>> = {}, root: string) {
  const plugins: Plugin[] = []
  const missing: string[] = []
  for (const name of Object.keys(dependencies)) {
    const found = findPackage(name, root)
    const exportName = found?.manifest.app?.[kind]
    if (!found) missing.push(name)
    else if (typeof exportName === 'string') {
      plugins.push({ name, exportName, load: async () => (await importPackage(found))[exportName] })
    }
  }
  return { plugins, missing }
}

/** The part of a manifest that this file reads. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly app?: Readonly<Record<string, unknown>>
  readonly exports?: unknown
  readonly main?: string
}

interface InstalledPackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
}

/**
 * Finds the nearest `package.json` in `from` or a folder above. By default the search starts in the folder of the entry
 * file, else in the working directory.
 */
export function findManifest(from: string | URL | undefined): string | undefined {
  return findUpwards(startFolder(from), 'package.json')
}

/**
 * Finds a package as the application whose `package.json` is at `root` would import it. Reads its manifest as a file,
 * since the `exports` of some packages do not include their `package.json`.
 */
export function findPackage(name: string, root: string): InstalledPackage | undefined {
  const path = findUpwards(dirname(root), join('node_modules', name, 'package.json'))
  const folder = path === undefined ? findWithoutFolders(name, root) : dirname(realpathSync(path))
  return folder === undefined ? undefined : { name, folder, manifest: readManifest(join(folder, 'package.json')) }
}

interface PlugAndPlay {
  /**
   * Returns the folder of a package, which usually lies in an archive. Throws if `issuer` does not declare the package.
   */
  resolveToUnqualified(name: string, issuer: string): string | null
}

/**
 * Finds the folder of a package by yarn's Plug'n'Play, if the program runs with it: packages then stay in archives, and
 * no `node_modules` contains them.
 */
function findWithoutFolders(name: string, root: string): string | undefined {
  const { findPnpApi } = module as { findPnpApi?: (path: string) => PlugAndPlay | null }
  try {
    return findPnpApi?.(root)?.resolveToUnqualified(name, root) ?? undefined
  } catch {
    return undefined
  }
}

export async function importPackage({
  folder,
  manifest,
}: InstalledPackage): Promise<Readonly<Record<string, unknown>>> {
  const entry = entryOf(manifest.exports) ?? manifest.main ?? 'index.js'
  const url = pathToFileURL(join(folder, entry)).href
  // Without the comment `webpackIgnore`, webpack and Turbopack would look for the file in their bundle.
  return (await import(/* webpackIgnore: true */ url)) as Readonly<Record<string, unknown>>
}

/** Reads a manifest. Throws a `ConfigurationError` if that fails. */
function readManifest(path: string): Manifest {
  try {
    // A TextDecoder leaves out a byte order mark, which npm and node accept in a package.json.
    return JSON.parse(new TextDecoder().decode(readFileSync(path))) as Manifest
  } catch (error) {
    throw new ConfigurationError('APP_MANIFEST', `${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Finds, in the `exports` of a package's manifest, the file that an `import` of the package loads. */
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

/** An installed package whose manifest names one of its exports: `"app": { "view": "EtaRenderer" }`. */
export interface Plugin {
  /** The name of the package. */
  readonly name: string
  readonly exportName: string
  /** Imports the package. Returns the export that `exportName` names; `undefined` for a package without that export. */
  load(): Promise<unknown>
}

/** The result of a search among the dependencies of an application. */
export interface PluginSearch {
  /** The path of the application's `package.json`; `undefined` without one, and on a runtime without files. */
  readonly root: string | undefined
  readonly plugins: readonly Plugin[]
  /** Dependencies that are not installed. Each of them may be the package that is searched for. */
  readonly missing: readonly string[]
}
