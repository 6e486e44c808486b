import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The SQLite file that the variable DATABASE names, by default data/app.db. Tests get a database in memory. */
const DATABASE_FILE = process.env.NODE_ENV === 'test' ? ':memory:' : (process.env.DATABASE ?? 'data/app.db') // if not transactions
export const DATABASE_FILE = process.env.NODE_ENV === 'test' ? ':memory:' : (process.env.DATABASE ?? 'data/app.db') // if transactions

export function openDatabase(): DatabaseSync {
  if (DATABASE_FILE !== ':memory:') {
    mkdirSync(dirname(DATABASE_FILE), { recursive: true })
    // SQLite would make a file that every user of the machine may read.
    writeFileSync(DATABASE_FILE, '', { flag: 'a', mode: 0o600 })
  }
  // While another process writes, this process waits, 5 seconds at most.
  const database = new DatabaseSync(DATABASE_FILE, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
