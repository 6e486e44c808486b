import { type Coding, engineOf } from './codings.ts'
import type { Chunks } from './first-chunks.ts'

/**
 * Compresses the chunks of a stream. Each chunk is flushed and sent at once, so that an event or the head of a page is
 * not held back.
 *
 * The source is read no faster than the client reads. If the client closes the connection, the compressing stream is
 * destroyed, and the source is cancelled.
 */
export function compressedStream(coding: Coding, chunks: Chunks): ReadableStream<Uint8Array> {
  const engine = engineOf(coding)
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        engine.on('data', (bytes: Uint8Array) => controller.enqueue(new Uint8Array(bytes)))
        engine.on('end', () => controller.close())
        engine.on('error', (error) => controller.error(error))
      },
      async pull() {
        try {
          const { done, value } = await chunks.read()
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
        await chunks.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

  function flushed(bytes: Uint8Array | string | undefined): Promise<void> {
    return new Promise((resolve) => {
      // If the client closes the connection, `cancel` destroys the engine, which then never calls the callback of
      // `flush`. So the event `close` also ends the waiting.
      engine.once('close', resolve)
      engine.write(bytes)
      engine.flush(() => {
        engine.off('close', resolve)
        resolve()
      })
    })
  }
}
