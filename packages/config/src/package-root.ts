import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ancestors } from './ancestors.ts'

/** The nearest folder with a `package.json`, from this one upwards; this one, when there is none. */
export function packageRoot(folder: string): string {
  for (const candidate of ancestors(folder)) if (existsSync(join(candidate, 'package.json'))) return candidate
  return folder
}
