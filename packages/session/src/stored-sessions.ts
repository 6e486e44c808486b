import type { Sealer } from '@app/cookies/internal'
import { HttpError } from '@app/core'
import { within } from '@app/core/extending'
import { oneByOne } from './one-by-one.ts'
import { sessionEnded, storeFailed } from './session-errors.ts'
import { isDue, type Lifetimes, livingRecord, now, type SessionRecord, secondsLeft } from './session-record.ts'
import type { SessionStore } from './session-store.ts'
import type { Changes, Loaded, Sessions } from './sessions.ts'
import { changedValues } from './visit.ts'

/**
 * Sessions in a store. The cookie has the id of a session, sealed, so that a client cannot choose an id.
 *
 * At the end of a request its changes are applied key by key to the current record of the store, so that concurrent
 * requests do not overwrite each other's keys. The changes of concurrent requests in one process are written together.
 * A store has no transactions: if two processes write at the same moment, the later write replaces the whole record. So
 * a process reads the record again after its write, and repeats its changes if they are gone. The end of a session is a
 * record of its own, which is never overwritten. So a write that arrives after the end does not revive the session,
 * from whichever process and however late.
 *
 * The id of a renewed session also names the first id: `destroy()` marks this one too, and so ends whatever was renewed
 * from it, by whichever requests and in whichever order.
 */
export class StoredSessions implements Sessions {
  readonly #store: SessionStore
  readonly #sealer: Sealer
  readonly #lifetimes: Lifetimes
  readonly #timeout: number
  readonly #inTurn = oneByOne()
  /** Changes of concurrent requests that are not yet written, by the id of their session. */
  readonly #waiting = new Map<string, Waiting>()

  /** `timeout` is the number of seconds that the store may take to load a session, and once more to keep or end it. */
  constructor(store: SessionStore, sealer: Sealer, lifetimes: Lifetimes, timeout: number) {
    this.#store = store
    this.#sealer = sealer
    this.#lifetimes = lifetimes
    this.#timeout = timeout
  }

  async load(cookie: string): Promise<Loaded | undefined> {
    const opened = await this.#sealer.open(PURPOSE, cookie)
    const record = opened && (await this.#limited('read', this.#find(opened.text))).record
    if (!opened || !record) return undefined
    return { record, id: opened.text, isOld: opened.isOld, isDue: opened.isOld || isDue(record, this.#lifetimes) }
  }

  async begin(changes: Changes): Promise<string> {
    return this.#sealer.seal(PURPOSE, await this.#limited('write', this.#add(changedValues({}, changes))))
  }

  async save({ id, isOld }: Loaded, changes: Changes): Promise<string | undefined> {
    const isAlive = await this.#limited('write', this.#together(id, changes))
    if (isAlive) return isOld ? this.#sealer.seal(PURPOSE, id) : undefined
    if (changes.size > 0) throw sessionEnded()
    // Nothing is lost if a session has ended during a request without changes. The cookie is not deleted, since another
    // response may have set a new one.
    return undefined
  }

  renew({ id, record: loaded }: Loaded, changes: Changes): Promise<string> {
    this.#waiting.delete(id)
    const renewed = this.#inTurn(id, () => this.#limited('write', this.#renew(id, loaded, changes)))
    return this.#limited('write', renewed)
  }

  end({ id, record }: Loaded): Promise<void> {
    return this.#limited('end', this.#endAll(id, record))
  }

  /**
   * Writes the changes of a request to its session, together with the changes of other requests that are not yet
   * written. Resolves to `false` if the session has ended.
   */
  #together(id: string, changes: Changes): Promise<boolean> {
    const waiting = this.#waiting.get(id)
    if (waiting) {
      for (const [name, value] of changes) waiting.changes.set(name, value)
      return waiting.isAlive
    }
    const all = new Map(changes)
    const isAlive = this.#inTurn(id, () => {
      if (this.#waiting.get(id)?.changes === all) this.#waiting.delete(id)
      return this.#limited('write', this.#apply(id, all))
    })
    this.#waiting.set(id, { changes: all, isAlive })
    return isAlive
  }

  async #apply(id: string, changes: Changes): Promise<boolean> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { record } = await this.#find(id)
      if (!record) return false
      const write = randomId().slice(0, 8)
      const writes = [...(record.writes ?? []), write].slice(-KEPT_WRITES)
      await this.#write(id, { ...record, values: changedValues(record.values, changes), seen: now(), writes })
      // Another process may have ended the session after its record was read, or may be about to write what it has read
      // before: the record is read again after a moment in which such a write arrives.
      if (changes.size > 0) await pause(5)
      const after = await this.#find(id)
      if (after.end !== undefined) {
        await this.#store.removeItem(keyOf(id))
        return false
      }
      const isOvertaken = after.record?.writes !== undefined && !after.record.writes.includes(write)
      if (!isOvertaken || changes.size === 0) return true
      // A pause of random length, or the processes would overtake each other again and again.
      await pause(Math.random() * 2 ** tries * 4)
    }
    return true
  }

  async #renew(id: string, loaded: SessionRecord, changes: Changes): Promise<string> {
    const { record, end } = await this.#find(id)
    // A session that another request has renewed may be renewed again: both log-ins of a double click have to succeed,
    // since the browser may keep the cookie of either response.
    const from = record ?? (end === 'renewed' ? loaded : undefined)
    if (!from) throw sessionEnded()
    const next = await this.#add(changedValues(from.values, changes), firstOf(id))
    if (await this.#hasMark(keyOfEndOfAll(id))) {
      await this.#store.removeItem(keyOf(next))
      throw sessionEnded()
    }
    if (record) await this.#end(id, record, 'renewed')
    return this.#sealer.seal(PURPOSE, next)
  }

  /** Writes a new session, and returns its id. `first` is the first id of a renewed session. */
  async #add(values: SessionRecord['values'], first?: string): Promise<string> {
    const id = first === undefined ? randomId() : `${randomId()}.${first}`
    await this.#write(id, { values, created: now(), seen: now() })
    return id
  }

  async #end(id: string, { created }: SessionRecord, how: End): Promise<void> {
    const ttl = Math.max(1, created + this.#lifetimes.lifetime - now())
    await this.#mark(keyOfEnd(id), created, how, ttl)
    await this.#store.removeItem(keyOf(id))
  }

  /** Ends a session, and all that were renewed from the same first one, of which the last may begin right now. */
  async #endAll(id: string, record: SessionRecord): Promise<void> {
    await Promise.all([
      this.#end(id, record, 'ended'),
      this.#mark(keyOfEndOfAll(id), now(), 'ended', this.#lifetimes.lifetime),
    ])
  }

  #mark(key: string, created: number, how: End, ttl: number): Promise<void> {
    return this.#store.setItem(key, { values: { '@end': how }, created, seen: now() }, { ttl })
  }

  async #find(id: string): Promise<StoredState> {
    const isRenewed = firstOf(id) !== id
    const [kept, end, isOver] = await Promise.all([
      this.#store.getItem(keyOf(id)),
      this.#store.getItem(keyOfEnd(id)),
      isRenewed && this.#hasMark(keyOfEndOfAll(id)),
    ])
    if (isOver) return { end: 'ended' }
    if (end) return { end: (end as Partial<SessionRecord>).values?.['@end'] === 'renewed' ? 'renewed' : 'ended' }
    return { record: livingRecord(kept, this.#lifetimes) }
  }

  async #hasMark(key: string): Promise<boolean> {
    return Boolean(await this.#store.getItem(key))
  }

  async #write(id: string, record: SessionRecord): Promise<void> {
    await this.#store.setItem(keyOf(id), record, { ttl: secondsLeft(record, this.#lifetimes) })
  }

  /** Rejects with an `HttpError` of 503 if the store fails, or takes too long. */
  #limited<T>(what: string, work: Promise<T>): Promise<T> {
    return within(this.#timeout, work, 'The store').catch((error: unknown) => {
      throw HttpError.is(error) ? error : storeFailed(what, error)
    })
  }
}

/**
 * The way in which a session has ended: `ended` for good, or `renewed`, which means that it continues under another id.
 */
type End = 'ended' | 'renewed'

/**
 * The state of a session in the store: its record, or the way in which it has ended, or neither for an unknown session
 * and for one whose time is over.
 */
interface StoredState {
  readonly record?: SessionRecord | undefined
  readonly end?: End
}

/** Changes of several requests to one session, which are written together. */
interface Waiting {
  readonly changes: Map<string, unknown>
  /** Resolves to whether the session existed when the changes were written. */
  readonly isAlive: Promise<boolean>
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** An id of 192 random bits. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The id that a session had before it was first renewed. */
function firstOf(id: string): string {
  return id.slice(id.indexOf('.') + 1)
}

function keyOf(id: string): string {
  return `session:${id}`
}

/** The key of the record that marks the end of a session. */
function keyOfEnd(id: string): string {
  return `session-end:${id}`
}

/** The key of the record that marks the end of all sessions that were renewed from one. */
function keyOfEndOfAll(id: string): string {
  return `session-end-all:${firstOf(id)}`
}

const PURPOSE = '@app/session/id'
/** How often changes are written again if other processes keep overtaking. */
const MOST_TRIES = 5
/** More than the processes that write one session at the same moment. */
const KEPT_WRITES = 8
