import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePackages } from '../imports.ts'

/** A package whose next release is not a major, although it requires a package whose next release is a major. */
export interface LeftBehind {
  readonly name: string
  /** The required packages that get a major. */
  readonly needs: readonly string[]
}

/**
 * The packages without a major that require a package for which the pending changesets announce a major. Packages that
 * require one of the found packages are included, since each found package needs a major too. By itself, the tool
 * `changesets` would give the found packages a patch that requires the new major, and this patch would break the
 * applications of users who update only some packages.
 */
export function leftBehind(root: string): readonly LeftBehind[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const breaking = new Set(raisedByMajor(root))
  const left: LeftBehind[] = []
  // A found package needs a major too, so the packages that require it are found in the next round.
  for (let found = -1; found < left.length; ) {
    found = left.length
    for (const { name, manifest } of packages) {
      if (breaking.has(name)) continue
      const { dependencies, peerDependencies, devDependencies } = manifest
      // The development dependencies of `@app/create` are included, since it writes them into the manifests of new
      // projects.
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

/** The packages for which pending changesets announce a major. */
export function raisedByMajor(root: string): ReadonlySet<string> {
  const texts = globSync('.changeset/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(MAJOR)].map(([, name = '']) => name)))
}

const MAJOR = /^(?:'|"|)(@?[\w./-]+)(?:'|"|): major *\r?$/gm
