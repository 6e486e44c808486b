import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readText } from '@app/config'
import { CommandError } from '../command.ts'

/** The keys of a `package.json` that the commands of `app` read. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly app?: {
    readonly application?: unknown
    readonly router?: unknown
    readonly secrets?: unknown
    readonly view?: unknown
    readonly commands?: unknown
  }
}

/** Reads the `package.json` of a folder. Throws `CommandError` if the file is missing or is not JSON. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  try {
    return JSON.parse(readText(path)) as Manifest
  } catch (error) {
    throw CommandError.problem(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Returns the nearest folder with a `package.json`: the given folder or one above it. If none of these folders has a
 * `package.json`, returns the given folder.
 */
export function packageRoot(folder: string): string {
  let root = folder
  while (!existsSync(join(root, 'package.json'))) {
    if (dirname(root) === root) return folder
    root = dirname(root)
  }
  return root
}

/**
 * Returns the folder of the package that a module in the folder `from` would import by a name, with symbolic links
 * resolved; `undefined` if no such package is installed.
 */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return realpathSync(path)
    if (dirname(folder) === folder) return undefined
  }
}

const SCRIPT =
  'const { configProvider } = await import(process.argv[1]); process.exitCode = typeof configProvider === "function" ? 0 : 3'

/**
 * True if a package exports a function `configProvider`. Imports the package in a new process; throws if the import
 * fails.
 */
export async function exportsProvider(packageName: string, root: string): Promise<boolean> {
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT, packageName], { cwd: root })
    return true
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string }
    if (code === 3) return false
    const reason = stderr.split('\n').find((line) => /^\w*Error/.test(line)) ?? (error as Error).message
    throw new Error(`${packageName} cannot be imported: ${reason.trim()}`, { cause: error })
  }
}

/**
 * Returns the name of the package in the argument of `app add`: `@acme/audit` for `@acme/audit@^2`, and `undefined` for
 * a folder, an archive or a URL. Throws a `CommandError` for an argument that begins with `-`.
 */
export function nameInRequest(request: string): string | undefined {
  if (request.startsWith('-')) {
    throw CommandError.wrongUse(`${request} is not a package. Write a name, such as @app/static or @acme/audit@^2.`)
  }
  return /^((?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*)(?:@[^/:]*)?$/i.exec(request)?.[1]
}

/**
 * Returns the name of the package that was installed by `request`: a folder, an archive or a URL. The package is the
 * dependency that package.json did not have before; without a new dependency, the dependency whose range ends with the
 * request.
 */
export function nameInManifest(request: string, before: Manifest, after: Manifest): string | undefined {
  const known = before.dependencies ?? {}
  const entries = Object.entries(after.dependencies ?? {})
  const added = entries.find(([name]) => !(name in known)) ?? entries.find(([, range]) => range.endsWith(request))
  return added?.[0]
}

/** An application, or a package that it depends on, directly or through other packages. */
export interface InstalledPackage {
  readonly folder: string
  readonly manifest: Manifest
  readonly isApplication: boolean
}

/**
 * Returns the application itself first, then each package that it depends on, directly or through other packages. If
 * packages would import several copies of a package, each copy is listed.
 */
export function installedPackages(root: string): readonly InstalledPackage[] {
  const packages: InstalledPackage[] = []
  const folders = [root]
  const seen = new Set(folders)
  for (const folder of folders) {
    if (!existsSync(join(folder, 'package.json'))) continue
    const manifest = readManifest(folder)
    const isApplication = folder === root
    packages.push({ folder, manifest, isApplication })
    for (const name of Object.keys({ ...needsOf(manifest), ...(isApplication && manifest.devDependencies) })) {
      const found = findPackage(name, folder)
      if (found === undefined || seen.has(found)) continue
      seen.add(found)
      folders.push(found)
    }
  }
  return packages
}

/**
 * Returns the range of versions of each package that a package needs at run time, by the name of the needed package.
 */
export function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...optionalDependencies, ...peerDependencies }
}
