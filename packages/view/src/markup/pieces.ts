/** A part of a page: text, or texts that come later. */
export type Piece = string | AsyncIterable<string>

/** The same parts; texts that follow one another are joined. */
export function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    if (text !== '') result.push(text)
    text = ''
    result.push(piece)
  }
  if (text !== '' || result.length === 0) result.push(text)
  return result
}

/** The texts of all parts, in order. A part is begun when the parts before it were read. */
export async function* streamOf(pieces: readonly Piece[]): AsyncGenerator<string, void> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece
    else yield* piece
  }
}

/** The part that stands for a promise. */
export function promised<T>(promise: PromiseLike<T>, write: (value: T) => readonly Piece[]): Piece {
  // If the page is not read to its end, an unhandled rejection must not stop the process.
  promise.then(undefined, () => undefined)
  return {
    async *[Symbol.asyncIterator]() {
      yield* streamOf(joined(write(await promise)))
    },
  }
}

/** The part that stands for an async iterable. */
export function iterated<T>(values: AsyncIterable<T>, write: (value: T) => readonly Piece[]): Piece {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const value of values) yield* streamOf(joined(write(value)))
    },
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
