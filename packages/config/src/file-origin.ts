import { isAbsolute, relative, sep } from 'node:path'
import type { FileOrigin } from './origin.ts'

/** Names a file by its path below the root, with slashes; by its absolute path when it is not below the root. */
export function fileOrigin(file: string, root: string): FileOrigin {
  const below = relative(root, file)
  const outside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return { name: outside ? file : below.replaceAll(sep, '/') || '.', file }
}
