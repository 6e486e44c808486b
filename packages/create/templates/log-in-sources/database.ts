import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the SQLite file that the variable DATABASE names. Tests get a database that is deleted at their end. */
export function openDatabase(): DatabaseSync {
  const file = process.env.NODE_ENV === 'test' ? ':memory:' : (process.env.DATABASE ?? 'data/app.db')
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  // If another process writes at the same time, this one waits.
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
