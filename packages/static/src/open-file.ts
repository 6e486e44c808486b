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
}

/**
 * Opens a file or folder, and closes it behind `use`. Calls `refused` with the system's error if it cannot be opened.
 *
 * Opening and reading may wait for a disk, so they run in another thread. The facts about an open file are in memory,
 * so they are read at once.
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
  try {
    const path = await placeOf(descriptor, asked)
    return await use({ path, stats: fstatSync(descriptor), descriptor })
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads a part of a file. Throws if the file has changed since it was opened, so that its headers and its octets are of
 * the same version.
 */
export async function readPart(file: OpenFile, { first, last }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(last - first + 1)
  for (let filled = 0; filled < part.length; ) {
    const count = await readInto(part, filled, file.descriptor, first + filled)
    if (count === 0) throw changed(file.path)
    filled += count
  }
  // The file is checked after the reading, so that writes before and during the reading are noticed.
  if (!isSame(fstatSync(file.descriptor), file.stats)) throw changed(file.path)
  return part
}

/** Whether a file is the same as before and was not written to. */
function isSame(now: Stats, then: Stats): boolean {
  return now.size === then.size && now.mtimeMs === then.mtimeMs && now.ino === then.ino
}

export function changed(path: string): Error {
  return new Error(`${path} changed while it was sent.`)
}

/**
 * Finds the real path of an open file. A folder on its path may have become a link to elsewhere after the path was
 * checked. Linux gives the place of the open file itself; on other systems the path is resolved again.
 */
export async function placeOf(descriptor: number, asked: string): Promise<string> {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return realpath(asked)
  }
}

/**
 * Fills an array from an index on with the octets of a file from a position on. Gives the number of octets that were
 * read.
 */
function readInto(octets: Uint8Array, index: number, descriptor: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, octets, index, octets.length - index, position, (error, count) => {
      if (error) reject(error)
      else resolve(count)
    })
  })
}

const openFile = promisify(open)

/** The flags for opening a file. With `O_NONBLOCK`, opening a named pipe does not wait for a writer. */
export const FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
