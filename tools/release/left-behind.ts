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
 * The packages that pending changesets leave behind, and those that would be left behind if the former got a major too.
 * The tool changesets would only give these packages a patch, with the range of the new major, which breaks users who
 * update only some packages.
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
      // The development dependencies of `@app/create` count, since it writes them into new projects.
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
