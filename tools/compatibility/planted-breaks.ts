import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sourcePackages } from '../imports.ts'
import { run } from '../run.ts'
import { type PackedPackage, packed, type Tree } from './trees.ts'

/** A change of a package's sources that breaks a promise on purpose, so that the comparison has to find it. */
export interface PlantedBreak {
  readonly name: string
  /** A text that occurs in exactly one source file of the tree; `to` replaces it. */
  readonly from: string
  readonly to: string
  /** The package whose tests find the break, if the tests of the broken package do not find it. */
  readonly seenBy?: string
}

/**
 * The breaks that the comparison has to find: the first three by the `api.md` of the changed package, the last one only
 * by the tests of another package.
 */
export const PLANTED_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'a removed export',
    from: '{ matchedRoute, ROUTE_RESULT,',
    to: '{ ROUTE_RESULT,',
  },
  {
    name: 'a narrowed type',
    from: 'status: 301 | 302 |',
    to: 'status: 302 |',
  },
  {
    name: 'a changed default',
    from: 'insert(value: T, priority: number = Priority.ROUTING',
    to: 'insert(value: T, priority: number = 0',
  },
  {
    name: 'a seal of an old secret that is not reported as old',
    from: '\n        isOld = true\n',
    to: '\n        isOld = false\n',
    seenBy: '@app/session',
  },
]

/** A planted break that was made in the sources of a tree. */
export interface Planted {
  /** The name of the package whose source was changed. */
  readonly name: string
  /** The folder of the changed source, relative to the root of the tree. */
  readonly folder: string
  /** Builds the package with the break, and packs it. */
  packed(): PackedPackage
  /** Undoes the break, also in the built files. */
  mend(): void
}

/** Makes a break in the sources of a tree. Throws an `Error` unless exactly one source has the text to replace. */
export function plant(tree: Tree, { name, from, to }: PlantedBreak): Planted {
  const places = sourcePackages(tree.root)
    .flatMap((owner) => owner.files.map((file) => ({ owner, path: join(owner.folder, file) })))
    .filter(({ path }) => readFileSync(path, 'utf8').includes(from))
  const [place, ...others] = places
  if (!place || others.length > 0) {
    throw new Error(`${name} cannot be planted: "${from}" is in ${places.length} sources, not in one`)
  }
  const { owner, path } = place
  const source = readFileSync(path, 'utf8')
  const build = () => run('pnpm', ['build'], { cwd: owner.folder })
  let isBuilt = false
  writeFileSync(path, source.replace(from, to))
  return {
    name: owner.name,
    folder: dirname(relative(tree.root, path)),
    packed: () => {
      build()
      isBuilt = true
      return packed(owner, join(tree.root, 'packed', `${name.replaceAll(' ', '-')}.tgz`))
    },
    mend: () => {
      writeFileSync(path, source)
      if (isBuilt) build()
    },
  }
}
