import { realpathSync, type Stats, statSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StaticFolderError } from './static-folder-error.ts'

/** What lies at a path of a served folder. */
export interface Found {
  /** Where it is, links followed. */
  readonly path: string
  readonly stats: Stats
}

/**
 * A folder whose files are handed out; links are followed as long as they stay inside.
 *
 * Where the folder itself is a link, it is followed once, here.
 * Throws `StaticFolderError` for a relative path, for what is not there, and for what is no folder.
 */
export class ServedFolder {
  readonly #root: string

  constructor(folder: string | URL) {
    this.#root = realFolder(folder)
  }

  /**
   * What lies at a canonical path, which is decoded here, once.
   *
   * `undefined` where nothing does, where a name on the way begins with a dot or is spelled in another case than on
   * disk, and where it lies outside. Rejects for what is there and cannot be read.
   */
  async find(path: string): Promise<Found | undefined> {
    const names = namesOf(path)
    if (!names) return undefined
    try {
      const asked = join(this.#root, ...names)
      const real = await realpath(asked)
      if (!this.#holds(real) || differsInCase(real, asked)) return undefined
      return { path: real, stats: await stat(real) }
    } catch (error) {
      if (MISSES.has((error as NodeJS.ErrnoException).code)) return undefined
      throw error
    }
  }

  /** Whether a real path lies inside, in no hidden folder. */
  #holds(real: string): boolean {
    const inner = relative(this.#root, real)
    // A path on another drive of Windows has no relative form.
    return !isAbsolute(inner) && !inner.split(sep).some((name) => name.startsWith('.'))
  }
}

function realFolder(folder: string | URL): string {
  const path = pathOf(folder)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new StaticFolderError(folder, 'there is no such folder')
  if (!stats.isDirectory()) throw new StaticFolderError(folder, 'it is no folder')
  return realpathSync.native(path)
}

function pathOf(folder: unknown): string {
  if (folder instanceof URL || (typeof folder === 'string' && folder.startsWith('file:'))) {
    if (new URL(folder).protocol === 'file:') return fileURLToPath(folder)
    throw new StaticFolderError(folder, 'it is no file: URL')
  }
  if (typeof folder === 'string' && isAbsolute(folder)) return folder
  throw new StaticFolderError(folder, "write an absolute path, or new URL('./public/', import.meta.url)")
}

/**
 * The names on a canonical path, decoded; `undefined` where no file can have such a path.
 *
 * A slash at the end adds no name; a doubled one would give a file a second URL.
 */
function namesOf(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  const names = segments.map(decodeURIComponent)
  return names.every((name) => name !== '' && name[0] !== '.' && !SEPARATORS.test(name)) ? names : undefined
}

/** On a file system that ignores case a guard at `/admin` must not be passed by `/ADMIN`. */
function differsInCase(real: string, asked: string): boolean {
  const [a, b] = [real.normalize(), asked.normalize()]
  return a !== b && a.toLowerCase() === b.toLowerCase()
}

/** The canonical path has none of them, encoded or not; here they would leave the name. */
const SEPARATORS = /[/\\\0]/
const MISSES = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])
