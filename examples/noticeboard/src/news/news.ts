import { EventEmitter, on } from 'node:events'
import type { Notices } from '../notices/notices.ts'

/** The time for which a stream without news may outlive the session of its visitor. */
const CHECK_MS = 5_000

/** Informs all listeners in this process that a team has a new notice. */
export class News {
  static readonly inject = ['noticeboard/notices'] as const
  readonly #heard = new EventEmitter().setMaxListeners(0)

  constructor(notices: Notices) {
    notices.on('written', ({ team }) => this.tell(team))
  }

  tell(team: number): void {
    this.#heard.emit(String(team))
  }

  /** Yields at the beginning, then whenever the team has a new notice, and every 5 seconds, until the signal aborts. */
  async *of(team: number, signal: AbortSignal): AsyncGenerator<void> {
    const woken = new EventEmitter()
    const wake = () => void woken.emit('woken')
    const events = on(woken, 'woken', { signal })
    const timer = setInterval(wake, CHECK_MS)
    this.#heard.on(String(team), wake)
    try {
      yield
      for await (const _event of events) yield
    } finally {
      clearInterval(timer)
      this.#heard.off(String(team), wake)
    }
  }
}
