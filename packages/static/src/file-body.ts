import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ByteRange } from './byte-range.ts'
import { changed, FLAGS, type OpenFile, placeOf, readPart } from './open-file.ts'

/** The most octets of a file that are read at once, and kept for a slow client. */
export const AT_ONCE = 131_072

/** Makes a stream of a part of a file, which is read as fast as the client reads. */
export function fileStream(file: OpenFile, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(readChunks(file, range))
}

/**
 * Opens the file again at the first chunk, since many streams are never read, and closes the file behind the last
 * chunk.
 */
async function* readChunks(
  { path, stats }: OpenFile,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(path, FLAGS | (constants.O_NOFOLLOW ?? 0))
  try {
    // A folder on the path may have become a link to elsewhere since the file was opened for the first time.
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
