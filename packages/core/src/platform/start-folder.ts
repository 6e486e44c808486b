// Modules of node are not imported here, for the reason that node/find-plugins.ts has.
const { existsSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')
const { dirname, join, resolve, sep } = process.getBuiltinModule('node:path')
const { fileURLToPath } = process.getBuiltinModule('node:url')

/**
 * Returns the folder where a search for packages starts: the folder of `from`, else of the entry file, else the working
 * directory.
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
    // If the program was started by `node main`, the argument lacks the extension of main.js, so no such file exists.
    return process.argv[1]
  }
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path)
}

/** Converts a `file:` URL, or a path relative to `root`, to an absolute path. */
function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}

/** Finds a file in a folder or the nearest folder above. */
export function findUpwards(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  if (existsSync(path)) return path
  const parent = dirname(folder)
  return parent === folder ? undefined : findUpwards(parent, file)
}
