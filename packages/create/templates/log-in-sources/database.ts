import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the SQLite file that the variable DATABASE names, by default data/app.db. Tests get a database in memory. */
export function openDatabase(): DatabaseSync {
  const file = process.env.NODE_ENV === 'test' ? ':memory:' : (process.env.DATABASE ?? 'data/app.db')
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    // SQLite would make a file that every user of the machine may read.
    writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  }
  // While another process writes, this process waits, 5 seconds at most.
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
