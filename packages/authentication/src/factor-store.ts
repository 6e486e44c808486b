import type { Awaitable } from '@app/core'

/**
 * Keeps the second factors of users: one text for each, such as a column of their table that may be null. The text is
 * sealed for its user, and has all that has to be remembered.
 */
export interface FactorStore {
  /** Returns the text of a user; nothing for a user who has none. */
  read(user: string): Awaitable<string | null | undefined>
  /**
   * Replaces the text of a user, or with `null` deletes it, if it still is `before`, where `null` stands for none. Returns
   * `true` only if it was replaced, also if several processes call this at the same time: one `UPDATE` in SQL, which
   * must not be rolled back with the transaction of a request.
   */
  replace(user: string, before: string | null, after: string | null): Awaitable<boolean>
}
