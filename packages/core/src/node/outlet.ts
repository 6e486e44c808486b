import type { ServerResponse } from 'node:http'

/** The most that is handed over at once: a client that reads slowly holds no more than that in here. */
export const PIECE = 262_144

/** Writes to a client no faster than it takes. */
export class Outlet {
  readonly #outgoing: ServerResponse
  #wake: (() => void) | undefined

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
  }

  /** Whether there is still somebody to write to. */
  get isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded
  }

  /** Writes octets; the promise, if there is one, settles when there is room for more, or nobody to write to. */
  write(octets: Uint8Array): void | Promise<void> {
    if (octets.length > PIECE) return this.#writePieces(octets)
    if (!this.#outgoing.write(octets)) return this.#drained()
  }

  async #writePieces(octets: Uint8Array): Promise<void> {
    for (let at = 0; at < octets.length && this.isOpen; at += PIECE) {
      if (!this.#outgoing.write(octets.subarray(at, at + PIECE))) await this.#drained()
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      // Once for all waits: middleware around, such as compression, may keep what it is told to forget.
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
