import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanCopy, copyBuilt, copyOfCommit } from '../clean-copy.ts'
import { type SourcePackage, sourcePackages } from '../imports.ts'
import { nextRelease } from '../packed/next-release.ts'
import { publicPackages } from '../public-packages.ts'
import { run } from '../run.ts'
import { changesetsSince, type Release } from './last-release.ts'

/** A copy of the repository, built, with the versions that a release of it has. */
export interface Tree {
  readonly root: string
  readonly versions: Readonly<Record<string, string>>
  /** The core as it is published, and what it stands on: they are replaced together, as the one brings the others. */
  readonly core: readonly PackedPackage[]
}

/** A package in its tarball. */
export interface PackedPackage {
  readonly name: string
  readonly tarball: string
  /** Where each of its dependencies is that is not of this repository. */
  readonly dependencies: ReadonlyMap<string, string>
}

/** The folder of a package, from the root of a tree on. */
export function folderOf(name: string): string {
  return join('packages', name.replace('@app/', ''))
}

/** The packages as they were released last. Tarballs are kept in a folder, and packed if that has none. */
export function releasedTree(root: string, { commit }: Release, folder: string, kept: string): Tree {
  copyOfCommit(root, commit, folder)
  const isReleased = Object.values(publicPackages(folder)).some((version) => version !== '0.0.0')
  if (!isReleased) run('pnpm', ['release:version'], { cwd: folder })
  run('pnpm', ['build'], { cwd: folder })
  return withCore(folder, join(kept, commit))
}

/** The packages as a release of the work tree would have them: versions go up by the changesets since the last release. */
export async function nextTree(root: string, release: Release, released: Tree, folder: string): Promise<Tree> {
  const { repository } = await nextRelease(root)
  cleanCopy(root, folder)
  copyBuilt(repository, folder)
  const pending = changesetsSince(root, release.commit)
  for (const file of globSync('.changeset/*.md', { cwd: folder }))
    if (!pending.includes(file)) rmSync(join(folder, file))
  for (const [name, version] of Object.entries(publicPackages(folder))) {
    const manifest = join(folder, folderOf(name), 'package.json')
    const text = readFileSync(manifest, 'utf8').replace('"version": "0.0.0"', `"version": "${released.versions[name]}"`)
    if (version === '0.0.0' && name in released.versions) writeFileSync(manifest, text)
  }
  // Not by `release:version`, which also asks what the changesets of the last release say.
  if (pending.length > 0) run('pnpm', ['changeset', 'version'], { cwd: folder })
  return withCore(folder, join(folder, 'packed'))
}

function withCore(root: string, tarballs: string): Tree {
  const versions = publicPackages(root)
  mkdirSync(tarballs, { recursive: true })
  const names = coreIn(root)
  const core = sourcePackages(root)
    .filter(({ name }) => names.has(name))
    .map((owner) =>
      packed(owner, join(tarballs, `${owner.name.slice(1).replace('/', '-')}-${versions[owner.name]}.tgz`)),
    )
  return { root, versions, core }
}

/** The core, and what it needs of this repository, and so on. */
function coreIn(root: string): ReadonlySet<string> {
  const packages = new Map(sourcePackages(root).map((one) => [one.name, one.manifest]))
  const found = new Set(['@app/core'])
  for (const name of found) {
    const { dependencies, peerDependencies } = packages.get(name) ?? {}
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies }))
      if (packages.has(needed)) found.add(needed)
  }
  return found
}

/** Packs a package, unless the tarball is there. */
export function packed({ name, folder, manifest }: SourcePackage, tarball: string): PackedPackage {
  if (!existsSync(tarball)) run('pnpm', ['pack', '--out', tarball], { cwd: folder })
  const foreign = Object.keys(manifest.dependencies ?? {}).filter((other) => !other.startsWith('@app/'))
  const dependencies = new Map(foreign.map((other) => [other, realpathSync(join(folder, 'node_modules', other))]))
  return { name, tarball, dependencies }
}
