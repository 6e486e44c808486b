import { type AttributeKey, attributeKey } from '@app/core'
import type { SessionKey } from './session-key.ts'

/** The values that are remembered of a visitor from one request to the next. */
export interface Session {
  /** Whether nothing was remembered before this request. */
  readonly isNew: boolean
  /** The value of a key. A change inside of it is kept too. */
  get<T>(key: SessionKey<T>): T | undefined
  /** Throws a `SessionError` for a value that is no JSON, and once the answer has left. */
  set<T>(key: SessionKey<T>, value: T): void
  delete<T>(key: SessionKey<T>): void
  /**
   * Keeps everything and lets go of the cookie that the visitor came with: call it at log-in, and whenever rights change.
   *
   * With a store, the old id is worth nothing from then on. The lifetime begins anew.
   */
  regenerate(): void
  /** Forgets everything, also if the answer is an error. A value that is set afterwards begins a new session. */
  destroy(): void
  /** Keeps a message until `flashes` of the same name gives it out, most often after a redirect. */
  flash(name: string, message: string): void
  /** Gives out the messages of a name, once. */
  flashes(name: string): readonly string[]
}

/** The session of a request. */
export const SESSION: AttributeKey<Session, 'session'> = attributeKey<Session, 'session'>('session', {
  shared: '@app/session/session',
})
