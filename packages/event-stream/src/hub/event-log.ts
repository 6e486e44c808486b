/** An event as a log keeps it; `text` is JSON. */
export interface LoggedEvent {
  readonly id: string
  /** The id of the event before it in the channel, also if that one is no longer kept. */
  readonly previous: string
  readonly text: string
}

/**
 * Keeps the newest events of each channel. The ids are those of a stream of Redis: milliseconds and a number, such as
 * `1700000000000-0`.
 */
export interface EventLog {
  /** Connects. `wake` is called when a channel has a new event, and without a name when any channel may have one. */
  start(wake: (channel?: string) => void): Promise<void>
  /** Keeps an event, and returns its id. */
  add(channel: string, text: string): Promise<string>
  /** Returns the next events after an id. */
  after(channel: string, id: string): Promise<readonly LoggedEvent[]>
  /** Returns the id of the last event of a channel, also if that one is no longer kept. */
  newest(channel: string): Promise<string>
  stop(): void
}

/** Maximum number of events that `after` returns. */
export const BATCH = 100

/** The id before all events. */
export const NOTHING = '0-0'

/** Compares two ids as numbers. */
export function isLater(one: string, other: string): boolean {
  const [[ms, number], [otherMs, otherNumber]] = [parts(one), parts(other)]
  return ms === otherMs ? number > otherNumber : ms > otherMs
}

/**
 * True if there were events between the last one that a listener has seen, and the one that has this `previous`. A
 * channel that knows nothing before, although the listener has seen something, was emptied.
 */
export function isGap(seen: string, previous: string): boolean {
  return isLater(previous, seen) || (previous === NOTHING && seen !== NOTHING)
}

function parts(id: string): readonly [bigint, bigint] {
  const [ms = '0', number = '0'] = id.split('-')
  return [BigInt(ms), BigInt(number)]
}
