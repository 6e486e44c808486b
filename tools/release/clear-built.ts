import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the built files of the packages: turbo writes its cached files beside existing ones, and all of them would be
 * packed.
 */
export function clearBuilt(root: string): void {
  for (const dist of globSync('packages/*/dist', { cwd: root })) rmSync(join(root, dist), { recursive: true })
}

if (import.meta.main) clearBuilt(join(import.meta.dirname, '../..'))
