import { type AttributeKey, attributeKey, type ServerRequest } from '@app/core'
import { UsageError } from '@app/core/extending'
import type { Sql } from '@app/sql'
import type { BegunTransaction, TransactionDriver } from './driver.ts'

/** Something to do after a commit, such as sending a mail. */
export type CommitHook = () => unknown

/** The transaction of a request, as middleware sees it. */
export interface RequestTransaction {
  readonly driver: TransactionDriver<unknown>
  /** The transaction of another driver, which began before. */
  readonly outer: RequestTransaction | undefined
  /** True once the transaction was committed or rolled back. */
  readonly isOver: boolean
}

/** The transaction of a request, and how it ends. */
export class EndingTransaction implements RequestTransaction {
  readonly driver: TransactionDriver<unknown>
  readonly outer: RequestTransaction | undefined
  readonly hooks: CommitHook[] = []
  readonly #begun: BegunTransaction<unknown>
  readonly #onEnd: () => void
  #isOver = false

  constructor(
    driver: TransactionDriver<unknown>,
    begun: BegunTransaction<unknown>,
    outer: RequestTransaction | undefined,
    onEnd: () => void,
  ) {
    this.driver = driver
    this.outer = outer
    this.#begun = begun
    this.#onEnd = onEnd
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get begun(): BegunTransaction<unknown> {
    if (!this.#isOver) return this.#begun
    throw new UsageError(
      'APP_TRANSACTION_OVER',
      'The transaction of this request is over: it ends when the handler answers, fails or takes too long. Use it before.',
    )
  }

  commit(): Promise<void> {
    this.#end()
    return this.#begun.commit()
  }

  rollback(): Promise<void> {
    this.#end()
    return this.#begun.rollback()
  }

  #end(): void {
    this.#isOver = true
    this.#onEnd()
  }
}

/**
 * The attribute with the transaction of a request; `undefined` if the route has none. `transactionOf`, `sqlIn` and
 * `afterCommit` read it.
 */
export const OPEN_TRANSACTION: AttributeKey<RequestTransaction | undefined> = attributeKey('open transaction', {
  shared: '@app/transactions/open-transaction',
  default: undefined,
})

/**
 * Returns the object by which the handler of a request uses its transaction, such as a connection. Given the driver, the
 * type is that of the driver; it also chooses between several databases.
 *
 * Throws a `UsageError` if the request has no transaction of this driver, or if the transaction is over.
 *
 * @example
 * app.post('/orders', async (request) => {
 *   await transactionOf(request, shop).query('INSERT INTO orders DEFAULT VALUES')
 *   return empty({ status: 201 })
 * })
 */
export function transactionOf<T = unknown>(
  request: ServerRequest<never> | ServerRequest,
  driver?: TransactionDriver<T>,
): T {
  return find(request, driver).begun.value as T
}

/**
 * Returns functions that run statements in the transaction of a request, whichever library has begun it. For packages
 * that write together with the handler, and for handlers that use no library.
 *
 * Throws a `UsageError` if the request has no transaction of this driver, if the transaction is over, or if the driver
 * was made without the option `sql`.
 *
 * @example
 * await sqlIn(request).run('INSERT INTO audit (who, what) VALUES ($1, $2)', 'ada', 'order 7')
 */
export function sqlIn(request: ServerRequest<never> | ServerRequest, driver?: TransactionDriver<unknown>): Sql {
  const { sql } = find(request, driver).begun
  if (sql !== undefined) return sql
  throw new UsageError(
    'APP_TRANSACTION_SQL',
    'The driver of the transaction cannot run statements of sqlIn(). Give it the option "sql": ' +
      "transactional(run, { sql: (transaction) => ({ dialect: 'postgres', rows, run }) }).",
  )
}

/**
 * Calls a function after the transaction of a request was committed, and never after a rollback: to send a mail, or to
 * publish news. Functions run one after the other, and the response waits for them, but not longer than the option
 * `hookTimeout` says. An error of a function is reported, and does not change the response.
 *
 * Throws a `UsageError` if the request has no transaction, or if the transaction is over.
 *
 * @example
 * afterCommit(request, () => mailer.send(receipt))
 */
export function afterCommit(
  request: ServerRequest<never> | ServerRequest,
  hook: CommitHook,
  driver?: TransactionDriver<unknown>,
): void {
  const transaction = find(request, driver)
  void transaction.begun
  transaction.hooks.push(hook)
}

function find(
  request: ServerRequest<never> | ServerRequest,
  driver: TransactionDriver<unknown> | undefined,
): EndingTransaction {
  const newest = (request as ServerRequest).attribute(OPEN_TRANSACTION)
  for (let found = newest; found !== undefined; found = found.outer) {
    if (driver === undefined || found.driver === driver) return found as EndingTransaction
  }
  const which = newest === undefined ? 'no transaction' : 'no transaction of this driver'
  throw new UsageError(
    'APP_TRANSACTION_MISSING',
    `${request.method} ${request.path} has ${which}. Pipe transactions() with the driver before routing. It runs the ` +
      'routes of POST, PUT, PATCH and DELETE in a transaction, and others with the metadata TRANSACTION, such as { readOnly: true }.',
  )
}
