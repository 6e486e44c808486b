import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads `.env` in the folder of the application, if there is one; a variable that is set already stays as it is.
 *
 * Nothing is read where `APP_LOCAL` leaves out what belongs to this machine, as `@app/config` has it.
 */
export function loadEnvironment(root: string): void {
  if (/^(?:false|0|no|off)$/i.test(process.env.APP_LOCAL?.trim() ?? '')) return
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
