import { closeSync, constants, fstatSync, open, read, readlinkSync, type Stats } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ByteRange } from './byte-range.ts'

/** A file or folder that is open. */
export interface OpenFile {
  /** The real path, with links resolved. */
  readonly path: string
  readonly stats: Stats
  readonly descriptor: number
  /** True if a stream reads the file, and closes it. */
  isStreamed: boolean
}

/**
 * Opens a file or folder, and closes it when `use` has finished, unless a stream reads it by then. Calls `refused` with
 * the system's error if it cannot be opened.
 *
 * Opening and reading may wait for a disk, so they run in another thread. The size and the times of an open file are in
 * memory, so they are read synchronously, which is faster.
 */
export async function withFile<T>(
  asked: string,
  { use, refused }: { use(file: OpenFile): T | Promise<T>; refused(error: NodeJS.ErrnoException): T | Promise<T> },
): Promise<T> {
  let descriptor: number
  try {
    descriptor = await openFile(asked, FLAGS)
  } catch (error) {
    return refused(error as NodeJS.ErrnoException)
  }
  let file: OpenFile | undefined
  try {
    const path = await placeOf(descriptor, asked)
    file = { path, stats: fstatSync(descriptor), descriptor, isStreamed: false }
    return await use(file)
  } finally {
    if (!file?.isStreamed) closeSync(descriptor)
  }
}

/**
 * Reads a part of a file. Throws if the file has changed since `file.stats` were read, so that the headers and the
 * bytes of a response are of the same version of the file.
 */
export async function readPart(file: OpenFile, { first, last }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(last - first + 1)
  for (let filled = 0; filled < part.length; ) {
    const count = await readInto(part, filled, file.descriptor, first + filled)
    if (count === 0) throw changed(file.path)
    filled += count
  }
  // The file is compared with its earlier size and time after the reading, so that writes before and during the reading
  // are noticed.
  if (!isSame(fstatSync(file.descriptor), file.stats)) throw changed(file.path)
  return part
}

/** True if nothing was written to the file between the two stats. `ctime` would also tell that it was renamed. */
function isSame(now: Stats, then: Stats): boolean {
  return now.size === then.size && now.mtimeMs === then.mtimeMs
}

function changed(path: string): Error {
  return new Error(`${path} changed while it was sent.`)
}

/**
 * Finds the real path of an open file. A folder on its path may have become a link to elsewhere after the path was
 * checked. Linux gives the path of the open file itself, which such a link cannot change; on other systems the path is
 * resolved again.
 */
async function placeOf(descriptor: number, asked: string): Promise<string> {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realpath(asked)
  }
}

/**
 * Reads bytes of a file, from `position` on, into an array, from `index` on. Returns the number of bytes that were
 * read, which may be less than asked for.
 */
function readInto(bytes: Uint8Array, index: number, descriptor: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, bytes, index, bytes.length - index, position, (error, count) => {
      if (error) reject(error)
      else resolve(count)
    })
  })
}

const openFile = promisify(open)

/**
 * The flags for opening a file. Without `O_NONBLOCK`, opening a named pipe in the folder would wait until a program
 * writes to it.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
