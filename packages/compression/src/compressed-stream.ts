import { type Coding, engineOf } from './codings.ts'

/**
 * Compresses a stream. Each chunk is flushed and sent at once, so that an event or the head of a page is not held back.
 *
 * The source is read no faster than the client reads. If the client closes the connection, the compressing stream is
 * destroyed, and the source is cancelled.
 */
export function compressedStream(coding: Coding, source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const engine = engineOf(coding)
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        engine.on('data', (octets: Uint8Array) => controller.enqueue(new Uint8Array(octets)))
        engine.on('end', () => controller.close())
        engine.on('error', (error) => controller.error(error))
      },
      async pull() {
        try {
          const { done, value } = await reader.read()
          if (!done) return await flushed(value)
          await new Promise<void>((resolve) => {
            engine.once('end', resolve)
            engine.end()
          })
        } catch (error) {
          engine.destroy()
          throw error
        }
      },
      async cancel(reason) {
        engine.destroy()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

  function flushed(octets: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      // If the client closes the connection, `cancel` destroys the engine, which then never calls the callback of
      // `flush`. So the event `close` also ends the waiting.
      engine.once('close', resolve)
      engine.write(octets)
      engine.flush(() => {
        engine.off('close', resolve)
        resolve()
      })
    })
  }
}
