import { type AttributeKey, attributeKey } from '@app/core'
import type { SessionKey } from './session-key.ts'

/** The values that are kept for a visitor from one request to the next. */
export interface Session {
  /** True if nothing was kept for this visitor before this request. */
  readonly isNew: boolean
  /** Returns the value of a key. A change inside of the value, such as `push` on a list, is kept too. */
  get<T>(key: SessionKey<T>): T | undefined
  /**
   * Sets the value of a key. Throws a `UsageError` (`APP_SESSION`) for a value that is not JSON, and after the response
   * was sent.
   */
  set<T>(key: SessionKey<T>, value: T): void
  delete<T>(key: SessionKey<T>): void
  /**
   * Keeps all values under a new cookie. Call this method at log-in, and whenever rights change.
   *
   * The lifetime begins anew. With a store, the session gets a new id, and a cookie with the old id is worthless.
   */
  regenerate(): void
  /** Forgets all values, also if the response is an error. A value that is set afterwards begins a new session. */
  destroy(): void
  /**
   * Keeps a message until `flashes` is called with the same name, most often after a redirect.
   *
   * With `hops: 2`, the message is shown by two requests. Only a request that calls `flashes` counts, so that a redirect
   * or a request for data on the way takes no message from the page. Throws a `UsageError` (`APP_SESSION`) for hops
   * that are not an integer from 1.
   */
  flash(name: string, message: string, options?: FlashOptions): void
  /**
   * Returns the messages of a name, and forgets those that have no hop left. A request gets each message once.
   *
   * With `keep: true`, all messages stay as they are, for a handler that looks at them and then redirects.
   */
  flashes(name: string, options?: FlashesOptions): readonly string[]
}

/** Options of `flash()`. */
export interface FlashOptions {
  /** In how many requests `flashes` returns the message. Default: 1. */
  readonly hops?: number | undefined
}

/** Options of `flashes()`. */
export interface FlashesOptions {
  /** True if the messages are only looked at, and another request shows them. Default: `false`. */
  readonly keep?: boolean | undefined
}

/** The session of a request. */
export const SESSION: AttributeKey<Session, 'session'> = attributeKey<Session, 'session'>('session', {
  shared: '@app/session/session',
})
