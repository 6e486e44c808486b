import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ByteRange } from './byte-range.ts'
import { changed, FLAGS, type OpenFile, placeOf, readPart } from './open-file.ts'

/**
 * The greatest length in octets of an answer that is read at once, and kept in memory while a slow client receives it.
 * Longer answers are streamed.
 */
export const AT_ONCE = 131_072

/** Makes a stream of a part of a file, which is read as fast as the client reads. */
export function fileStream(file: OpenFile, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(readChunks(file, range))
}

/**
 * Opens the file when the first chunk is read, and closes it after the last chunk, or when the reader cancels. So a
 * stream that is never read leaves no file open.
 */
async function* readChunks(
  { path, stats }: OpenFile,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(path, FLAGS | (constants.O_NOFOLLOW ?? 0))
  try {
    // The file was checked when it was opened for its headers. Since then, a folder on its path may have been replaced
    // by a link to elsewhere.
    if ((await placeOf(handle.fd, path)) !== path) throw changed(path)
    const file = { path, stats, descriptor: handle.fd }
    for (let position = first; position <= last; position += CHUNK) {
      yield await readPart(file, { first: position, last: Math.min(last, position + CHUNK - 1) })
    }
  } finally {
    await handle.close()
  }
}

const CHUNK = 65_536
