import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePackages } from '../imports.ts'

/** A package without a major that requires a package with one. */
export interface LeftBehind {
  readonly name: string
  /** The required packages that get a major. */
  readonly needs: readonly string[]
}

/**
 * The packages that pending changesets leave behind, with those that would be left behind if these got a major.
 * changesets would give them the range of the new major in a patch, which breaks users who update only some packages.
 */
export function leftBehind(root: string): readonly LeftBehind[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const breaking = new Set(raisedByMajor(root))
  const left: LeftBehind[] = []
  // A found package needs a major too, and may then leave others behind.
  for (let found = -1; found < left.length; ) {
    found = left.length
    for (const { name, manifest } of packages) {
      if (breaking.has(name)) continue
      const { dependencies, peerDependencies, devDependencies } = manifest
      // The development dependencies of this package are those that it writes into new projects.
      const written = name === '@app/create' ? devDependencies : {}
      const needs = Object.keys({ ...dependencies, ...peerDependencies, ...written }).filter((other) =>
        breaking.has(other),
      )
      if (needs.length > 0) left.push({ name, needs })
    }
    for (const { name } of left) breaking.add(name)
  }
  return left
}

/** The packages that pending changesets raise by a major. */
export function raisedByMajor(root: string): ReadonlySet<string> {
  const texts = globSync('.changeset/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(MAJOR)].map(([, name = '']) => name)))
}

const MAJOR = /^(?:'|"|)(@?[\w./-]+)(?:'|"|): major *\r?$/gm
