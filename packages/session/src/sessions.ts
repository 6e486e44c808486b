import type { SessionRecord } from './session-record.ts'

/** A session that was loaded for a request. */
export interface Loaded {
  readonly record: SessionRecord
  /** The id of the session in the store; empty for a session whose whole content is in the cookie. */
  readonly id: string
  /**
   * True if the session has to be written even if no value changes: because its cookie was sealed with an older secret,
   * or in order to write a new time of the last request.
   */
  readonly isDue: boolean
  /** True if the cookie was sealed with an older secret. */
  readonly isOld: boolean
}

/** The changes that a request made, by the names of keys; `undefined` removes a value. */
export type Changes = ReadonlyMap<string, unknown>

/** The place where sessions are kept: cookies or a store. Each implementation also makes the values of its cookies. */
export interface Sessions {
  /**
   * The session of a cookie; `undefined` for a session that has ended, and for a cookie that this application has not
   * made.
   */
  load(cookie: string): Promise<Loaded | undefined>
  /** Begins a session with the given changes, and returns the value of its cookie. */
  begin(changes: Changes): Promise<string>
  /** Keeps changes, and returns the new value of the cookie; `undefined` if the cookie stays as it is. */
  save(loaded: Loaded, changes: Changes): Promise<string | undefined>
  /** Keeps the session with the given changes under a new cookie, and returns the value of that cookie. */
  renew(loaded: Loaded, changes: Changes): Promise<string>
  end(loaded: Loaded): Promise<void>
}
