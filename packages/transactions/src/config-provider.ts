import { type ConfigProvider, type Container, type Middleware, Priority, type ServiceName } from '@app/core'
import {
  type ConfigSection,
  checkOptions,
  checkService,
  fromSection,
  OptionError,
  optionKind,
} from '@app/core/extending'
import type { Isolation, TransactionDriver } from './driver.ts'
import { ISOLATION, type PostgresPool, postgres } from './postgres.ts'
import { type TransactionsSettings, transactions } from './transactions.ts'

/** The name of the service that is the middleware `transactions()`. */
export const TRANSACTIONS_SERVICE: ServiceName<Middleware> = '@app/transactions'

/** The section `transactions`: the options of `transactions()`, and the name of the service of the database. */
export interface TransactionsSection extends TransactionsSettings {
  /** The name of a service: a driver, such as that of `sqlite()`, or a `Pool` of `pg`. */
  readonly database: string
  /** The isolation of all transactions, if the service is a `Pool`. Default: as the database is set. */
  readonly isolation?: Isolation | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/transactions` reads. */
    readonly transactions?: ConfigSection<TransactionsSection> | undefined
  }
}

/**
 * Runs routes in transactions of the database that the section `transactions` names.
 *
 * The priority of the pipeline entry `@app/transactions` only decides which of several such functions begins first: a
 * transaction begins after all guards, and ends before all other middleware gets the response. A `path` limits it.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [TRANSACTIONS_SERVICE]: (container) =>
        fromSection<TransactionsSection, Middleware>(container, 'transactions', ({ database, isolation, ...rest }) => {
          checkOptions(
            'transactions',
            { database, isolation },
            { database: optionKind.required(optionKind.text), isolation: ISOLATION },
          )
          checkService(container, 'database', database)
          return transactions({ ...rest, driver: driverOf(container, database, isolation) })
        }),
    },
  },
  middleware_pipeline: {
    [TRANSACTIONS_SERVICE]: { middleware: TRANSACTIONS_SERVICE, priority: Priority.BEFORE_ROUTING },
  },
})

function driverOf(
  container: Pick<Container, 'get'>,
  name: string,
  isolation: Isolation | undefined,
): TransactionDriver<unknown> {
  const database: unknown = container.get(name)
  if (optionKind.withMethods('begin').accepts(database)) {
    if (isolation === undefined) return database as TransactionDriver<unknown>
    throw new OptionError('transactions', 'isolation', `"isolation" is for a Pool of pg; "${name}" is a driver.`)
  }
  if (optionKind.withMethods('connect', 'query').accepts(database))
    return postgres(database as PostgresPool, { isolation })
  throw new OptionError(
    'transactions',
    'database',
    `the service "${name}" must be a Pool of pg, or a driver that sqlite(), postgres() or transactional() makes.`,
  )
}
