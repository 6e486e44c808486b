import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder where a search starts: the folder of `from`, else of the entry file, else the working directory.
 *
 * An entry file inside of `node_modules` belongs to a tool, not to the application, and is ignored.
 */
export function startFolder(from?: string | URL): string {
  if (from !== undefined) return folderOf(toPath(from, process.cwd()))
  const entry = entryFile()
  return entry === undefined || entry.split(sep).includes('node_modules') ? process.cwd() : folderOf(entry)
}

function entryFile(): string | undefined {
  try {
    return process.argv[1] === undefined ? undefined : realpathSync(process.argv[1])
  } catch {
    // `node main` names main.js without its extension.
    return process.argv[1]
  }
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path)
}

/** Converts a `file:` URL, or a path relative to `root`, to an absolute path. */
export function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}
