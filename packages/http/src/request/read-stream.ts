import { BodyCount, readElsewhere } from './body-limit.ts'

export function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/**
 * Reads a whole stream. Rejects with a 413 beyond the limit, and with a `TypeError` if the stream is locked.
 */
export async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (stream.locked) throw readElsewhere()
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  const count = new BodyCount(limit)
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const refusal = count.add(chunk.value)
    if (refusal) {
      void reader.cancel().catch(() => undefined)
      throw refusal
    }
    chunks.push(chunk.value)
  }
  return joinChunks(chunks, count.size)
}

/**
 * Returns the chunks of a stream as a stream that fails with a 413 beyond the limit. `limitOf` is called when the first
 * chunk is read.
 */
export function limitedStream(stream: ReadableStream<Uint8Array>, limitOf: () => number): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let count: BodyCount | undefined
  return new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        reader ??= stream.getReader()
        count ??= new BodyCount(limitOf())
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          // A reader that has passed its own buffer (BYOB) waits until the stream gives the buffer back.
          controller.byobRequest?.respond(0)
          return
        }
        const refusal = count.add(value)
        if (refusal) {
          void reader.cancel().catch(() => undefined)
          throw refusal
        }
        // Enqueues a copy: a byte stream detaches the buffer of each chunk, and other code may still use the original.
        controller.enqueue(new Uint8Array(value))
      },
      cancel: (reason) => (reader ?? stream).cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Makes a stream of bytes that were read as a whole. `read` is called when the stream is first read. */
export function wholeStream(
  read: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        // A copy, since a byte stream detaches the buffer of each chunk.
        const kept = await read()
        if (kept.length > 0) controller.enqueue(new Uint8Array(kept))
        controller.close()
        // A reader that has passed its own buffer (BYOB) waits until the stream gives the buffer back.
        controller.byobRequest?.respond(0)
      },
    },
    { highWaterMark: 0 },
  )
}
