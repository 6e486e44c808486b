import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Sets up a cache of compiled modules, which all programs of the tests share. Without the cache, each of these hundreds
 * of programs would spend most of its time on stripping types and compiling. The cache is empty at the start of a run
 * of the tests, and deleted at its end.
 */
export default function shareCompiledModules(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  process.env.NODE_COMPILE_CACHE = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
