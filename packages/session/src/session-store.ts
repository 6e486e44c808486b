import type { SessionRecord } from './session-record.ts'

/**
 * Where sessions are kept: what `createStorage()` of unstorage makes, with any of its drivers, fits as it is.
 *
 * A key is `session:` with an id, or `session-end:` with the id of a session that has ended, whose record has no values
 * of the visitor.
 */
export interface SessionStore {
  getItem(key: string): Promise<unknown>
  /** `ttl` is in seconds; a driver that knows no such thing keeps what is over until somebody asks for it. */
  setItem(key: string, value: SessionRecord, options: { readonly ttl: number }): Promise<void>
  removeItem(key: string): Promise<void>
}
