import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Application, empty, type ServerRequest } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { onTestFinished } from 'vitest'
import { type SqliteDriver, sqlite, type TransactionsSettings, transactionOf, transactions } from './index.ts'

/** A bank with the accounts of Ada, who has 10, and Bob, who has 0. An account cannot be below 0. */
export interface Bank {
  readonly app: Application
  readonly driver: SqliteDriver<DatabaseSync>
  readonly errors: unknown[]
  /** The connections that the driver has opened. */
  readonly opened: { readonly readOnly: boolean; readonly connection: DatabaseSync }[]
  /** Returns the amounts of Ada and Bob that are committed. */
  amounts(): number[]
  /** Opens a further connection, as another process would. */
  connect(): DatabaseSync
}

export function openBank(settings: TransactionsSettings = {}, readers?: number): Bank {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const connect = (readOnly = false) => new DatabaseSync(join(folder, 'bank.db'), { readOnly })
  const own = connect()
  onTestFinished(() => own.close())
  own.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE accounts (name text PRIMARY KEY, amount int NOT NULL CHECK (amount >= 0)) STRICT;
    CREATE TABLE transfers (payee text REFERENCES accounts (name) DEFERRABLE INITIALLY DEFERRED) STRICT;
    INSERT INTO accounts VALUES ('ada', 10), ('bob', 0)`)
  const opened: Bank['opened'] = []
  const driver = sqlite(
    ({ readOnly }) => {
      const connection = connect(readOnly)
      opened.push({ readOnly, connection })
      return connection
    },
    readers === undefined ? {} : { readers },
  )
  onTestFinished(() => driver[Symbol.dispose]())
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.pipe(transactions({ driver, ...settings }))
  const bank: Bank = {
    ...{ app, driver, errors, opened },
    connect() {
      const connection = connect()
      onTestFinished(() => connection.close())
      return connection
    },
    amounts: () =>
      own
        .prepare('SELECT amount FROM accounts ORDER BY name')
        .all()
        .map(({ amount }) => Number(amount)),
  }
  app.post('/pay/{amount}', (request) => {
    pay(bank, request, Number(request.params.amount))
    return empty()
  })
  return bank
}

/** Moves an amount from Ada to Bob by two statements, in the transaction of a request. */
export function pay({ driver }: Bank, request: ServerRequest, amount = 1): void {
  const database = transactionOf(request, driver)
  const add = database.prepare('UPDATE accounts SET amount = amount + ? WHERE name = ?')
  add.run(amount, 'bob')
  add.run(-amount, 'ada')
}
