import type { Socket } from 'node:net'

interface Progress {
  /** How many octets the operating system has accepted for the client. */
  readonly taken: number
  /** How many of them it still held at `since`; `undefined` before it was asked, -1 if the system does not tell. */
  readonly held: number | undefined
  /** How many octets went when octets went last. */
  readonly step: number
  readonly since: number
}

/**
 * Cuts connections of clients that do not read their answer.
 *
 * The operating system accepts megabytes at once, and reports room for more when a third of them was sent. For a slow
 * but steady reader that takes minutes. So the system is asked how much it still holds, if it can tell (Linux). The
 * client's system buffers likewise. So the more octets went at once, the more time a client has for the next: at least
 * 9 KB/s with the default time-out, and at most four times the time-out.
 */
export class StalledWrites {
  readonly #timeoutMs: number
  readonly #progress = new WeakMap<Socket, Progress>()
  #isAsking = false

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Checks all connections, and cuts those without progress for the timeout. */
  check(sockets: Iterable<Socket>, now: number): void {
    const suspects = new Map<Socket, Progress>()
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        this.#progress.delete(socket)
        continue
      }
      const taken = socket.bytesWritten - socket.writableLength
      const earlier = this.#progress.get(socket)
      if (earlier?.taken !== taken) {
        this.#progress.set(socket, { taken, held: undefined, step: taken - (earlier?.taken ?? 0), since: now })
      } else if (now - earlier.since >= this.#patience(earlier)) suspects.set(socket, earlier)
    }
    if (suspects.size > 0 && !this.#isAsking) void this.#ask(suspects, now)
  }

  /** The first question to the system comes early, so that later ones have something to compare with. */
  #patience({ held, step }: Progress): number {
    return held === undefined ? this.#timeoutMs / 10 : this.#timeoutMs * (1 + Math.min(step / STEP, MOST_STEPS))
  }

  async #ask(suspects: ReadonlyMap<Socket, Progress>, now: number): Promise<void> {
    this.#isAsking = true
    const held = await heldBySystem([...suspects.keys()]).finally(() => {
      this.#isAsking = false
    })
    for (const [socket, earlier] of suspects) {
      if (this.#progress.get(socket) !== earlier) continue
      const { taken, step, since } = earlier
      const left = held.get(socket) ?? -1
      if (earlier.held === undefined)
        this.#progress.set(socket, { taken, held: left, step, since: left < 0 ? since : now })
      else if (left < earlier.held)
        this.#progress.set(socket, { taken, held: left, step: earlier.held - left, since: now })
      else socket.destroy()
    }
  }
}

/** The octets that the system still holds for some connections, as far as it tells. Source: proc(5). */
async function heldBySystem(sockets: readonly Socket[]): Promise<ReadonlyMap<Socket, number>> {
  const { readFile, readlink } = process.getBuiltinModule('node:fs/promises')
  const none = () => ''
  const [v4, v6, ...links] = await Promise.all([
    readFile('/proc/net/tcp', 'latin1').catch(none),
    readFile('/proc/net/tcp6', 'latin1').catch(none),
    ...sockets.map((socket) => readlink(`/proc/self/fd/${descriptorOf(socket)}`).catch(none)),
  ])
  const queues = new Map(`${v4}\n${v6}`.split('\n').map(toQueue))
  return new Map(
    sockets.flatMap((socket, index) => {
      const octets = queues.get(INODE.exec(links[index] as string)?.[1])
      return octets === undefined ? [] : [[socket, octets]]
    }),
  )
}

/** The inode of a socket, and the number of octets in its send queue. */
function toQueue(line: string): [string | undefined, number] {
  const columns = line.trim().split(/ +/)
  return [columns[9], Number.parseInt(columns[4] ?? '', 16)]
}

function descriptorOf(socket: Socket & { readonly _handle?: { readonly fd?: number } | null }): number {
  return socket._handle?.fd ?? -1
}

/** The octets for which a client has one time-out more. */
const STEP = 262_144
const MOST_STEPS = 3

const INODE = /^socket:\[(\d+)\]$/
