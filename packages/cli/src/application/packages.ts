import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'

/** The part of a manifest that the commands read. */
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

/** The folder of a package as a module in another folder would import it, links followed. */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return realpathSync(path)
    if (dirname(folder) === folder) return undefined
  }
}

const SCRIPT =
  'const { configProvider } = await import(process.argv[1]); process.exitCode = typeof configProvider === "function" ? 0 : 3'

/** Whether a package exports a `configProvider`, seen from the application. An error of the import is thrown. */
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

/** The name in what may be asked for: `@acme/audit`, `@acme/audit@^2`; `undefined` for a folder, an archive or a URL. */
export function nameInRequest(request: string): string | undefined {
  if (request.startsWith('-')) {
    throw CommandError.wrongUse(`${request} is no package. Write a name, such as @app/static or @acme/audit@^2.`)
  }
  return /^((?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*)(?:@[^/:]*)?$/i.exec(request)?.[1]
}

/**
 * The name of the package that was installed for a folder, an archive or a URL: the new dependency, or the one whose
 * range ends with the request.
 */
export function nameInManifest(request: string, before: Manifest, after: Manifest): string | undefined {
  const known = before.dependencies ?? {}
  const entries = Object.entries(after.dependencies ?? {})
  const added = entries.find(([name]) => !(name in known)) ?? entries.find(([, range]) => range.endsWith(request))
  return added?.[0]
}

/** A package that an application depends on, however far, or the application itself. */
export interface InstalledPackage {
  readonly folder: string
  readonly manifest: Manifest
  readonly isApplication: boolean
}

/** The application's package first, then each that it depends on, as modules of the dependents would import it. */
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

/** The packages that a package needs when it runs, by name, each with the range that it asks for. */
export function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...optionalDependencies, ...peerDependencies }
}
