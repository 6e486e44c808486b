import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Gives the folder where the search for the configuration starts: the folder of `from`, else the folder of the entry
 * file of the process, else the working directory.
 *
 * An entry file inside of `node_modules` is ignored, since it belongs to a tool and not to the application.
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
    // The command `node main` runs `main.js`: the path in `argv` then lacks the extension, and `realpathSync` fails.
    // The folder of the path is right nevertheless.
    return process.argv[1]
  }
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path)
}

/**
 * Makes an absolute path from a `file:` URL (an object or a text), or from a path, which may be relative to the root.
 */
export function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}
