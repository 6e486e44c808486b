import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes what was built of the packages: turbo writes what it has kept beside what is there, and all of it would be packed. */
export function clearBuilt(root: string): void {
  for (const dist of globSync('packages/*/dist', { cwd: root })) rmSync(join(root, dist), { recursive: true })
}

if (import.meta.main) clearBuilt(join(import.meta.dirname, '../..'))
