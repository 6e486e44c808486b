import { tooLarge } from './body-errors.ts'

/** The same octets, and beyond a limit a 413; the limit is asked for when the first of them is. */
export function limitedStream(stream: ReadableStream<Uint8Array>, limitOf: () => number): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let limit = 0
  let size = 0
  return new ReadableStream(
    {
      type: 'bytes',
      async pull(controller) {
        if (reader === undefined) {
          reader = stream.getReader()
          limit = limitOf()
        }
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          // A reader that brought a buffer of its own waits for it.
          controller.byobRequest?.respond(0)
          return
        }
        size += value.length
        if (size > limit) {
          void reader.cancel().catch(() => undefined)
          throw tooLarge(limit)
        }
        // A copy, as a stream of octets takes the buffer of what it is given away from whoever has it.
        controller.enqueue(new Uint8Array(value))
      },
      cancel: (reason) => (reader ?? stream).cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
