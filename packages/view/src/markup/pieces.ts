/** A part of a page: a text, or a source of texts that come later. */
export type Piece = string | AsyncIterable<string>

/** A page as one text, or as parts of which some come later. */
export type Source = string | readonly Piece[]

/** Collects the parts of a page. Texts that follow one another become one text. */
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

/** Writes a value behind the collected parts. */
export type Write<T> = (page: Collected, value: T) => void

/** Gives the texts of all parts, in order. A part is started only when all parts before it have been read. */
export async function* streamOf(source: Source): AsyncGenerator<string, void> {
  for (const piece of typeof source === 'string' ? [source] : source) {
    if (typeof piece === 'string') yield piece
    else yield* piece
  }
}

/** Makes a part that waits for a promise, and writes its result. */
export function promised<T>(promise: PromiseLike<T>, write: Write<T>): Piece {
  // The rejection is handled here, since it would stop the process if the page is never read up to this part.
  promise.then(undefined, () => undefined)
  return {
    async *[Symbol.asyncIterator]() {
      yield* streamOf(written(await promise, write))
    },
  }
}

/** Makes a part that writes the items of an async iterable, one after the other. */
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
