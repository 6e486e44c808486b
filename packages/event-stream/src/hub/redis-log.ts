import { BATCH, type EventLog, type LoggedEvent, NOTHING } from './event-log.ts'

/** The part of a client of `ioredis` that a hub uses. */
export interface HubRedis {
  call(command: string, ...values: (string | number)[]): Promise<unknown>
  duplicate(options: { readonly maxRetriesPerRequest: null; readonly commandTimeout?: undefined }): HubSubscriber
}

/** A connection that listens to messages of a Redis. */
interface HubSubscriber {
  subscribe(channel: string): Promise<unknown>
  on(event: 'message', listener: (channel: string, message: string) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  disconnect(): void
}

/** The entries of a stream: an id, and names with their values. */
type Entries = readonly (readonly [string, readonly string[]])[]

/** Adds an event to a stream, with the id of the one before it, and tells all processes. */
const ADD = `local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local previous = newest[1] and newest[1][1] or '0-0'
local id = redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[1], '*', 'previous', previous, 'event', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return id`

/** A channel that gets no event for a day is deleted. */
const LIFETIME = 86_400
/** Milliseconds after which listeners look for events of which no message arrived, as while the connection was down. */
const LOOK = 2_000

/** Keeps events in streams of a Redis, one for each channel. */
export class RedisLog implements EventLog {
  readonly #redis: HubRedis
  readonly #name: string
  readonly #keep: number
  #subscriber: HubSubscriber | undefined
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(redis: HubRedis, name: string, keep: number) {
    this.#redis = redis
    this.#name = name
    this.#keep = keep
  }

  async start(wake: (channel?: string) => void): Promise<void> {
    // This connection waits for its Redis for as long as it takes. Events are not lost meanwhile: they are in streams.
    const subscriber = this.#redis.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined })
    this.#subscriber = subscriber
    subscriber.on('error', () => undefined)
    subscriber.on('message', (_name, channel) => wake(channel))
    subscriber.subscribe(this.#name).catch(() => undefined)
    this.#looking = setInterval(() => wake(), LOOK)
    // A program without another reason to run may end.
    ;(this.#looking as { unref?(): void }).unref?.()
  }

  async add(channel: string, text: string): Promise<string> {
    const values = [this.#keep, text, LIFETIME, this.#name, channel]
    return String(await this.#redis.call('EVAL', ADD, 1, this.#key(channel), ...values))
  }

  async after(channel: string, id: string): Promise<readonly LoggedEvent[]> {
    const found = await this.#redis.call('XRANGE', this.#key(channel), `(${id}`, '+', 'COUNT', BATCH)
    return (found as Entries).map(([id, [, previous = NOTHING, , text = '']]) => ({ id, previous, text }))
  }

  async newest(channel: string): Promise<string> {
    const found = (await this.#redis.call('XREVRANGE', this.#key(channel), '+', '-', 'COUNT', 1)) as Entries
    return found[0]?.[0] ?? NOTHING
  }

  stop(): void {
    clearInterval(this.#looking)
    this.#subscriber?.disconnect()
  }

  #key(channel: string): string {
    return `${this.#name}:${channel}`
  }
}
