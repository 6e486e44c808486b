import { constants, readlinkSync } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import type { ByteRange } from './byte-range.ts'
import type { Found } from './served-folder.ts'

/** The octets of a file: a small part at once, a large one as a stream that reads as fast as the client does. */
export async function fileBody(
  file: Found,
  { first, last }: ByteRange,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>> {
  const chunks = readChunks(file, first, last)
  if (last - first >= CHUNK) return ReadableStream.from(chunks)
  for await (const chunk of chunks) return chunk
  return new Uint8Array()
}

/** Opens the file at the first chunk, and closes it after the last chunk or a cancellation. */
async function* readChunks(file: Found, first: number, last: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(file.path, FLAGS)
  try {
    if ((await pathOf(handle, file)) !== file.path) throw changed(file.path)
    for (let position = first; position <= last; position += CHUNK) {
      const chunk = new Uint8Array(Math.min(CHUNK, last - position + 1))
      await fill(handle, chunk, position, file)
      // Checked after the reading, so that writes before and during it are noticed.
      await checkUnchanged(handle, file)
      yield chunk
    }
  } finally {
    await handle.close()
  }
}

/**
 * The place of an open file. After its headers were made, a folder on its path may have become a link to elsewhere.
 *
 * Linux gives the place of the open file itself; on other systems the path is resolved again.
 */
async function pathOf({ fd }: FileHandle, { path }: Found): Promise<string> {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return realpath(path)
  }
}

/** Throws if the file has changed since its headers were made. */
async function checkUnchanged(handle: FileHandle, { path, stats }: Found): Promise<void> {
  const { size, mtimeMs, ino } = await handle.stat()
  if (size !== stats.size || mtimeMs !== stats.mtimeMs || ino !== stats.ino) throw changed(path)
}

async function fill(handle: FileHandle, chunk: Uint8Array, position: number, { path }: Found): Promise<void> {
  for (let filled = 0; filled < chunk.length; ) {
    const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled, position + filled)
    if (bytesRead === 0) throw changed(path)
    filled += bytesRead
  }
}

function changed(path: string): Error {
  return new Error(`${path} changed while it was sent.`)
}

const CHUNK = 65_536
/**
 * Flags for the case that the file was replaced meanwhile: a link is not followed, and a named pipe is not waited for.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
