import { EventEmitter, on } from 'node:events'
import type { Notices } from '../notices/notices.ts'

/** Tells everybody in this process who listens that a team has a new notice. */
export class News {
  static readonly inject = ['noticeboard/notices'] as const
  readonly #heard = new EventEmitter().setMaxListeners(0)

  constructor(notices: Notices) {
    notices.on('written', ({ team }) => this.tell(team))
  }

  tell(team: number): void {
    this.#heard.emit(String(team))
  }

  /** Yields at once, and whenever there is something new, until the signal aborts. */
  async *of(team: number, signal: AbortSignal): AsyncGenerator<void> {
    const events = on(this.#heard, String(team), { signal })
    yield
    for await (const _event of events) yield
  }
}
