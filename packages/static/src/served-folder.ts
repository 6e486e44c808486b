import { realpathSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidFolder } from './invalid-folder.ts'
import { type OpenFile, withFile } from './open-file.ts'

/**
 * A folder whose files are served. Links to places inside of the folder are followed. If the folder itself is a link,
 * the link is resolved once, when the object is made. Throws a `ConfigurationError` (`APP_STATIC_FOLDER`) for a
 * relative path, a missing folder, a file, and a URL that is not a `file:` URL.
 */
export class ServedFolder {
  readonly #root: string

  constructor(folder: string | URL) {
    this.#root = realFolder(folder)
  }

  /**
   * Opens the file or folder at a canonical path, which is decoded once, and closes it when `use` has finished.
   *
   * `use` gets `undefined` if nothing is at the path, if a name in the path begins with a dot or differs in case from
   * the name on disk, or if links lead out of the served folder or to a hidden name. Rejects for a file that exists and
   * cannot be read.
   */
  async find<T>(path: string, use: (file: OpenFile | undefined) => T | Promise<T>): Promise<T> {
    const names = namesOf(path)
    if (!names) return use(undefined)
    const asked = join(this.#root, ...names)
    return withFile(asked, {
      use: (file) => use(this.#holds(file.path) && !differsInCase(file.path, asked) ? file : undefined),
      refused: async (error) => {
        if (MISSES.has(error.code)) return use(undefined)
        // The error of a link whose target is outside of the folder must not show that the target exists, so the link
        // counts as not found.
        const real = await realpath(asked).catch(() => asked)
        if (this.#holds(real)) throw error
        return use(undefined)
      },
    })
  }

  /** True if a real path is inside of the folder and not hidden. */
  #holds(real: string): boolean {
    const inner = relative(this.#root, real)
    // On Windows, a path on another drive has no relative form, so `relative()` returns an absolute path.
    return !isAbsolute(inner) && !inner.split(sep).some((name) => name.startsWith('.'))
  }
}

function realFolder(folder: string | URL): string {
  const path = pathOf(folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw invalidFolder(folder, 'there is no such folder')
  if (!stats.isDirectory()) throw invalidFolder(folder, 'it is not a folder')
  return realpathSync.native(path)
}

function pathOf(folder: unknown): string {
  if (folder instanceof URL || (typeof folder === 'string' && folder.startsWith('file:'))) {
    if (new URL(folder).protocol === 'file:') return fileURLToPath(folder)
    throw invalidFolder(folder, 'it is not a file: URL')
  }
  if (typeof folder === 'string' && isAbsolute(folder)) return folder
  throw invalidFolder(folder, "write an absolute path, or new URL('./public/', import.meta.url)")
}

/**
 * The names on a canonical path, decoded; `undefined` if no file can have such a path.
 *
 * A trailing slash adds no name. For a path with a double slash the result is `undefined`, since a file would otherwise
 * have a second URL.
 */
function namesOf(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  const names = segments.map(decodeURIComponent)
  return names.every((name) => name !== '' && name[0] !== '.' && !SEPARATORS.test(name)) ? names : undefined
}

/**
 * True if two paths differ, but only in case. On a file system that ignores case, `/ADMIN` must not bypass a guard at
 * `/admin`.
 */
function differsInCase(real: string, asked: string): boolean {
  const [a, b] = [real.normalize(), asked.normalize()]
  return a !== b && a.toLowerCase() === b.toLowerCase()
}

/**
 * Characters that would divide or end a name in a file system. A canonical path contains none of them within a name,
 * but the check does not rely on this.
 */
const SEPARATORS = /[/\\\0]/
/** The system's error codes for a path at which there is no file to read. `ENXIO` is the code for a socket. */
const MISSES = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ENXIO'])
