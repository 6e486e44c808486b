import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An absolute path, from a `file:` URL as an object or as text, or from a path that starts at the root if it is relative. */
export function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}
