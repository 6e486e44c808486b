import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes an empty folder among the temporary files of the system. */
export function newFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `app-${purpose}-`))
}
