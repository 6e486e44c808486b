import { checkOptions, optionKind } from '@app/core/extending'
import type { Sql } from '@app/sql'
import { failedStatement } from './conflict.ts'
import type { BeginContext, BegunTransaction, TransactionDriver } from './driver.ts'
import { UntilEnd } from './until-end.ts'

/** Options of `transactional`. */
export interface TransactionalOptions<T> {
  /** Returns the statements of a transaction for packages such as `@app/jobs`, from the raw query of the library. */
  readonly sql?: ((transaction: T) => Sql) | undefined
}

/**
 * Makes transactions by a library that runs a function in a transaction: Kysely, Drizzle, Knex, Prisma and others.
 *
 * `run` passes its first parameter to the library. The library has to wait for the promise of that function, and to roll
 * back and reject if the promise rejects.
 *
 * @example
 * const shop = transactional((work) => knex.transaction(work))
 * app.pipe(transactions({ driver: shop }))
 */
export function transactional<T extends object>(
  run: (work: (transaction: T) => Promise<void>, options: BeginContext) => PromiseLike<unknown>,
  options: TransactionalOptions<T> = {},
): TransactionDriver<T> {
  const { sql } = checkOptions('transactional()', options, { sql: optionKind.function })
  return {
    begin: (options) =>
      new Promise<BegunTransaction<T>>((resolve, reject) => {
        const work = async (transaction: T) => {
          options.signal.throwIfAborted()
          await new Promise<void>((commit, rollback) => {
            const alive = new UntilEnd()
            const statements = sql?.(transaction)
            let hasCommitted = false
            resolve({
              value: alive.guard(transaction),
              sql: statements && alive.sql(statements),
              async commit() {
                alive.end()
                if (statements?.dialect === 'postgres') await refuseFailed(statements)
                hasCommitted = true
                commit()
                await done
              },
              async rollback() {
                // The library ends a transaction whose commit has failed.
                if (hasCommitted) return
                alive.end()
                rollback(ROLLED_BACK)
                await done.catch(ignoreRollback)
              },
            })
          })
        }
        const done = Promise.resolve(run(work, options))
        // Nothing is left to tell once the transaction has begun: `commit` and `rollback` wait for the same promise.
        done.catch(reject)
      }),
  }
}

/** PostgreSQL answers the commit of a transaction with a failed statement by a rollback, which libraries do not report. */
async function refuseFailed(statements: Sql): Promise<void> {
  try {
    await statements.rows('SELECT 1')
  } catch (cause) {
    throw failedStatement(cause)
  }
}

/** The error by which a library is told to roll back. */
const ROLLED_BACK = new Error('The transaction of the request is rolled back.')

function ignoreRollback(error: unknown): void {
  if (error !== ROLLED_BACK && (error as Error | undefined)?.cause !== ROLLED_BACK) throw error
}
