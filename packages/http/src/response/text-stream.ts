/**
 * The parts of a text as octets in UTF-8, taken one by one as the reader asks for them.
 *
 * If the reader leaves, the iterator is ended; errors that it throws from then on are ignored.
 */
export function textStream(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await iterator.next()
          if (done) return controller.close()
          // An empty chunk would end a body that is sent in chunks.
          if (value !== '') return controller.enqueue(encoder.encode(value))
        }
      },
      cancel() {
        // Not awaited: an iterator that waits for something would end only after that.
        iterator.return?.().then(undefined, () => undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
