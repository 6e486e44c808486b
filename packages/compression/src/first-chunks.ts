/** The chunks of a stream, one by one. A stream of node may have strings. */
export interface Chunks {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | string | undefined }>
  cancel(reason: unknown): Promise<unknown>
}

// Kept here, since a test may replace the global function.
const { setTimeout, clearTimeout } = globalThis

/**
 * Begins to read a stream. Returns its whole content if that is one chunk that is in memory already, as for a
 * `Response` of a string; else the chunks, none of which is lost. A stream whose chunks are still to come is not waited
 * for.
 */
export async function beginningOf(
  stream: ReadableStream<Uint8Array>,
): Promise<{ whole: Uint8Array | string } | Chunks> {
  const reader: Chunks = stream.getReader()
  const waiting = [reader.read()]
  const first = await atOnce(waiting[0])
  if (first?.done) return { whole: '' }
  if (first !== undefined) {
    waiting.push(reader.read())
    if ((await atOnce(waiting[1]))?.done) return { whole: first.value ?? '' }
  }
  return { read: () => waiting.shift() ?? reader.read(), cancel: (reason) => reader.cancel(reason) }
}

/**
 * Returns the value of a promise if it is there without waiting for a timer or the network, else `undefined`; also for
 * a promise that rejects, whose error is thrown where the chunk is read.
 */
function atOnce<T>(promise: Promise<T> | undefined): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 0, undefined)
    promise?.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  })
}
