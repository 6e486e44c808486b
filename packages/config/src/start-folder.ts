import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder where a search starts: that of `from`, else that of the entry file, else the working directory.
 *
 * An entry file inside of `node_modules` belongs to a tool, says nothing about the application, and does not count.
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

/** An absolute path, from a `file:` URL as an object or as text, or from a path that starts at the root if it is relative. */
export function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}
