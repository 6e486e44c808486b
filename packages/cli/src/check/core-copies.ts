import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shortPath } from '../application/find-application.ts'
import { findPackage, type Manifest, readManifest } from '../application/packages.ts'
import type { Problem } from './problem.ts'

const CORE = '@app/core'

/** The copies of the core that the application and its dependencies would load, where there is more than one. */
export function coreCopies(root: string): readonly Problem[] {
  const users = new Map<string, string[]>()
  for (const { folder, manifest } of packagesUnder(root)) {
    if (!dependenciesOf(manifest).includes(CORE)) continue
    const copy = findPackage(CORE, folder)
    if (copy === undefined) continue
    const name = folder === root ? 'the application' : (manifest.name ?? folder)
    users.set(copy, [...(users.get(copy) ?? []), name])
  }
  if (users.size < 2) return []
  const copies = Array.from(users, ([folder, names]) => {
    return `${readManifest(folder).version ?? ''} in ${shortPath(folder, root)} (for ${names.join(', ')})`.trim()
  })
  const message =
    `There are ${users.size} copies of ${CORE}: ${copies.join(' and ')}.\n` +
    'Let one version fit all: in a package it is a peer dependency, never a dependency. Then install again, or npm dedupe.'
  return [{ kind: 'core-copies', message }]
}

/** The application's package, and each that it depends on, however far. */
function* packagesUnder(root: string): Generator<{ readonly folder: string; readonly manifest: Manifest }> {
  const folders = [root]
  const seen = new Set(folders)
  for (const folder of folders) {
    if (!existsSync(join(folder, 'package.json'))) continue
    const manifest = readManifest(folder)
    yield { folder, manifest }
    const names = [...dependenciesOf(manifest), ...(folder === root ? Object.keys(manifest.devDependencies ?? {}) : [])]
    for (const name of names) {
      const found = findPackage(name, folder)
      if (found === undefined || seen.has(found)) continue
      seen.add(found)
      folders.push(found)
    }
  }
}

function dependenciesOf({ dependencies, optionalDependencies, peerDependencies }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
}
