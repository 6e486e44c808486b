import { readElsewhere, tooLarge } from './body-errors.ts'
import { joinChunks } from './join-chunks.ts'

/**
 * Reads a whole stream. Rejects with a 413 beyond the limit, and with a `TypeError` if the stream is locked or was
 * read.
 */
export async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (stream.locked) throw readElsewhere()
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length
    if (size > limit) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge(limit)
    }
    chunks.push(chunk.value)
  }
  return joinChunks(chunks, size)
}
