/** A part of a page: a string, or an async iterable of strings that are not known yet. */
export type Piece = string | AsyncIterable<string>

/** A page: one string, or a list of parts, if some of them are not known yet. */
export type Source = string | readonly Piece[]

/** Collects the parts of a page. Strings that follow one another become one string. */
export class Collected {
  #text = ''
  #parts: Piece[] | undefined

  add(piece: Piece): void {
    if (typeof piece === 'string') {
      this.#text += piece
      return
    }
    this.#parts ??= []
    if (this.#text !== '') this.#parts.push(this.#text)
    this.#text = ''
    this.#parts.push(piece)
  }

  get source(): Source {
    if (this.#parts === undefined) return this.#text
    return this.#text === '' ? this.#parts : [...this.#parts, this.#text]
  }
}

/** Adds a value, escaped for its place, to the collected parts of a page. */
export type Write<T> = (page: Collected, value: T) => void

/**
 * Returns the strings of all parts, in order. Reading an async part begins only when the reader has got all parts
 * before it.
 */
export async function* streamOf(source: Source): AsyncGenerator<string, void> {
  for (const piece of typeof source === 'string' ? [source] : source) {
    if (typeof piece === 'string') yield piece
    else yield* piece
  }
}

/** Makes a part that waits for a promise, and then returns the strings that `write` makes of its result. */
export function promised<T>(promise: PromiseLike<T>, write: Write<T>): Piece {
  // If the page is never read up to this part, nobody else handles a rejection, and an unhandled rejection stops the
  // process. A reader of this part still gets the error.
  promise.then(undefined, () => undefined)
  return {
    async *[Symbol.asyncIterator]() {
      yield* streamOf(written(await promise, write))
    },
  }
}

/**
 * Makes a part from an async iterable: as each item arrives, the part yields the strings that `write` makes of the
 * item.
 */
export function iterated<T>(values: AsyncIterable<T>, write: Write<T>): Piece {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const value of values) yield* streamOf(written(value, write))
    },
  }
}

function written<T>(value: T, write: Write<T>): Source {
  const page = new Collected()
  write(page, value)
  return page.source
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
