import { shortPath } from '../application/find-application.ts'
import { type InstalledPackage, needsOf } from '../application/installed-packages.ts'
import { findPackage, readManifest } from '../application/packages.ts'
import type { Problem } from './problem.ts'

/** The packages of which an application has one copy, and what to do where there are two. */
const SINGLE: Readonly<Record<string, string>> = {
  '@app/core':
    'Let one version fit all: in a package it is a peer dependency, never a dependency. Then install again, or npm dedupe.',
  '@app/router':
    'Let one version fit all: update the packages that ask for the older one. Then install again, or npm dedupe.',
}

/** The copies of the core and of the router contract that an application would load, where there is more than one. */
export function packageCopies(root: string, packages: readonly InstalledPackage[]): readonly Problem[] {
  return Object.entries(SINGLE).flatMap(([name, advice]) => {
    const copies = copiesOf(name, packages)
    if (copies.size < 2) return []
    const texts = Array.from(copies, ([folder, users]) => {
      return `${readManifest(folder).version ?? ''} in ${shortPath(folder, root)} (for ${users.join(', ')})`.trim()
    })
    return [
      { kind: 'copies', message: `There are ${copies.size} copies of ${name}: ${texts.join(' and ')}.\n${advice}` },
    ]
  })
}

/** The folders of the copies, each with those that load it. */
function copiesOf(name: string, packages: readonly InstalledPackage[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const { folder, manifest, isApplication } of packages) {
    if (!(name in needsOf(manifest))) continue
    const copy = findPackage(name, folder)
    if (copy === undefined) continue
    const user = isApplication ? 'the application' : (manifest.name ?? folder)
    users.set(copy, [...(users.get(copy) ?? []), user])
  }
  return users
}
