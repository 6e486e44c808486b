import { connect, type Socket } from 'node:net'
import { Heartbeat } from '../../hostile/heartbeat.ts'

/** The results of all clients of a `SteadyLoad`. */
export interface LoadReport {
  answered: number
  /** Answers with another status than 200, such as the 502 of a proxy. */
  failed: number
  /** Requests that were sent and never answered, except those that count as late. */
  lost: number
  /** Connections that no process accepted. */
  refused: number
  /**
   * Requests without a response whose client sent them late: the process of the clients had got no CPU for so long that
   * the server may have closed the connection as idle. HTTP leaves it to the client to send these requests again.
   * Source: RFC 9112 section 9.3.1.
   */
  late: number
  /** The ids of the processes that have answered. */
  readonly pids: Set<string>
}

/**
 * A request without a response counts as lost if it was sent at most this many milliseconds after the last response on
 * its connection has arrived, or after the connection was made. If it was sent later, it counts as late. A stopping
 * server keeps idle connections for longer than that.
 */
const SOON_MS = 50

/**
 * Starts clients that send requests without a pause until `end()` is called. The `keeping` clients keep their
 * connections; the `fresh` ones make a new connection for each request.
 */
export class SteadyLoad {
  readonly report: LoadReport = { answered: 0, failed: 0, lost: 0, refused: 0, late: 0, pids: new Set() }
  readonly #clients: readonly Promise<void>[]
  readonly #heartbeat = new Heartbeat()
  #isOver = false

  constructor(port: number, path: string, { keeping, fresh }: { readonly keeping: number; readonly fresh: number }) {
    const request = (connection: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`
    this.#clients = [
      ...Array.from({ length: keeping }, () => this.#ask(port, request('keep-alive'))),
      ...Array.from({ length: fresh }, () => this.#ask(port, request('close'))),
    ]
  }

  /** Waits until the given number of further requests were answered. */
  async answers(more: number): Promise<void> {
    const goal = this.report.answered + more
    while (this.report.answered < goal) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  async end(): Promise<LoadReport> {
    this.#isOver = true
    await Promise.all(this.#clients)
    this.#heartbeat.stop()
    return this.report
  }

  async #ask(port: number, request: string): Promise<void> {
    while (!this.#isOver) await this.#connect(port, request)
  }

  /** Sends one request after the other over one connection, until the client or the server ends the connection. */
  #connect(port: number, request: string): Promise<void> {
    const { report } = this
    return new Promise((resolve) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let answer = ''
      let state: 'connecting' | 'idle' | 'waiting' | 'over' = 'connecting'
      let idleSince = 0
      let idleMs = 0
      const send = () => {
        if (state === 'over' || socket.readyState !== 'open') return
        state = 'waiting'
        idleMs = performance.now() - idleSince
        socket.write(request)
      }
      socket.on('connect', () => {
        idleSince = this.#heartbeat.earliest
        send()
      })
      socket.on('data', (data) => {
        answer += data.toString('latin1')
        const end = answer.indexOf('\r\n\r\n') + 4
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
        if (end === 3 || answer.length < end + length) return
        if (answer.startsWith('HTTP/1.1 200')) report.answered++
        else report.failed++
        report.pids.add(answer.slice(end))
        state = /\r\nconnection: close/i.test(answer) || this.#isOver ? 'over' : 'idle'
        answer = ''
        idleSince = this.#heartbeat.earliest
        if (state === 'over') socket.end()
        // Of a connection, node reads one thing in each turn: its end, if that has come too, in the next turn.
        else setImmediate(setImmediate, send)
      })
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (state === 'connecting') report.refused++
        else if (state === 'waiting') report[idleMs > SOON_MS ? 'late' : 'lost']++
        // After a pause the client connects again: without the pause, clients of an absent server would keep the
        // processor busy.
        setTimeout(resolve, state === 'connecting' ? 20 : 0)
      })
    })
  }
}
