import type { Sql } from '@app/sql'

/** How strictly transactions of a PostgreSQL are kept apart. */
export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/** What a transaction has to be. */
export interface BeginContext {
  /** True if the transaction only reads. */
  readonly readOnly: boolean
  /** The isolation that the route asks for; `undefined` leaves it to the driver. */
  readonly isolation: Isolation | undefined
  /** The seconds after which the transaction is rolled back. */
  readonly timeout: number
  /** Aborted when nobody waits for the transaction any more: the client has left, or the wait took too long. */
  readonly signal: AbortSignal
}

/** A transaction that has begun. Either `commit` or `rollback` ends it, and gives back its connection. */
export interface BegunTransaction<T> {
  /** The object by which handlers use the transaction, such as a connection. */
  readonly value: T
  /** Runs statements in the transaction, for packages such as `@app/jobs`. */
  readonly sql?: Sql | undefined
  commit(): Promise<void>
  /** Undoes the transaction. Also called if `commit` has rejected, to clean up. */
  rollback(): Promise<void>
}

/** Begins the transactions of a database; `T` is the object by which handlers use a transaction. */
export interface TransactionDriver<T> {
  begin(options: BeginContext): Promise<BegunTransaction<T>>
}

/** Begins transactions that always have an `Sql`, as those of `postgres()` and `sqlite()` do. */
export interface SqlTransactionDriver<T> extends TransactionDriver<T> {
  begin(options: BeginContext): Promise<BegunTransaction<T> & { readonly sql: Sql }>
}
