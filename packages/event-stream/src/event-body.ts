import { matchedRoute, type ServerRequest } from '@app/core'
import { reportError } from '@app/core/extending'
import { formatEvent } from './server-event.ts'

/**
 * The end of a stream, and the signal that announces it. The signal is made when code first reads it, since many
 * generators do not use it.
 */
export class StreamEnd {
  #abort: AbortController | undefined
  #hasCome = false

  get hasCome(): boolean {
    return this.#hasCome
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#hasCome) this.#abort.abort(streamEnded())
    }
    return this.#abort.signal
  }

  come(): void {
    this.#hasCome = true
    this.#abort?.abort(streamEnded())
  }
}

function streamEnded(): DOMException {
  return new DOMException('The event stream has ended', 'AbortError')
}

/** A step of the generator: it has yielded, returned or thrown. */
type Step = { readonly result: IteratorResult<unknown> } | { readonly error: unknown }

type Chunk = IteratorResult<string, undefined>

/**
 * The body of an event stream, in chunks. It takes an event from the generator when the client has read the one before.
 *
 * It begins with a comment, so that the client knows at once that it is connected. It ends with the generator, with an
 * error of the generator, which is reported once, and by `return()`, which a server calls when the client leaves, and
 * when the server itself stops.
 */
export class EventBody implements AsyncIterableIterator<string, undefined> {
  readonly #request: ServerRequest
  readonly #events: AsyncIterator<unknown>
  readonly #ended: StreamEnd
  readonly #heartbeat: number
  #isOpen = false
  #isAsked = false
  /**
   * A step that the generator made while the server waited for no chunk; it is sent when the server next asks for one.
   */
  #step: Step | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves the promise of the chunk that the server waits for; `undefined` while the server waits for none. */
  #give: ((chunk: Chunk) => void) | undefined

  /** `heartbeat` is the number of seconds without an event after which a comment is sent; 0 means no comments. */
  constructor(request: ServerRequest, events: AsyncIterator<unknown>, ended: StreamEnd, heartbeat: number) {
    this.#request = request
    this.#events = events
    this.#ended = ended
    this.#heartbeat = heartbeat
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Chunk> {
    if (this.#ended.hasCome) return Promise.resolve(DONE)
    if (!this.#isOpen) {
      this.#isOpen = true
      return Promise.resolve(COMMENT)
    }
    return new Promise((give) => {
      this.#give = give
      // Sends a comment if no event comes within the seconds of `heartbeat`.
      if (this.#heartbeat > 0) this.#timer = setTimeout(() => this.#answer(COMMENT), this.#heartbeat * 1_000)
      if (this.#step !== undefined) this.#take(this.#step)
      else if (!this.#isAsked) void this.#ask()
    })
  }

  /**
   * Ends the generator, so that its `finally` runs. The signal wakes a generator that waits, if the generator listens
   * to it.
   */
  return(): Promise<Chunk> {
    if (!this.#ended.hasCome) {
      this.#ended.come()
      this.#answer(DONE)
      if (this.#step !== undefined) this.#take(this.#step)
      void this.#finish()
    }
    return Promise.resolve(DONE)
  }

  /** Takes the next event from the generator. */
  async #ask(): Promise<void> {
    this.#isAsked = true
    try {
      this.#take({ result: await this.#events.next() })
    } catch (error) {
      this.#take({ error })
    }
  }

  /** Sends the event of a step as a chunk; keeps the step if the server does not wait for a chunk. */
  #take(step: Step): void {
    if (this.#ended.hasCome) {
      if ('error' in step) this.#reportLate(step.error)
      return
    }
    if (this.#give === undefined) {
      this.#step = step
      return
    }
    this.#step = undefined
    this.#isAsked = false
    try {
      if ('error' in step) throw step.error
      if (step.result.done) void this.return()
      else this.#answer({ done: false, value: formatFor(this.#request, step.result.value) })
    } catch (error) {
      reportError(this.#request, error)
      void this.return()
    }
  }

  #answer(chunk: Chunk): void {
    clearTimeout(this.#timer)
    const give = this.#give
    this.#give = undefined
    give?.(chunk)
  }

  async #finish(): Promise<void> {
    try {
      await this.#events.return?.()
    } catch (error) {
      this.#reportLate(error)
    }
  }

  /**
   * Reports an error that the generator throws after the end of the stream, unless it is only the error of the aborted
   * signal.
   */
  #reportLate(error: unknown): void {
    const isEnd = error instanceof Error && error.name === 'AbortError'
    if (!isEnd) reportError(this.#request, error)
  }
}

function formatFor(request: ServerRequest, event: unknown): string {
  try {
    return formatEvent(event)
  } catch (error) {
    const place = `${request.method} ${matchedRoute(request)?.path ?? request.fullPath}`
    throw new TypeError(`The event stream of ${place}: ${(error as Error).message}.`, { cause: error })
  }
}

const COMMENT: Chunk = { done: false, value: ':\n\n' }
const DONE: Chunk = { done: true, value: undefined }
