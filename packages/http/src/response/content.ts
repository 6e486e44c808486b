/** Bytes whose buffer is not shared with other threads, so that no other thread changes them while they are sent. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The body of a response that a helper such as `text()` makes. */
export type Content = string | Bytes | Chunks | null

/**
 * A body that is made while it is sent: strings, written in UTF-8, and bytes, which are not copied.
 *
 * The server takes a chunk when the client has read the previous chunk. When the client leaves, the server calls
 * `return()`, which runs the `finally` of a generator.
 */
export type Chunks = AsyncIterable<string | Bytes>

export function isChunks(content: unknown): content is Chunks {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content
}

/** Returns the chunks as a stream, for code that can only read streams. */
export function chunkStream(chunks: Chunks): ReadableStream<Bytes> {
  const iterator = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await iterator.next()
          if (done) return controller.close()
          // An empty chunk would end a body that is sent in chunks.
          if (value.length > 0) return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        }
      },
      cancel() {
        // The promise of `return()` is not awaited: while the iterator still waits for something, that promise does not
        // settle.
        iterator.return?.().then(undefined, () => undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
