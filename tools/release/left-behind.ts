import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePackages } from '../imports.ts'

/** A package that asks for one that breaks, and does not break with it. */
export interface LeftBehind {
  readonly name: string
  /** The packages that it asks for and that break. */
  readonly needs: readonly string[]
}

/**
 * The packages that pending changesets leave behind, with those that would be left behind if these broke.
 *
 * changesets would give them the range of the new major in a patch, which breaks whoever updates only some.
 */
export function leftBehind(root: string): readonly LeftBehind[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const breaking = new Set(raisedByMajor(root))
  const left: LeftBehind[] = []
  // A package that is found breaks too, and may leave others behind.
  for (let found = -1; found < left.length; ) {
    found = left.length
    for (const { name, manifest } of packages) {
      if (breaking.has(name)) continue
      const { dependencies, peerDependencies, devDependencies } = manifest
      // Its development dependencies are those that it writes into new projects.
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
