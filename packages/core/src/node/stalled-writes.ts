import type { Socket } from 'node:net'

interface Progress {
  readonly taken: number
  readonly since: number
}

/** Cuts the connections of clients that take nothing of what is there for them. */
export class StalledWrites {
  readonly #timeoutMs: number
  readonly #progress = new WeakMap<Socket, Progress>()

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Looks at all connections; those that made no progress since a look that long ago are cut. */
  check(sockets: Iterable<Socket>, now: number): void {
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        this.#progress.delete(socket)
        continue
      }
      const taken = socket.bytesWritten - socket.writableLength
      const earlier = this.#progress.get(socket)
      if (earlier?.taken !== taken) this.#progress.set(socket, { taken, since: now })
      else if (now - earlier.since >= this.#timeoutMs) socket.destroy()
    }
  }
}
