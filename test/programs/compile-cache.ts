import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets programs that tests start share what node has compiled, types stripped: without it each of hundreds spends most of
 * its time on the modules that they have in common. Every run begins with an empty cache, and leaves none.
 */
export default function shareCompiledModules(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  process.env.NODE_COMPILE_CACHE = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
