import { closeSync } from 'node:fs'
import type { ServerRequest } from '@app/core'
import { onEnd } from '@app/core/extending'
import type { ByteRange } from './byte-range.ts'
import { type OpenFile, readPart } from './open-file.ts'

/**
 * The greatest length in bytes of a response that is read at once, and kept in memory while a slow client receives it.
 * Longer responses are streamed.
 */
export const AT_ONCE = 131_072

/**
 * Makes a stream of a part of a file, which is read as fast as the client reads. The stream takes over the file: it
 * reads the version whose headers are sent, even if another file gets the name meanwhile. It closes the file after the
 * last chunk, when the reader cancels, when the request ends, or when nobody can read the stream any more.
 */
export function fileStream(
  request: ServerRequest,
  file: OpenFile,
  { first, last }: ByteRange,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reading = new Reading(file)
  let position = first
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = await reading.read({ first: position, last: Math.min(last, position + CHUNK - 1) })
        if (chunk === undefined)
          return controller.error(new Error(`${file.path} was closed, since its request has ended.`))
        position += chunk.length
        controller.enqueue(chunk)
        if (position <= last) return
        reading.close()
        controller.close()
      },
      cancel: () => reading.close(),
    },
    { highWaterMark: 0 },
  )
  unread.register(stream, reading)
  // Middleware may drop the response without reading its body.
  onEnd(request, () => reading.close())
  return stream
}

/** Closes the files of streams that nobody has read or cancelled. */
const unread = new FinalizationRegistry<Reading>((reading) => reading.close())

/** Reads a file, and closes it once, but not while a chunk is being read: its descriptor could get another file. */
class Reading {
  readonly #file: OpenFile
  #isReading = false
  #isClosing = false

  constructor(file: OpenFile) {
    this.#file = file
    file.isStreamed = true
  }

  /** Returns a part of the file, or `undefined` if the file was closed. Closes the file if it cannot be read. */
  async read(part: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (this.#isClosing) return undefined
    this.#isReading = true
    try {
      return await readPart(this.#file, part)
    } catch (error) {
      this.#isClosing = true
      throw error
    } finally {
      this.#isReading = false
      if (this.#isClosing) closeSync(this.#file.descriptor)
    }
  }

  close(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    if (!this.#isReading) closeSync(this.#file.descriptor)
  }
}

const CHUNK = 65_536
