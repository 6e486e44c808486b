import { describeValue, refuseUnknown } from '@app/core/extending'
import { jsonOf } from './json-value.ts'
import type { FlashesOptions, FlashOptions, Session } from './session.ts'
import { sessionRefused } from './session-errors.ts'
import { FLASH_PREFIX, FLASHES, type FlashMessage, flashKey, type SessionKey } from './session-key.ts'

/** The values of a session by the names of their keys. */
export type Values = Readonly<Record<string, unknown>>

/** The changes of a request to its session. */
export interface Outcome {
  /** The new values; `undefined` for removed values. Unchanged values are left out. */
  readonly changes: ReadonlyMap<string, unknown>
  readonly isDestroyed: boolean
  readonly isRegenerated: boolean
}

/** The session of one request, which collects changes and writes nothing. */
export class Visit implements Session {
  readonly isNew: boolean
  readonly #values: Map<string, unknown>
  /**
   * The JSON that each value had before a handler first got, set or deleted it. The value is compared with this JSON at
   * the end, to find changes that the handler made inside of the value.
   */
  readonly #before: Map<string, string | undefined> = new Map()
  /** The keys of the messages that this request has shown. */
  readonly #shown = new Set<string>()
  #isDestroyed = false
  #isRegenerated = false
  #isUsed = false
  #hasLeft = false

  constructor(values: Values | undefined) {
    this.isNew = values === undefined
    this.#values = new Map(Object.entries(values ?? {}))
  }

  /** True if the session was read or written, so that the response depends on the visitor. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  get<T>(key: SessionKey<T>): T | undefined {
    const name = nameOf(key)
    this.#isUsed = true
    this.#remember(name)
    return this.#values.get(name) as T | undefined
  }

  set<T>(key: SessionKey<T>, value: T): void {
    const name = nameOf(key)
    this.#change(name)
    jsonOf(name, value)
    this.#remember(name)
    this.#values.set(name, value)
  }

  delete<T>(key: SessionKey<T>): void {
    const name = nameOf(key)
    this.#change(name)
    this.#remember(name)
    this.#values.delete(name)
  }

  regenerate(): void {
    this.#change('')
    this.#isRegenerated = true
  }

  destroy(): void {
    this.#change('')
    this.#isDestroyed = true
    this.#values.clear()
    this.#before.clear()
  }

  flash(name: string, message: string, options: FlashOptions = {}): void {
    refuseUnknown('flash()', options, ['hops'])
    const { hops = 1 } = options
    if (!Number.isSafeInteger(hops) || hops < 1) {
      const got = typeof hops === 'number' ? hops : describeValue(hops)
      throw sessionRefused(`flash(): "hops" must be an integer from 1, got ${got}.`)
    }
    this.set(flashKey(), { name, message, hops })
  }

  flashes(name: string, options: FlashesOptions = {}): readonly string[] {
    refuseUnknown('flashes()', options, ['keep'])
    const { keep = false } = options
    const messages = [...this.#flashesOfOldVersion(name, keep)]
    for (const key of [...this.#values.keys()].filter((key) => key.startsWith(FLASH_PREFIX))) {
      const kept = this.get<FlashMessage>({ name: key })
      if (kept?.name !== name || this.#shown.has(key)) continue
      messages.push(kept.message)
      if (!keep) this.#take(key, kept)
    }
    return messages
  }

  /** Counts that this request has shown a message, which it does at most once. */
  #take(key: string, kept: FlashMessage): void {
    this.#shown.add(key)
    if (kept.hops > 1) this.set<FlashMessage>({ name: key }, { ...kept, hops: kept.hops - 1 })
    else this.delete({ name: key })
  }

  /** Returns the messages of a session that 1.0 has written. */
  #flashesOfOldVersion(name: string, keep: boolean): readonly string[] {
    const all = this.get(FLASHES) ?? {}
    if (!Object.hasOwn(all, name)) return []
    const { [name]: messages = [], ...others } = all
    if (keep) return messages
    if (Object.keys(others).length === 0) this.delete(FLASHES)
    else this.set(FLASHES, others)
    return messages
  }

  /** Returns the changes that have to be kept. From then on, changing the session is an error. */
  leave(): Outcome {
    this.#hasLeft = true
    const changes = new Map<string, unknown>()
    for (const [name, before] of this.#before) {
      const now = jsonOf(name, this.#values.get(name))
      if (now !== before) changes.set(name, now === undefined ? undefined : JSON.parse(now))
    }
    return { changes, isDestroyed: this.#isDestroyed, isRegenerated: this.#isRegenerated }
  }

  #remember(name: string): void {
    if (!this.#before.has(name)) this.#before.set(name, jsonOf(name, this.#values.get(name)))
  }

  #change(name: string): void {
    this.#isUsed = true
    if (!this.#hasLeft) return
    const what = name === '' ? 'The session' : `The session key "${name}"`
    throw sessionRefused(`${what} cannot be changed any more, since the answer has already been sent.`)
  }
}

/** Returns the name of a key. Throws a `UsageError` for a value that is not a key, such as a name. */
function nameOf(key: Pick<SessionKey<unknown>, 'name'>): string {
  if (typeof key === 'object' && typeof key?.name === 'string') return key.name
  const shown = typeof key === 'string' ? `'${key}'` : describeValue(key)
  throw sessionRefused(`A session takes a key, got ${shown}. Write const USER_ID = sessionKey('user id').`)
}

/** Returns a copy of the values with the changes applied. */
export function changedValues(values: Values, changes: ReadonlyMap<string, unknown>): Values {
  const all = new Map(Object.entries(values))
  for (const [name, value] of changes) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return Object.fromEntries(all)
}
