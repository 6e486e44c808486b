import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of a package as a module in another folder would import it, links followed. */
export function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return realpathSync(path)
    if (dirname(folder) === folder) return undefined
  }
}
