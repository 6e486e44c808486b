import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage, type Manifest, readManifest } from './packages.ts'

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

/** What a package needs when it runs, by the name of the other package: the range that it asks for. */
export function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...optionalDependencies, ...peerDependencies }
}
