import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { cleanCopy, copyBuilt, copyOfCommit } from '../clean-copy.ts'
import { type SourcePackage, sourcePackages } from '../imports.ts'
import { nextRelease } from '../packed/next-release.ts'
import { publicPackages } from '../public-packages.ts'
import { run } from '../run.ts'

/** A built copy of the repository, whose manifests have the versions of a release. */
export interface Tree {
  readonly root: string
  readonly versions: Readonly<Record<string, string>>
  /** The folder for the tarballs of its packages. */
  readonly tarballs: string
}

/** A package that was packed into a tarball. */
export interface PackedPackage {
  readonly name: string
  readonly tarball: string
  /** The folder of each installed third-party dependency, by the name of the dependency. */
  readonly dependencies: ReadonlyMap<string, string>
}

/** The folder of a package, relative to the root of a tree. */
export function folderOf(name: string): string {
  return join('packages', name.replace('@app/', ''))
}

/**
 * Builds the packages of the last release in `folder`. `tarballsOf()` writes their tarballs into a folder of `kept`,
 * where they stay for later runs.
 */
export function releasedTree(root: string, commit: string, folder: string, kept: string): Tree {
  copyOfCommit(root, commit, folder)
  run('pnpm', ['build'], { cwd: folder })
  return { root: folder, versions: publicPackages(folder), tarballs: join(kept, commit) }
}

/** Makes, in `folder`, a built copy of the work tree, in whose manifests the changesets have raised the versions. */
export async function nextTree(root: string, folder: string): Promise<Tree> {
  const { repository } = await nextRelease(root)
  cleanCopy(repository, folder)
  copyBuilt(repository, folder)
  return { root: folder, versions: publicPackages(folder), tarballs: join(folder, 'packed') }
}

/**
 * The packages of a tree in their published form. Those that are not packed yet are packed together; these must not
 * have been replaced by packages of another tree.
 */
export function tarballsOf({ root, versions, tarballs }: Tree, names: readonly string[]): readonly PackedPackage[] {
  const fileOf = (name: string) => join(tarballs, `${name.slice(1).replace('/', '-')}-${versions[name]}.tgz`)
  const missing = names.filter((name) => !existsSync(fileOf(name)))
  const filters = missing.flatMap((name) => ['--filter', name])
  mkdirSync(tarballs, { recursive: true })
  if (missing.length > 0) run('pnpm', [...filters, 'pack', '--pack-destination', tarballs], { cwd: root })
  return sourcePackages(root)
    .filter(({ name }) => names.includes(name))
    .map((owner) => packed(owner, fileOf(owner.name)))
}

/** Packs a package, unless its tarball exists. */
export function packed({ name, folder, manifest }: SourcePackage, tarball: string): PackedPackage {
  if (!existsSync(tarball)) run('pnpm', ['pack', '--out', tarball], { cwd: folder })
  const foreign = Object.keys(manifest.dependencies ?? {}).filter((other) => !other.startsWith('@app/'))
  const dependencies = new Map(foreign.map((other) => [other, realpathSync(join(folder, 'node_modules', other))]))
  return { name, tarball, dependencies }
}
