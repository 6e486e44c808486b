import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder outside of the workspace. */
export function newFolder(purpose: string): string {
  return mkdtempSync(join(tmpdir(), `app-${purpose}-`))
}
