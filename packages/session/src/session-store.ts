import type { SessionRecord } from './session-record.ts'

/**
 * The place where sessions are kept. The result of `createStorage()` of unstorage, with any of its drivers, fits
 * without an adapter.
 *
 * A session is kept under the key `session:<id>`. When `destroy()` or `regenerate()` ends it, a record without values
 * of the visitor is kept under `session-end:<id>`. `destroy()` keeps another one under `session-end-all:<id>`, with the
 * id that the session had before the first `regenerate()`.
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
