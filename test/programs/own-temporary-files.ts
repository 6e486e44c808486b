import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variables that name the folder of temporary files: the first on most systems, the others on Windows. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP'] as const

/**
 * Returns a run of the tests its own folder for temporary files, and deletes the folder at the end of the run. So
 * neither tests nor the programs that they start leave files behind.
 */
export default function ownTemporaryFiles(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const before = NAMES.map((name) => [name, process.env[name]] as const)
  for (const name of NAMES) process.env[name] = folder
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
