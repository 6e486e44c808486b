import { checkOptions, optionKind, within } from '@app/core/extending'
import { type PostgresDatabase, sqlOf } from '@app/sql'
import { failedStatement } from './conflict.ts'
import type { BeginContext, BegunTransaction, Isolation, SqlTransactionDriver } from './driver.ts'
import { UntilEnd } from './until-end.ts'

/** A client of a pool of `pg`. */
export interface PostgresClient extends PostgresDatabase {
  release(error?: Error | boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

/** A pool of `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>
}

/** The client of a pool, with all that its library declares. */
export type ClientOf<P> = P extends { connect: { (): Promise<infer C>; (callback: never): unknown } }
  ? C
  : P extends { connect(): Promise<infer C> }
    ? C
    : never

/** Options of `postgres`. */
export interface PostgresOptions {
  /** How strictly transactions are kept apart, unless a route says it. Default: as the database is set. */
  readonly isolation?: Isolation | undefined
}

/** The kind of an isolation, for options. */
export const ISOLATION: ReturnType<typeof optionKind.oneOf> = optionKind.oneOf(
  'read committed',
  'repeatable read',
  'serializable',
)

/**
 * Makes transactions of a PostgreSQL, each on a client of a pool of `pg`.
 *
 * For the time of a transaction, `statement_timeout` and `idle_in_transaction_session_timeout` are its time limit, so
 * that the database ends it even if this process hangs. A client whose connection is broken is taken out of the pool.
 * Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const shop = postgres(new Pool({ connectionString, connectionTimeoutMillis: 2_000 }))
 * app.pipe(transactions({ driver: shop }))
 */
export function postgres<P extends PostgresPool>(
  pool: P,
  options: PostgresOptions = {},
): SqlTransactionDriver<ClientOf<P>> {
  const { isolation: usual } = checkOptions('postgres()', options, { isolation: ISOLATION })
  return {
    async begin({ isolation = usual, readOnly, timeout, signal }: BeginContext) {
      const client = await pool.connect()
      if (signal.aborted) {
        client.release()
        throw signal.reason
      }
      const transaction = new ClientTransaction(client)
      try {
        const mode = `${isolation ? ` ISOLATION LEVEL ${isolation.toUpperCase()}` : ''}${readOnly ? ' READ ONLY' : ''}`
        const limit = Math.max(1, Math.round(timeout * 1_000))
        const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'].map(
          (name) => `SET LOCAL ${name} = ${limit}`,
        )
        await unlessAborted(client.query([`BEGIN${mode}`, ...limits].join(';')), signal)
      } catch (error) {
        transaction.release(error)
        throw error
      }
      return transaction as Begun<object> as Begun<ClientOf<P>>
    },
  }
}

type Begun<T> = Awaited<ReturnType<SqlTransactionDriver<T>['begin']>>

/** The seconds that a rollback may take; then the connection is closed, which rolls back too. */
const ROLLBACK_LIMIT = 1

class ClientTransaction implements BegunTransaction<PostgresClient> {
  readonly value: PostgresClient
  readonly sql: ReturnType<typeof sqlOf>
  readonly #client: PostgresClient
  readonly #alive = new UntilEnd()
  #broken: Error | undefined
  #isReleased = false

  constructor(client: PostgresClient) {
    this.#client = client
    this.value = this.#alive.guard(client, {
      refused: { release: 'The client of a transaction is released by its driver. Leave release() out.' },
    })
    this.sql = this.#alive.sql(sqlOf(client))
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', this.#noteBroken)
  }

  async commit(): Promise<void> {
    this.#alive.end()
    if (this.#broken) throw this.#broken
    const { command } = (await this.#client.query('COMMIT')) as { readonly command?: string }
    this.release()
    // After a statement has failed, PostgreSQL answers COMMIT by a rollback, and reports no error.
    if (command === 'ROLLBACK') throw failedStatement()
  }

  async rollback(): Promise<void> {
    if (this.#isReleased) return
    this.#alive.end()
    try {
      if (this.#broken) throw this.#broken
      await within(ROLLBACK_LIMIT, this.#client.query('ROLLBACK'), 'ROLLBACK')
      this.release()
    } catch (error) {
      this.release(error)
    }
  }

  /** Gives the client back to its pool; after an error, the pool closes the connection. */
  release(error?: unknown): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.removeListener('error', this.#noteBroken)
    if (error !== undefined) this.#client.on('error', () => undefined)
    this.#client.release(error === undefined ? undefined : error instanceof Error ? error : true)
  }

  readonly #noteBroken = (error: Error) => {
    this.#broken = error
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (leave) signal.removeEventListener('abort', leave)
  }
}
