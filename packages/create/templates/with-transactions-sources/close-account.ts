import { DatabaseSync } from 'node:sqlite'
import { identityOf, logOut } from '@app/authentication'
import { type RouteHandler, redirect } from '@app/core'
import { type SqliteDriver, sqlite, transactionOf } from '@app/transactions'
import { DATABASE_FILE } from './database.ts'

/** Opens the connections on which transactions run, one that writes at a time. A database in memory has one connection. */
export function openTransactions(database: DatabaseSync): SqliteDriver<DatabaseSync> {
  database.exec('CREATE TABLE IF NOT EXISTS closed (account TEXT PRIMARY KEY, time TEXT NOT NULL) STRICT')
  return sqlite(({ readOnly }) =>
    DATABASE_FILE === ':memory:' ? database : new DatabaseSync(DATABASE_FILE, { readOnly }),
  )
}
openTransactions.inject = ['database'] as const

/** Deletes the account and notes its id, both or neither. */
export function closeAccount(driver: SqliteDriver<DatabaseSync>): RouteHandler<'close-account'> {
  return (request) => {
    const { id } = identityOf(request)
    const database = transactionOf(request, driver)
    database.prepare('INSERT INTO closed (account, time) VALUES (?, ?)').run(id, new Date().toISOString())
    database.prepare('DELETE FROM accounts WHERE id = ?').run(id)
    logOut(request)
    return redirect('/', 303)
  }
}
closeAccount.inject = ['transactions'] as const
