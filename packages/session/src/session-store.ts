import type { SessionRecord } from './session-record.ts'

/**
 * The place where sessions are kept. The result of `createStorage()` of unstorage, with any of its drivers, fits
 * without an adapter.
 *
 * A key is `session:` with an id, or `session-end:` with the id of a session that has ended, whose record has no values
 * of the visitor.
 */
export interface SessionStore {
  getItem(key: string): Promise<unknown>
  /**
   * `ttl` is in seconds. A driver that ignores `ttl` also keeps sessions whose time is over; these are ignored when
   * they are read.
   */
  setItem(key: string, value: SessionRecord, options: { readonly ttl: number }): Promise<void>
  removeItem(key: string): Promise<void>
}
