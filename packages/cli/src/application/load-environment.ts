import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Reads `.env` in the folder of the application, if there is one; a variable that is set already stays as it is. */
export function loadEnvironment(root: string): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
