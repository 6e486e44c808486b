/** Maximum number of hooks of a connection that wait, whatever the size of their messages. */
const MOST = 100

/** A socket that is not read while it is paused. */
export interface PausableSocket {
  pause(): void
  resume(): void
}

interface Waiting {
  readonly hook: () => unknown
  readonly size: number
  readonly isLast: boolean
}

/**
 * Runs the hooks of one connection one after the other, and pauses its socket while too much waits for them.
 *
 * Messages that were already read from the socket join the queue even if it is full: one chunk of 64 KiB at most.
 */
export class HookQueue {
  readonly #socket: PausableSocket
  readonly #limit: number
  readonly #fail: (error: unknown) => void
  readonly #waiting: Waiting[] = []
  #size = 0
  #isRunning = false
  #isPaused = false
  #hasFailed = false

  /** `limit` is the size of all waiting messages, from which on the socket is paused. */
  constructor(socket: PausableSocket, limit: number, fail: (error: unknown) => void) {
    this.#socket = socket
    this.#limit = limit
    this.#fail = fail
  }

  /** Runs a hook when all earlier hooks have ended, unless one of them has failed. */
  add(hook: () => unknown, size = 0): void {
    if (!this.#hasFailed) this.#enqueue({ hook, size, isLast: false })
  }

  /** Runs a hook when all earlier hooks have ended, even if one of them has failed. */
  addLast(hook: () => unknown): void {
    this.#enqueue({ hook, size: 0, isLast: true })
  }

  #enqueue(entry: Waiting): void {
    this.#waiting.push(entry)
    this.#size += entry.size
    if (!this.#isRunning) void this.#run()
    if (this.#isPaused || (this.#size < this.#limit && this.#waiting.length < MOST)) return
    this.#isPaused = true
    this.#socket.pause()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#size -= next.size
      if (this.#hasFailed && !next.isLast) continue
      try {
        const result = next.hook()
        // Only a promise is awaited, so that a synchronous hook runs within the event of its message.
        if (isThenable(result)) await result
      } catch (error) {
        this.#hasFailed = true
        this.#fail(error)
      }
    }
    this.#isRunning = false
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#socket.resume()
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
}
