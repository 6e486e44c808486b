import type { Socket } from 'node:net'

interface Progress {
  /** How many octets the operating system has accepted for the client. */
  readonly taken: number
  /** How many of them it accepted when it last accepted some. */
  readonly step: number
  readonly since: number
}

/**
 * Cuts connections of clients that do not read their answer.
 *
 * The operating system accepts megabytes at once, and reports room for more when a third of them was sent. For a slow but
 * steady reader that takes minutes. So the more octets it accepted at last, the more time a client has for the next: up to
 * four times the time-out.
 */
export class StalledWrites {
  readonly #timeoutMs: number
  readonly #progress = new WeakMap<Socket, Progress>()

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Checks all connections, and cuts those without progress for the timeout; with 0 it cuts none. */
  check(sockets: Iterable<Socket>, now: number): void {
    if (this.#timeoutMs === 0) return
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        this.#progress.delete(socket)
        continue
      }
      const taken = socket.bytesWritten - socket.writableLength
      const earlier = this.#progress.get(socket)
      if (earlier?.taken !== taken) {
        this.#progress.set(socket, { taken, step: taken - (earlier?.taken ?? 0), since: now })
      } else if (now - earlier.since >= this.#timeoutMs * (1 + Math.min(earlier.step / STEP, MOST_STEPS))) {
        socket.destroy()
      }
    }
  }
}

/** The octets for which a client has one time-out more. */
const STEP = 262_144
const MOST_STEPS = 3
