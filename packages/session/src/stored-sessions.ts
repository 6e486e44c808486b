import type { Sealer } from '@app/cookies'
import { oneByOne } from './one-by-one.ts'
import { sessionEnded, storeFailed } from './session-error.ts'
import { isDue, type Lifetimes, livingRecord, now, type SessionRecord, secondsLeft } from './session-record.ts'
import type { SessionStore } from './session-store.ts'
import type { Changes, Loaded, Sessions } from './sessions.ts'
import { changedValues } from './visit.ts'

/**
 * Sessions in a store, whose cookie is a sealed id. A client cannot choose an id.
 *
 * Changes are applied to what the store has at the end of a request, key by key, so that requests at once keep the keys
 * of each other. In one process they wait for one another; of two processes at the same moment, the later one wins.
 */
export class StoredSessions implements Sessions {
  readonly #store: SessionStore
  readonly #sealer: Sealer
  readonly #lifetimes: Lifetimes
  readonly #timeout: number
  readonly #inTurn = oneByOne()

  /** `timeout` is how long the store may take for an answer, in milliseconds. */
  constructor(store: SessionStore, sealer: Sealer, lifetimes: Lifetimes, timeout: number) {
    this.#store = store
    this.#sealer = sealer
    this.#lifetimes = lifetimes
    this.#timeout = timeout
  }

  async load(cookie: string): Promise<Loaded | undefined> {
    const opened = await this.#sealer.open(PURPOSE, cookie)
    const record = opened && (await this.#read(opened.text))
    if (!opened || !record) return undefined
    return { record, id: opened.text, isOld: opened.isOld, isDue: opened.isOld || isDue(record, this.#lifetimes) }
  }

  async begin(changes: Changes): Promise<string> {
    const id = randomId()
    await this.#write(id, { values: changedValues({}, changes), created: now(), seen: now() })
    return this.#sealer.seal(PURPOSE, id)
  }

  save({ id, isOld }: Loaded, changes: Changes): Promise<string | undefined> {
    return this.#inTurn(id, async () => {
      const record = await this.#read(id)
      if (!record) {
        if (changes.size > 0) throw sessionEnded()
        // Who only looked has lost nothing. The cookie stays: another answer may have set the next one.
        return undefined
      }
      await this.#write(id, { ...record, values: changedValues(record.values, changes), seen: now() })
      return isOld ? this.#sealer.seal(PURPOSE, id) : undefined
    })
  }

  renew({ id }: Loaded, changes: Changes): Promise<string> {
    return this.#inTurn(id, async () => {
      const record = await this.#read(id)
      if (!record) throw sessionEnded()
      const cookie = await this.begin(new Map(Object.entries(changedValues(record.values, changes))))
      await this.#ask('end', this.#store.removeItem(keyOf(id)))
      return cookie
    })
  }

  end({ id }: Loaded): Promise<void> {
    return this.#inTurn(id, () => this.#ask('end', this.#store.removeItem(keyOf(id))))
  }

  async #read(id: string): Promise<SessionRecord | undefined> {
    return livingRecord(await this.#ask('read', this.#store.getItem(keyOf(id))), this.#lifetimes)
  }

  #write(id: string, record: SessionRecord): Promise<void> {
    const ttl = secondsLeft(record, this.#lifetimes)
    return this.#ask('write', this.#store.setItem(keyOf(id), record, { ttl }))
  }

  /** What the store answers. Throws a 503 if it fails, or takes too long. */
  async #ask<T>(what: string, answer: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`The store took more than ${this.#timeout} ms.`)
      timer = setTimeout(() => reject(error), this.#timeout)
    })
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      throw storeFailed(what, error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** 192 random bits. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (octet) => octet.toString(16).padStart(2, '0')).join('')
}

function keyOf(id: string): string {
  return `session:${id}`
}

const PURPOSE = '@app/session/id'
