import type { SessionRecord } from './session-record.ts'

/** A session that was loaded for a request. */
export interface Loaded {
  readonly record: SessionRecord
  /** Its id in the store; empty for one that is in the cookie as a whole. */
  readonly id: string
  /** Whether it should be kept again though nothing changed: by a newer secret, or with a later time. */
  readonly isDue: boolean
  /** Whether an older secret has made the cookie. */
  readonly isOld: boolean
}

/** Changes of a request by the names of keys; `undefined` takes a value away. */
export type Changes = ReadonlyMap<string, unknown>

/** Where sessions are kept. Each way gives the cookie that stands for a session. */
export interface Sessions {
  /** The session of a cookie; `undefined` for one that is no longer alive, or was made by somebody else. */
  load(cookie: string): Promise<Loaded | undefined>
  /** Begins a session, and gives its cookie. */
  begin(changes: Changes): Promise<string>
  /** Keeps changes, and gives the cookie if it is another one. */
  save(loaded: Loaded, changes: Changes): Promise<string | undefined>
  /** Keeps the session under another cookie, and gives that one. */
  renew(loaded: Loaded, changes: Changes): Promise<string>
  end(loaded: Loaded): Promise<void>
}
