import type { SourcePackage } from './imports.ts'
import { filesImportedBy } from './imports.ts'

/**
 * The folders in `src` of the large packages, arranged in floors, the highest floor first. A file may import from
 * folders of its own floor and of lower floors.
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '@app/core': [
    ['application'],
    ['node', 'web'],
    ['logging', 'pipeline'],
    ['plan'],
    ['middleware', 'tracing'],
    ['routing'],
    ['container', 'platform'],
  ],
  '@app/http': [['node', 'web'], ['life'], ['request'], ['response'], ['platform'], ['options']],
}

/** An import from one file of a package to another. */
export interface Arrow {
  readonly file: string
  readonly target: string
}

/** All imports between the files of a package, except those of its entry points, which only re-export names. */
export function arrowsIn(owner: SourcePackage): readonly Arrow[] {
  return owner.files
    .filter((file) => folderOf(file) !== '')
    .flatMap((file) => [...new Set(filesImportedBy(owner, file))].map((target) => ({ file, target })))
}

/** The folder in `src` that has the file; empty for an entry point, which is in `src` itself. */
export function folderOf(file: string): string {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
}

/** The imports in a package that `FLOORS` forbids: the imported file is on a higher floor than the importing file. */
export function arrowsUp(owner: SourcePackage): readonly Arrow[] {
  const floors = FLOORS[owner.name] ?? []
  const floorOf = (file: string) => floors.findIndex((folders) => folders.includes(folderOf(file)))
  return arrowsIn(owner).filter(({ file, target }) => floorOf(target) < floorOf(file))
}
