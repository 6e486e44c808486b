import { BATCH, type EventLog, isLater, type LoggedEvent } from './event-log.ts'

/** Maximum number of channels; the one whose last event is oldest is forgotten first. */
const MOST_CHANNELS = 10_000

interface Channel {
  readonly events: LoggedEvent[]
  /** The id of the last event. */
  newest: string
}

/** Keeps events in the memory of this process. */
export class MemoryLog implements EventLog {
  readonly #keep: number
  readonly #channels = new Map<string, Channel>()
  #wake: (channel: string) => void = () => undefined
  #last = `${Date.now()}-0`
  /** The id of the last event of all channels that are forgotten, and of all processes before this one. */
  #forgotten = this.#last

  constructor(keep: number) {
    this.#keep = keep
  }

  async start(wake: (channel: string) => void): Promise<void> {
    this.#wake = wake
  }

  async add(channel: string, text: string): Promise<string> {
    const id = this.#nextId()
    const known = this.#channels.get(channel) ?? { events: [], newest: this.#forgotten }
    known.events.push({ id, previous: known.newest, text })
    known.newest = id
    if (known.events.length > this.#keep) known.events.shift()
    // Channels are in the order of their last events.
    this.#channels.delete(channel)
    this.#channels.set(channel, known)
    if (this.#channels.size > MOST_CHANNELS) this.#forgetOldest()
    this.#wake(channel)
    return id
  }

  async after(channel: string, id: string): Promise<readonly LoggedEvent[]> {
    const events = this.#channels.get(channel)?.events ?? []
    const first = events.findIndex((event) => isLater(event.id, id))
    return first < 0 ? [] : events.slice(first, first + BATCH)
  }

  async newest(channel: string): Promise<string> {
    return this.#channels.get(channel)?.newest ?? this.#forgotten
  }

  stop(): void {
    this.#channels.clear()
  }

  #nextId(): string {
    const [ms = '0', number = '0'] = this.#last.split('-')
    const now = Date.now()
    // The clock may go back, but ids may not.
    this.#last = now > Number(ms) ? `${now}-0` : `${ms}-${Number(number) + 1}`
    return this.#last
  }

  #forgetOldest(): void {
    const [oldest] = this.#channels
    if (!oldest) return
    const [channel, { newest }] = oldest
    this.#channels.delete(channel)
    this.#forgotten = newest
  }
}
