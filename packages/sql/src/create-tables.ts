import type { SqlDatabase } from './database.ts'
import { patiently } from './patiently.ts'
import { type SqlOptions, sqlOf } from './sql.ts'

/** Number of the lock of PostgreSQL under which all packages create their tables. */
const LOCK = 4_093_827

/**
 * Creates the tables and indexes that do not exist yet. Several processes may call this at once.
 *
 * The statements take no values, and each has `IF NOT EXISTS`.
 *
 * @example await createTables(database, ['CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY)'])
 */
export async function createTables(
  database: SqlDatabase,
  statements: readonly string[],
  options?: SqlOptions,
): Promise<void> {
  const sql = sqlOf(database, options)
  if (sql.dialect === 'sqlite') {
    for (const statement of statements) await patiently(() => sql.run(statement), options?.timeout ?? 10)
    return
  }
  // `IF NOT EXISTS` alone fails in PostgreSQL if two processes create a table at once. A text of several statements is
  // one transaction, at whose end the lock is free again.
  await sql.run([`SELECT pg_advisory_xact_lock(${LOCK})`, ...statements].join(';\n'))
}
