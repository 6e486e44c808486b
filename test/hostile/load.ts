import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Heartbeat } from './heartbeat.ts'

/** The results of some clients with keep-alive connections to a server that was told to stop. */
export interface DrainReport {
  readonly sent: number
  readonly answered: number
  /** Requests that were sent and never answered, without those that count as late. */
  readonly lost: number
  /**
   * Requests that were sent while the server closed their connection as idle, since the clients' process had got no CPU
   * for longer than a stopping server waits. HTTP leaves it to the client to send these requests again. Source: RFC
   * 9112 section 9.3.1.
   */
  readonly late: number
  /**
   * Clients whose connection was closed although no response had announced it by `Connection: close`, and although they
   * were not late.
   */
  readonly surprised: number
}

/**
 * A request without a response counts as lost if the client has sent it at most this long after the response before it
 * has arrived, and as late if it was sent later. The limit is shorter than the time for which a stopping server keeps
 * idle connections.
 */
const SOON_MS = 50

/**
 * Starts a client for each of the given paths, with a connection of its own. A client sends its next request `pauseMs`
 * after a response, until a response announces the end of the connection.
 */
export class KeepAliveClients {
  readonly #counts = { sent: 0, answered: 0, lost: 0, late: 0, surprised: 0 }
  readonly #ended: Promise<void>[]
  readonly #heartbeat = new Heartbeat()

  constructor(port: number, paths: readonly string[], pauseMs: number) {
    this.#ended = paths.map((path) => this.#ask(port, path, pauseMs))
  }

  /** Resolves when each client's connection is closed, or after 15 seconds. */
  async report(): Promise<DrainReport> {
    await Promise.race([Promise.all(this.#ended), sleep(15_000)])
    this.#heartbeat.stop()
    return this.#counts
  }

  #ask(port: number, path: string, pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const counts = this.#counts
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let answer = ''
      let isWaiting = false
      let isWarned = false
      let answeredAt = this.#heartbeat.earliest
      let sentAt = 0
      const send = () => {
        if (isWarned || socket.readyState !== 'open') return
        isWaiting = true
        sentAt = performance.now()
        counts.sent++
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      }
      socket.on('connect', () => {
        answeredAt = this.#heartbeat.earliest
        send()
      })
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        answer += data.toString('latin1')
        const end = answer.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
        if (end === -1 || answer.length < end + 4 + length) return
        if (answer.startsWith('HTTP/1.1 200')) counts.answered++
        isWarned = /\r\nconnection: close/i.test(answer)
        isWaiting = false
        answeredAt = this.#heartbeat.earliest
        answer = ''
        // The next request is sent only when the process has handled all events that have arrived, such as the end of
        // the connection.
        setTimeout(setImmediate, pauseMs, send)
      })
      socket.on('close', () => {
        const isLate = (isWaiting ? sentAt : performance.now()) - answeredAt > SOON_MS
        if (isWaiting) counts[isLate ? 'late' : 'lost']++
        if (!isWarned && !isLate) counts.surprised++
        resolve()
      })
    })
  }
}
