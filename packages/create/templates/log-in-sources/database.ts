import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens the SQLite file that the variable DATABASE names. Tests get a database that ends with them. */
export function openDatabase(): DatabaseSync {
  const file = process.env.NODE_ENV === 'test' ? ':memory:' : (process.env.DATABASE ?? 'data/app.db')
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  // A second process that writes at the same moment waits for its turn.
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('PRAGMA journal_mode = WAL')
  return database
}
