import type { Socket } from 'node:net'

interface Progress {
  /** The number of bytes of this connection that the operating system has accepted so far. */
  readonly taken: number
  /** The number of bytes by which `taken` grew at its last change. */
  readonly step: number
  readonly since: number
}

/**
 * Cuts connections of clients that do not read their response.
 *
 * The operating system accepts megabytes at once, and reports room for more when a third of them was sent. With a slow
 * but steady reader that takes minutes. So the time that a client has for the next bytes grows with the number that was
 * accepted last: up to seven times the timeout.
 */
export class StalledWrites {
  readonly #timeoutMs: number
  readonly #progress = new WeakMap<Socket, Progress>()

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /**
   * Checks all connections, and cuts those that have made no progress in the time that they have. With a timeout of 0
   * it cuts none.
   */
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

/**
 * A client gets the timeout once more for each 256 KiB that the operating system accepted last, up to six times more.
 * Six times cover a third of 4 MiB, the largest buffer that Linux gives a connection by default.
 */
const STEP = 262_144
const MOST_STEPS = 6
