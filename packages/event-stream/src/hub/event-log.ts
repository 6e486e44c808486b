/** An event as a log keeps it; `text` is JSON. */
export interface LoggedEvent {
  readonly id: string
  readonly text: string
}

/**
 * Keeps the newest events of each channel. The ids are those of a stream of Redis: milliseconds and a number, such as
 * `1700000000000-0`. So a client may come back after a restart with the id from before.
 */
export interface EventLog {
  /** Connects. `wake` is called when a channel has a new event, and without a name when any channel may have one. */
  start(wake: (channel?: string) => void): Promise<void>
  /** Keeps an event, and returns its id. */
  add(channel: string, text: string): Promise<string>
  /** Returns the next events after an id. */
  after(channel: string, id: string): Promise<readonly LoggedEvent[]>
  /** True if events after an id are no longer kept, or may be. */
  hasForgotten(channel: string, id: string): Promise<boolean>
  /** Returns the id of the newest event, or one before all events. */
  newest(channel: string): Promise<string>
  stop(): void
}

/** Maximum number of events that `after` returns. */
export const BATCH = 100

/** Compares two ids as numbers. */
export function isLater(one: string, other: string): boolean {
  const [[ms, number], [otherMs, otherNumber]] = [parts(one), parts(other)]
  return ms === otherMs ? number > otherNumber : ms > otherMs
}

function parts(id: string): readonly [bigint, bigint] {
  const [ms = '0', number = '0'] = id.split('-')
  return [BigInt(ms), BigInt(number)]
}
