import type { Middleware } from '@app/core'
import { aroundDispatch, checkOptions, OptionError, type OptionKind, optionKind } from '@app/core/extending'
import type { Sql } from '@app/sql'
import type { BeginContext, TransactionDriver } from './driver.ts'
import { DURATION, RETRIES, TRANSACTION } from './route-transaction.ts'
import { TransactionRunner } from './run-route.ts'
import { UntilEnd } from './until-end.ts'

/** Options of `transactions`, except for those of the database. */
export interface TransactionsSettings {
  /**
   * Which routes run in a transaction: those of POST, PUT, PATCH and DELETE, and those with the metadata `TRANSACTION`,
   * or the latter alone. Default: `writes`.
   */
  readonly routes?: 'writes' | 'marked' | undefined
  /** The seconds after which a transaction is rolled back, and the request answered by 503. Default: 10. */
  readonly timeout?: number | undefined
  /** How often a route is run again after a conflict, unless the route says it. At most 10. Default: 0. */
  readonly retry?: number | undefined
  /** The seconds that a request waits until its transaction begins; then it is answered by 503. Default: 5. */
  readonly wait?: number | undefined
  /** The most requests that wait at a time; more are answered by 503 at once. Default: 100. */
  readonly waiting?: number | undefined
  /** The seconds that a response waits for the functions of `afterCommit`. Default: 5. */
  readonly hookTimeout?: number | undefined
}

/** Functions that begin and end transactions, in place of a driver. */
export interface TransactionFunctions<T> {
  readonly begin: (options: BeginContext) => T | Promise<T>
  readonly commit: (transaction: T) => unknown
  /** Also called after a `commit` that has failed. */
  readonly rollback: (transaction: T) => unknown
  /** Returns the statements of a transaction, for `sqlIn`. */
  readonly sql?: ((transaction: T) => Sql) | undefined
}

/** Options of `transactions`: a driver, or functions that begin and end transactions, and when to use them. */
export type TransactionsOptions<T = unknown> = TransactionsSettings &
  (
    | ({ readonly driver: TransactionDriver<T> } & { readonly [K in keyof TransactionFunctions<T>]?: undefined })
    | ({ readonly driver?: undefined } & TransactionFunctions<T>)
  )

/**
 * Middleware that runs each route that writes in a transaction.
 *
 * The transaction begins when the route is about to run, after all guards, and once the body has arrived. It is committed when the route has answered
 * with a status below 400, before other middleware gets the response: a commit that fails is answered by 500. It is
 * rolled back if the status is 400 or above, if the route throws or takes too long, or if the client leaves. The
 * metadata `TRANSACTION` says it for a route: set it to `false` where a handler waits for something else, such as the hash
 * of a password, since the connection is missing for others meanwhile. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const shop = sqlite(({ readOnly }) => new DatabaseSync('shop.db', { readOnly }))
 * app.pipe(transactions({ driver: shop }))
 * app.post('/orders', (request) => json(addOrder(transactionOf(request, shop))))
 */
export function transactions<T>(options: TransactionsOptions<T>): Middleware {
  const checked = checkOptions('transactions()', options, KINDS)
  const { routes = 'writes', timeout = 10, retry = 0, wait = 5, waiting = 100, hookTimeout = 5 } = checked
  const runner = new TransactionRunner(driverOf(checked as TransactionsOptions<T>), { wait, waiting, hookTimeout })
  return function transactions(request, handler) {
    aroundDispatch(
      request,
      (route, inner, run) => {
        const own = route.metadata(TRANSACTION) ?? (routes === 'writes' && WRITES.has(inner.method))
        if (own === false) return run(inner)
        const asked = own === true ? {} : own
        const plan = {
          readOnly: asked.readOnly ?? false,
          isolation: asked.isolation,
          timeout: asked.timeout ?? timeout,
          retry: asked.retry ?? retry,
          streamsBody: asked.streamsBody ?? false,
        }
        return runner.run(inner, plan, run)
      },
      TRANSACTION,
    )
    return handler(request)
  }
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function driverOf<T>({ driver, begin, commit, rollback, sql }: TransactionsOptions<T>): TransactionDriver<unknown> {
  if (driver !== undefined) {
    // Two databases would share one set of options by mistake.
    if (begin || commit || rollback || sql) throw new OptionError('transactions()', 'driver', WRITE_ONE)
    return driver
  }
  if (!begin || !commit || !rollback) throw new OptionError('transactions()', 'driver', WRITE_ONE)
  return {
    async begin(options) {
      const transaction = await begin(options)
      const alive = new UntilEnd()
      const statements = sql?.(transaction)
      return {
        value: Object(transaction) === transaction ? alive.guard(transaction as object) : transaction,
        sql: statements && alive.sql(statements),
        async commit() {
          alive.end()
          await commit(transaction)
        },
        async rollback() {
          alive.end()
          await rollback(transaction)
        },
      }
    },
  }
}

const WRITE_ONE = 'give either "driver", or "begin", "commit" and "rollback".'

const KINDS: Readonly<Record<keyof TransactionsSettings | keyof TransactionFunctions<unknown> | 'driver', OptionKind>> =
  {
    driver: optionKind.withMethods('begin'),
    begin: optionKind.function,
    commit: optionKind.function,
    rollback: optionKind.function,
    sql: optionKind.function,
    routes: optionKind.oneOf('writes', 'marked'),
    timeout: DURATION,
    retry: RETRIES,
    wait: DURATION,
    waiting: optionKind.count,
    hookTimeout: DURATION,
  }
