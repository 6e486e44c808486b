/** The end of a stream. Its signal is made when it is first read, since many generators have no use for it. */
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

/** The parts of the body of an event stream. */
export interface EventBodyParts {
  readonly events: AsyncIterator<unknown>
  /**
   * Formats the value that the generator has yielded. An error here ends the stream, like an error of the generator.
   */
  readonly format: (event: unknown) => string
  readonly ended: StreamEnd
  /** The seconds without an event after which a comment is sent; 0 for no comments. */
  readonly heartbeat: number
  readonly report: (error: unknown) => void
}

/**
 * The body of an event stream. It takes an event from the generator when the client has read the one before.
 *
 * It begins with a comment, so that the client knows at once that it is connected. It ends with the generator, with an
 * error of the generator, which is reported once, and when it is cancelled: a server does that when the client leaves, and
 * when it stops itself.
 */
export function eventBody(parts: EventBodyParts): ReadableStream<Uint8Array> {
  return new ReadableStream(new EventBody(parts), { highWaterMark: 0 })
}

/** A step of the generator: it has yielded, returned or thrown. */
type Step = { readonly result: IteratorResult<unknown> } | { readonly error: unknown }

class EventBody {
  readonly #parts: EventBodyParts
  #isOpen = false
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #isAsked = false
  #step: Step | undefined
  #wake: () => void = () => undefined

  constructor(parts: EventBodyParts) {
    this.#parts = parts
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (!this.#isOpen) {
      this.#isOpen = true
      controller.enqueue(COMMENT)
      return
    }
    void this.#ask()
    await this.#stepOrHeartbeat()
    if (this.#parts.ended.hasCome) return
    const step = this.#step
    if (step === undefined) controller.enqueue(COMMENT)
    else if ('error' in step) this.#fail(step.error)
    else if (step.result.done) this.#close()
    else this.#send(step.result.value)
  }

  cancel(): void {
    this.#end()
  }

  /** Takes the next event from the generator, unless one was asked for and has not come yet. */
  async #ask(): Promise<void> {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#step = undefined
    try {
      this.#step = { result: await this.#parts.events.next() }
    } catch (error) {
      this.#step = { error }
      // After the end nothing looks at the step.
      if (this.#parts.ended.hasCome) this.#reportLate(error)
    }
    this.#wake()
  }

  /** Waits for the generator, for the end, and for the time of a heartbeat. */
  #stepOrHeartbeat(): Promise<void> {
    const { heartbeat } = this.#parts
    return new Promise((resolve) => {
      const timer = heartbeat > 0 ? setTimeout(resolve, heartbeat * 1_000) : undefined
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#step !== undefined) this.#wake()
    })
  }

  #send(event: unknown): void {
    this.#isAsked = false
    try {
      this.#controller?.enqueue(ENCODER.encode(this.#parts.format(event)))
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#parts.report(error)
    this.#close()
  }

  #close(): void {
    if (this.#parts.ended.hasCome) return
    this.#end()
    this.#controller?.close()
  }

  /**
   * Ends the generator, so that its `finally` runs. A waiting generator is woken by the signal, if it listens to that.
   */
  #end(): void {
    if (this.#parts.ended.hasCome) return
    this.#parts.ended.come()
    this.#wake()
    void this.#finish()
  }

  async #finish(): Promise<void> {
    try {
      await this.#parts.events.return?.()
    } catch (error) {
      this.#reportLate(error)
    }
  }

  /** Reports an error that comes after the end, unless it is the abort itself. */
  #reportLate(error: unknown): void {
    const isEnd = error instanceof Error && error.name === 'AbortError'
    if (!isEnd) this.#parts.report(error)
  }
}

const ENCODER = new TextEncoder()
const COMMENT = ENCODER.encode(':\n\n')
