import type { SourcePackage } from './imports.ts'
import { filesImportedBy } from './imports.ts'

/** The folders of the core, the upper floors first: a file imports from its own floor and from those below. */
export const FLOORS: readonly (readonly string[])[] = [
  ['application'],
  ['body', 'development', 'double-pass', 'logging'],
  ['node', 'web'],
  ['pipeline'],
  ['routing'],
  ['middleware'],
  ['tracing'],
  ['messages'],
  ['container', 'platform'],
]

/** An import from one file of the core to another. */
export interface Arrow {
  readonly file: string
  readonly target: string
}

/** All imports between the files of the core, but those of its doors: they stand outside and hand names on. */
export function arrowsIn(core: SourcePackage): readonly Arrow[] {
  return core.files
    .filter((file) => folderOf(file) !== '')
    .flatMap((file) => [...new Set(filesImportedBy(core, file))].map((target) => ({ file, target })))
}

/** The folder that a file of the core lies in; empty for a door. */
export function folderOf(file: string): string {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
}

/** Whether an import leads to a floor above its own. */
export function runsUp({ file, target }: Arrow): boolean {
  return floorOf(target) < floorOf(file)
}

function floorOf(file: string): number {
  return FLOORS.findIndex((folders) => folders.includes(folderOf(file)))
}
