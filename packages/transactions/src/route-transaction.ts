import { type MetadataKey, metadataKey } from '@app/core'
import { checkOptions, type OptionKind, optionKind } from '@app/core/extending'
import type { Isolation } from './driver.ts'
import { ISOLATION } from './postgres.ts'

/** What a route asks of its transaction. */
export interface RouteTransaction {
  /**
   * How often the route is run again, in a new transaction, if the first one was in conflict with another: a
   * serialization failure, a deadlock, or a SQLite that is busy. The handler then runs again from its beginning, so it
   * must do nothing but write in the transaction. At most 10. Default: the option of `transactions`.
   */
  readonly retry?: number | undefined
  /** Runs the route in a transaction that only reads, and sees the data of one moment. Default: `false`. */
  readonly readOnly?: boolean | undefined
  /** How strictly the transaction is kept apart from others; for a PostgreSQL. Default: that of the driver. */
  readonly isolation?: Isolation | undefined
  /** The seconds after which the transaction is rolled back. Default: the option of `transactions`. */
  readonly timeout?: number | undefined
  /**
   * With `true`, the transaction begins before the body has arrived, so that the route can read a large one as a stream:
   * a client that sends slowly then holds what the transaction has locked. Default: `false`, which keeps the body in
   * memory, within the limit of the route or the server.
   */
  readonly streamsBody?: boolean | undefined
}

/** The kind of the number of repetitions. */
export const RETRIES: OptionKind = {
  wants: 'an integer from 0 to 10',
  accepts: (value) => optionKind.count.accepts(value) && (value as number) <= 10,
}

/** The kind of a duration that is not zero. */
export const DURATION: OptionKind = {
  wants: 'a number of seconds above 0, at most 3600',
  accepts: (value) => optionKind.seconds.accepts(value) && (value as number) > 0,
}

/**
 * Whether and how a route runs in a transaction: `true`, `false`, or what the transaction has to be. By default, routes
 * of POST, PUT, PATCH and DELETE do.
 *
 * Such a route, unless the value is `false`, is an error while no `transactions()` is piped before it. In configuration,
 * write `metadata: { '@app/transactions': { retry: 3 } }`.
 *
 * @example
 * app.post('/pay', pay).set(TRANSACTION, { retry: 3, isolation: 'serializable' })
 */
export const TRANSACTION: MetadataKey<boolean | RouteTransaction> = metadataKey<boolean | RouteTransaction>(
  '@app/transactions',
  {
    check: (value) => {
      if (typeof value === 'boolean') return value
      return checkOptions('TRANSACTION', value as RouteTransaction, {
        retry: RETRIES,
        readOnly: optionKind.boolean,
        isolation: ISOLATION,
        timeout: DURATION,
        streamsBody: optionKind.boolean,
      })
    },
    enforcedBy: (value) => (value === false ? undefined : 'transactions()'),
  },
)
