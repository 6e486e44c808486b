import { matchedRoute, type ServerRequest } from '@app/core'
import { reportError } from '@app/core/extending'
import { formatEvent } from './server-event.ts'

/**
 * The second argument of the generator of an event stream: the id with which the client reconnects, and a signal that
 * aborts at the end of the stream. The signal is made when code first reads it, since many generators do not use it.
 */
export class StreamContext {
  readonly lastEventId: string | undefined
  #abort: AbortController | undefined
  #hasEnded = false

  constructor(lastEventId: string | undefined) {
    this.lastEventId = lastEventId
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#hasEnded) this.#abort.abort(streamEnded())
    }
    return this.#abort.signal
  }

  end(): void {
    this.#hasEnded = true
    this.#abort?.abort(streamEnded())
  }
}

function streamEnded(): DOMException {
  return new DOMException('The event stream has ended', 'AbortError')
}

/** A step of the generator: a value that it yielded, its return, or an error that it threw. */
type Step = { readonly result: IteratorResult<unknown> } | { readonly error: unknown }

type Chunk = IteratorResult<string, undefined>

/**
 * The body of an event stream, in chunks. It takes an event from the generator when the client has read the one before.
 *
 * It begins with a comment, so that the client knows at once that it is connected. It ends when the generator returns;
 * when the generator throws an error, which is reported once; and by `return()`, which a server calls when the client
 * leaves or the server itself stops.
 */
export class EventBody implements AsyncIterableIterator<string, undefined> {
  readonly #request: ServerRequest
  readonly #events: AsyncIterator<unknown>
  readonly #context: StreamContext
  readonly #heartbeat: number
  readonly #isIn: (() => Promise<boolean>) | undefined
  #isOpen = false
  #isAsked = false
  /**
   * A step that the generator made while the server waited for no chunk; it is sent when the server next asks for one.
   */
  #step: Step | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves the promise of the chunk that the server waits for; `undefined` while the server waits for none. */
  #give: ((chunk: Chunk) => void) | undefined

  /**
   * `heartbeat` is the number of seconds without an event after which a comment is sent; 0 means no comments. `isIn` is
   * asked before anything is sent, and ends the stream with `false`.
   */
  constructor(
    request: ServerRequest,
    events: AsyncIterator<unknown>,
    context: StreamContext,
    heartbeat: number,
    isIn?: (() => Promise<boolean>) | undefined,
  ) {
    this.#request = request
    this.#events = events
    this.#context = context
    this.#heartbeat = heartbeat
    this.#isIn = isIn
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Chunk> {
    if (this.#context.hasEnded) return Promise.resolve(DONE)
    if (!this.#isOpen) {
      this.#isOpen = true
      return Promise.resolve(COMMENT)
    }
    return new Promise((give) => {
      this.#give = give
      // Sends a comment if no event comes within the seconds of `heartbeat`.
      if (this.#heartbeat > 0) this.#timer = setTimeout(() => this.#beat(), this.#heartbeat * 1_000)
      if (this.#step !== undefined) this.#take(this.#step)
      else if (!this.#isAsked) this.#ask()
    })
  }

  /**
   * Ends the generator, so that its `finally` runs. The signal wakes a generator that waits, if the generator listens
   * to it.
   */
  return(): Promise<Chunk> {
    if (!this.#context.hasEnded) {
      this.#context.end()
      this.#answer(DONE)
      if (this.#step !== undefined) this.#take(this.#step)
      void this.#finish()
    }
    return Promise.resolve(DONE)
  }

  /** Takes the next event from the generator. */
  #ask(): void {
    this.#isAsked = true
    // An `async` method would keep its state in memory, for each client, until the event comes.
    nextOf(this.#events).then(
      (result) => {
        if (this.#isIn === undefined || result.done) return this.#take({ result })
        return this.#isIn().then((isIn) => this.#take({ result: isIn ? result : DONE }))
      },
      (error: unknown) => this.#take({ error }),
    )
  }

  /** Sends the event of a step as a chunk; keeps the step if the server does not wait for a chunk. */
  #take(step: Step): void {
    if (this.#context.hasEnded) {
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

  /** Sends a comment to a client that has got no event for a while. */
  #beat(): void {
    const give = this.#give
    if (this.#isIn === undefined) this.#answer(COMMENT)
    else
      void this.#isIn().then((isIn) => {
        if (!isIn) void this.return()
        else if (this.#give === give) this.#answer(COMMENT)
      })
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

/**
 * Asks an iterator for its next step, and always returns a promise: `next()` of an iterator written by hand may throw,
 * or return a result without a promise.
 */
function nextOf(events: AsyncIterator<unknown>): Promise<IteratorResult<unknown>> {
  try {
    return Promise.resolve(events.next())
  } catch (error) {
    return Promise.reject(error)
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
