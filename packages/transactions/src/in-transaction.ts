import type { Awaitable } from '@app/core'
import { checkOptions, optionKind, within } from '@app/core/extending'
import type { Sql } from '@app/sql'
import type { Isolation, SqlTransactionDriver, TransactionDriver } from './driver.ts'
import { ISOLATION } from './postgres.ts'

/** Options of `inTransaction`. */
export interface InTransactionOptions {
  /** The seconds that the work may take. Default: 10. */
  readonly timeout?: number | undefined
  /** Says that the work only reads. Default: `false`. */
  readonly readOnly?: boolean | undefined
  /** How strictly the transaction is kept apart from others. Default: that of the driver. */
  readonly isolation?: Isolation | undefined
}

/**
 * Runs work in a transaction outside of a request, such as in a job or a command, or in a route whose metadata
 * `TRANSACTION` is `false`. Commits when the work is done, and rolls back if it throws or takes too long. Returns what the
 * work returns.
 *
 * `work` gets the transaction of the driver, and an `Sql` that runs statements in it, if the driver has one.
 *
 * @example
 * await inTransaction(shop, async (database, sql) => {
 *   database.prepare('DELETE FROM notes WHERE old').run()
 *   await sql.run('DELETE FROM pictures WHERE old')
 * })
 */
export function inTransaction<T, R>(
  driver: SqlTransactionDriver<T>,
  work: (transaction: T, sql: Sql) => Awaitable<R>,
  options?: InTransactionOptions,
): Promise<R>
export function inTransaction<T, R>(
  driver: TransactionDriver<T>,
  work: (transaction: T, sql: Sql | undefined) => Awaitable<R>,
  options?: InTransactionOptions,
): Promise<R>
export async function inTransaction<T, R>(
  driver: TransactionDriver<T>,
  work: (transaction: T, sql: never) => Awaitable<R>,
  options: InTransactionOptions = {},
): Promise<R> {
  const {
    timeout = 10,
    readOnly = false,
    isolation,
  } = checkOptions('inTransaction()', options, {
    timeout: optionKind.seconds,
    readOnly: optionKind.boolean,
    isolation: ISOLATION,
  })
  const over = new AbortController()
  const waiting = setTimeout(() => over.abort(), timeout * 1_000)
  try {
    const begun = await driver.begin({ readOnly, isolation, timeout, signal: over.signal })
    try {
      const result = await within(timeout, Promise.resolve(work(begun.value, begun.sql as never)), 'The transaction')
      await begun.commit()
      return result
    } catch (error) {
      await begun.rollback()
      throw error
    }
  } finally {
    clearTimeout(waiting)
  }
}
