import { readFileSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidManifest } from './invalid-manifest.ts'

/**
 * Reads the manifest of a build, and parses it. Returns `undefined` if there is no such file. Throws a
 * `ConfigurationError` (`APP_ASSETS`) for a relative path, a file of more than 16 MiB, and a file that is not JSON.
 */
export function readManifest(file: string | URL): unknown {
  const path = pathOf(file)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (stats.size > MOST_BYTES) throw invalidManifest(path, `it has ${stats.size} bytes, and may have ${MOST_BYTES}`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw invalidManifest(path, `it is not JSON: ${(cause as Error).message}`, cause)
  }
}

/** Returns the absolute path of a file that is given as a path or a URL. */
export function pathOf(file: string | URL): string {
  if (file instanceof URL || file.startsWith('file:')) return fileURLToPath(file)
  if (isAbsolute(file)) return file
  throw invalidManifest(file, "write an absolute path, or new URL('./dist/.vite/manifest.json', import.meta.url)")
}

const MOST_BYTES = 16_777_216
