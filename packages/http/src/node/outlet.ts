import type { ServerResponse } from 'node:http'

/**
 * The most bytes that are passed to node in one call of `write`. This limits the memory that a slow client can occupy.
 */
export const PIECE = 262_144

/** Writes to a client as fast as the client reads. */
export class Outlet {
  readonly #outgoing: ServerResponse
  #wake: (() => void) | undefined

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
  }

  /** True if the connection is still open. */
  get isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded
  }

  /**
   * Writes bytes. If node's buffer is full, returns a promise that settles when the buffer has room again, or when the
   * connection is closed.
   */
  write(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length > PIECE) return this.#writePieces(bytes)
    // The result is compared with `false`, since `write` of a response object that a serverless host has made may
    // return `undefined`, and the object then emits no `drain`.
    if (this.#outgoing.write(bytes) === false) return this.#drained()
  }

  async #writePieces(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && this.isOpen; at += PIECE) {
      if (this.#outgoing.write(bytes.subarray(at, at + PIECE)) === false) await this.#drained()
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      // The listener is added once and stays: surrounding middleware, such as compression, may ignore `off`.
      if (this.#wake === undefined) {
        const wake = () => this.#wake?.()
        this.#outgoing.on('drain', wake)
        this.#outgoing.on('close', wake)
      }
      this.#wake = resolve
      if (!this.isOpen) resolve()
    })
  }
}

/**
 * Measures how long a stream has been written in one turn of the event loop. Without breaks, a stream whose chunks are
 * always ready, on a connection that takes all of them, would keep every other request waiting.
 */
export class Turn {
  #begun = performance.now()
  #chunks = 0

  /**
   * True if the turn has taken so long that other requests should run. Reads the clock only in one call of 16, since
   * reading it costs time.
   */
  isLong(): boolean {
    return ++this.#chunks % CHUNKS_A_LOOK === 0 && performance.now() - this.#begun > LONG_TURN_MS
  }

  async end(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#begun = performance.now()
  }
}

const LONG_TURN_MS = 5
const CHUNKS_A_LOOK = 16
