import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePackages } from '../imports.ts'
import { run } from '../run.ts'
import { folderOf, type PackedPackage, packed, type Tree } from './trees.ts'

/** A break of a promise, made in the sources of the core. */
export interface PlantedBreak {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
}

/** One of each kind that has to be found: by the report of exports, by the compiler, and by tests alone. */
export const PLANTED_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'a removed export',
    file: 'src/index.ts',
    from: 'export { matchedRoute, ROUTE_RESULT,',
    to: 'export { ROUTE_RESULT,',
  },
  {
    name: 'a narrowed type',
    file: 'src/messages/response-helpers.ts',
    from: 'status: 301 | 302 |',
    to: 'status: 302 |',
  },
  {
    name: 'a changed default',
    file: 'src/pipeline/priority-queue.ts',
    from: 'priority: number = Priority.ROUTING',
    to: 'priority: number = 0',
  },
]

/** Packs the core of a tree with a break in it. The declarations of the break stay built until `mend` is called. */
export function plant(tree: Tree, { name, file, from, to }: PlantedBreak): { core: PackedPackage; mend(): void } {
  const owner = sourcePackages(tree.root).find((one) => one.name === '@app/core')
  if (!owner) throw new Error(`${tree.root} has no @app/core`)
  const path = join(tree.root, folderOf(owner.name), file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(from)) throw new Error(`${name} cannot be planted: "${from}" is not in ${file} any more`)
  const build = () => run('pnpm', ['build'], { cwd: owner.folder })
  writeFileSync(path, source.replace(from, to))
  build()
  const core = packed(owner, join(tree.root, 'packed', `${name.replaceAll(' ', '-')}.tgz`))
  return {
    core,
    mend: () => {
      writeFileSync(path, source)
      build()
    },
  }
}
