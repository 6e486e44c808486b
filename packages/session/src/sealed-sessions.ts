import type { Sealer } from '@app/cookies/internal'
import { SessionError } from './session-error.ts'
import { isDue, type Lifetimes, livingRecord, now, type SessionRecord } from './session-record.ts'
import type { Changes, Loaded, Sessions } from './sessions.ts'
import { changedValues, type Values } from './visit.ts'

/**
 * Sessions whose whole content is in their cookie, encrypted. If two responses to one visitor change the session at the
 * same time, the browser keeps the session of the later response.
 */
export class SealedSessions implements Sessions {
  readonly #sealer: Sealer
  readonly #lifetimes: Lifetimes
  readonly #room: number

  /** `room` is the number of characters that the value of the cookie may have. */
  constructor(sealer: Sealer, lifetimes: Lifetimes, room: number) {
    this.#sealer = sealer
    this.#lifetimes = lifetimes
    this.#room = room
  }

  async load(cookie: string): Promise<Loaded | undefined> {
    const opened = await this.#sealer.open(PURPOSE, cookie)
    const record = opened && livingRecord(JSON.parse(opened.text), this.#lifetimes)
    if (!opened || !record) return undefined
    return { record, id: '', isOld: opened.isOld, isDue: opened.isOld || isDue(record, this.#lifetimes) }
  }

  begin(changes: Changes): Promise<string> {
    return this.#seal({ values: changedValues({}, changes), created: now(), seen: now() })
  }

  save({ record }: Loaded, changes: Changes): Promise<string> {
    return this.#seal({ values: changedValues(record.values, changes), created: record.created, seen: now() })
  }

  renew({ record }: Loaded, changes: Changes): Promise<string> {
    return this.begin(new Map(Object.entries(changedValues(record.values, changes))))
  }

  /** Does nothing: the session exists only in the cookie, which the caller of this method deletes or replaces. */
  async end(): Promise<void> {}

  async #seal(record: SessionRecord): Promise<string> {
    const sealed = await this.#sealer.seal(PURPOSE, JSON.stringify(record))
    if (sealed.length > this.#room) throw tooLarge(record.values, sealed.length, this.#room)
    return sealed
  }
}

function tooLarge(values: Values, length: number, room: number): SessionError {
  const sizes = Object.entries(values)
    .map(([name, value]) => ({ name, size: JSON.stringify(value).length }))
    .sort((a, b) => b.size - a.size)
    .map(({ name, size }) => `${name} (${size})`)
  return new SessionError(
    `The session has ${length} characters when it is sealed, and its cookie may have ${room} at most. ` +
      `The session's keys, with their characters as JSON: ${sizes.join(', ')}. Keep less, or keep sessions in a store: session({ store }).`,
  )
}

const PURPOSE = '@app/session'
