import { maskText } from '../configuration/secrets.ts'
import { importQuietly } from './import-quietly.ts'
import type { LoadedApplication } from './load-application.ts'

/** Makes everything that would be made at its first use, and gives what is wrong; `describe()` knows what was made. */
export async function resolveAll({ application, file }: LoadedApplication): Promise<readonly string[]> {
  try {
    await importQuietly(file, () => application.check())
    return []
  } catch (error) {
    const errors = (error as { readonly errors?: unknown }).errors
    const found = Array.isArray(errors) ? errors : [error]
    return found.map((one: unknown) => maskText(one instanceof Error ? one.message : String(one)))
  }
}
