import { HttpError } from '@app/core'
import { checkOptions, OptionError, optionKind, within } from '@app/core/extending'
import { type SqlDatabase, sqlOf } from '@app/sql'
import { formatEvent, type ServerEvent } from '../server-event.ts'
import { type EventLog, isGap } from './event-log.ts'
import { Listener } from './listener.ts'
import { MemoryLog } from './memory-log.ts'
import { type HubRedis, RedisLog } from './redis-log.ts'
import { SqlLog } from './sql-log.ts'

/** An event to publish: its type, and data that is JSON. */
export interface HubEvent {
  readonly event?: string | undefined
  readonly data: unknown
}

/** The second argument of the generator of `eventStream()` fits. */
export interface HubContext {
  readonly lastEventId?: string | undefined
  readonly signal: AbortSignal
}

/** Options of `createHub`. */
export interface HubOptions {
  /**
   * A client of `ioredis`, so that listeners in all processes get the events. Default: none; the events stay in this
   * process.
   */
  readonly redis?: HubRedis | undefined
  /**
   * A SQLite or a PostgreSQL in place of a Redis: a `DatabaseSync` that nothing else uses, or a `Pool` of `pg`. Events of
   * other processes then arrive up to a second later.
   */
  readonly database?: SqlDatabase | undefined
  /** The number of events that are kept for each channel, for clients that come back. Default: 100. */
  readonly keep?: number | undefined
  /** The seconds for which `publish()` waits for the Redis or the database. Default: 2. */
  readonly timeout?: number | undefined
  /**
   * The prefix of keys in the Redis, or the name of the table. Two applications that share a Redis need two. Default:
   * `events`.
   */
  readonly name?: string | undefined
}

/** Passes events on to listeners, by channels. */
export interface Hub {
  /**
   * Sends an event to the listeners of a channel, and returns its id. Rejects with an `HttpError` of 503 while the
   * Redis does not answer; then it is unknown whether the event was kept.
   */
  publish(channel: string, event: HubEvent): Promise<string>
  /**
   * Yields the events of a channel after `lastEventId`, or from now on without one, until the signal aborts. If events
   * after `lastEventId` are no longer kept, it first yields an event `missed`, so that the page loads its data anew.
   */
  events(channel: string, context: HubContext): AsyncGenerator<ServerEvent>
  /** Returns the id of the newest event of a channel: a page that has it can listen from there on. */
  lastId(channel: string): Promise<string>
  /** Connects. Called by `app.run()` if the service is in `dependencies.eager`, else with the first listener. */
  start(): Promise<void>
  [Symbol.dispose](): void
}

/** Maximum length of the JSON of an event, in characters. */
const LONGEST = 65_536

/**
 * Creates a hub for events, for example for all open pages of a team.
 *
 * @example
 * const hub = createHub({ redis })
 * app.get('/teams/{team}/news', eventStream(({ params }, context) => hub.events(`team ${params.team}`, context)))
 * await hub.publish('team 7', { event: 'notice', data: { title: 'Tea' } })
 */
export function createHub(options: HubOptions = {}): Hub {
  const { redis, database, keep = 100, timeout = 2, name = 'events' } = checkOptions('createHub()', options, KINDS)
  if (redis && database) throw new OptionError('createHub()', 'database', 'give either "redis" or "database".')
  if (redis) return new EventHub(new RedisLog(redis, name, keep), timeout)
  if (!database) return new EventHub(new MemoryLog(keep), timeout)
  if (!/^[a-z_][a-z0-9_]{0,50}$/i.test(name)) {
    throw new OptionError('createHub()', 'name', `"${name}" is not a name of a table: use letters, digits and _.`)
  }
  return new EventHub(new SqlLog(sqlOf(database, { ownConnection: true, timeout }), name, keep), timeout)
}

const KINDS = {
  redis: optionKind.withMethods('call', 'duplicate'),
  database: optionKind.either(
    optionKind.withMethods('prepare'),
    optionKind.withMethods('query'),
    optionKind.withMethods('rows', 'run'),
  ),
  keep: optionKind.count,
  timeout: optionKind.seconds,
  name: optionKind.text,
}

class EventHub implements Hub {
  readonly #log: EventLog
  readonly #timeout: number
  readonly #listeners = new Map<string, Set<Listener>>()
  #started: Promise<void> | undefined

  constructor(log: EventLog, timeout: number) {
    this.#log = log
    this.#timeout = timeout
  }

  start(): Promise<void> {
    this.#started ??= this.#log
      .start((channel) => this.#wake(channel))
      .catch((error) => {
        // The next listener tries again: the database may be back.
        this.#started = undefined
        throw error
      })
    return this.#started
  }

  async publish(channel: string, { event, data }: HubEvent): Promise<string> {
    if (data === undefined)
      throw new TypeError(`publish("${channel}"): the event has no "data". Write data: '' for none.`)
    // A listener would fail at an event that cannot be sent, and again whenever it comes back.
    formatEvent({ event, data })
    const text = JSON.stringify({ event, data })
    if (text.length > LONGEST) {
      throw new TypeError(
        `publish("${channel}"): the event has ${text.length} characters, and may have ${LONGEST}. Publish an id.`,
      )
    }
    await this.#limited(this.start())
    const id = await this.#limited(this.#log.add(channel, text))
    this.#wake(channel)
    return id
  }

  async *events(channel: string, { lastEventId, signal }: HubContext): AsyncGenerator<ServerEvent> {
    await this.#limited(this.start())
    // The client chooses this id.
    const isId = lastEventId !== undefined && /^\d{1,18}-\d{1,18}$/.test(lastEventId)
    let last = isId ? lastEventId : await this.lastId(channel)
    const listener = this.#listen(channel)
    const wake = () => listener.wake()
    signal.addEventListener('abort', wake)
    try {
      const state = isId ? await this.#read(this.#stateAfter(channel, last)) : undefined
      if (state?.isForgotten) {
        yield MISSED
        last = state.newest
      }
      while (!signal.aborted) {
        const events = (await this.#read(this.#log.after(channel, last))) ?? []
        for (const { id, previous, text } of events) {
          if (isGap(last, previous)) yield MISSED
          const { event, data } = JSON.parse(text) as HubEvent
          yield { id, data, ...(event !== undefined && { event }) }
          last = id
        }
        if (events.length === 0) await listener.woken()
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#leave(channel, listener)
    }
  }

  async lastId(channel: string): Promise<string> {
    await this.#limited(this.start())
    return this.#limited(this.#log.newest(channel))
  }

  [Symbol.dispose](): void {
    this.#log.stop()
  }

  #listen(channel: string): Listener {
    const listener = new Listener()
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return listener
  }

  #leave(channel: string, listener: Listener): void {
    const listeners = this.#listeners.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#listeners.delete(channel)
  }

  #wake(channel?: string): void {
    const woken = channel === undefined ? [...this.#listeners.values()] : [this.#listeners.get(channel) ?? []]
    for (const listeners of woken) for (const listener of listeners) listener.wake()
  }

  /** Says whether events after an id are all forgotten, so that only the id of the newest one tells of them. */
  async #stateAfter(channel: string, id: string) {
    const [newest, later] = [await this.#log.newest(channel), await this.#log.after(channel, id)]
    return { newest, isForgotten: later.length === 0 && isGap(id, newest) }
  }

  /** Returns `undefined` while the Redis is away: listeners wait until it is back. */
  #read<T>(work: Promise<T>): Promise<T | undefined> {
    return this.#limited(work).catch(() => undefined)
  }

  async #limited<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(this.#timeout, work, 'The hub')
    } catch (cause) {
      throw new HttpError(503, 'The events cannot be reached.', { cause, headers: { 'retry-after': '1' } })
    }
  }
}

const MISSED: ServerEvent = { event: 'missed', data: '' }
