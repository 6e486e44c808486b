import { EventEmitter, on } from 'node:events'
import type { Hub } from '@app/event-stream/hub'
import type { Notices } from '../notices/notices.ts'

/** The time for which a stream without news may outlive the session of its visitor. */
const CHECK_MS = 5_000

/** Tells the listeners of a team that it has a new notice. What is new they read from the notices. */
export class News {
  static readonly inject = ['noticeboard/notices', 'noticeboard/hub'] as const
  readonly #hub: Hub

  constructor(notices: Notices, hub: Hub) {
    this.#hub = hub
    // While a Redis cannot be reached, listeners notice a new notice within 5 seconds.
    notices.on('written', ({ team, id }) => void hub.publish(String(team), { data: id }).catch(() => undefined))
  }

  /** Yields at the beginning, then whenever the team has a new notice, and every 5 seconds, until the signal aborts. */
  async *of(team: number, signal: AbortSignal): AsyncGenerator<void> {
    const lastEventId = await this.#hub.lastId(String(team))
    const woken = new EventEmitter()
    const wake = () => void woken.emit('woken')
    const listen = async () => {
      for await (const _news of this.#hub.events(String(team), { lastEventId, signal })) wake()
    }
    const wakes = on(woken, 'woken', { signal })
    const timer = setInterval(wake, CHECK_MS)
    listen().catch(wake)
    try {
      yield
      for await (const _wake of wakes) yield
    } finally {
      clearInterval(timer)
    }
  }
}
