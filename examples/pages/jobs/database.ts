import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const file = process.env.SHOP_FILE ?? join(mkdtempSync(join(tmpdir(), 'shop-')), 'shop.db')

/** The connection on which requests write, one transaction at a time. */
export const writer = new DatabaseSync(file, { timeout: 5_000 })
writer.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, mail TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sent (job TEXT PRIMARY KEY)`)

/** A connection for jobs alone: their statements must not become part of the transaction of a request. */
export const forJobs = new DatabaseSync(file)

let latest: Promise<unknown> = Promise.resolve()

/** Keeps what `work` writes, or nothing of it if it throws. */
export function inTransaction<T>(work: (database: DatabaseSync) => Promise<T>): Promise<T> {
  const done = latest.then(async () => {
    writer.exec('BEGIN IMMEDIATE')
    try {
      const result = await work(writer)
      writer.exec('COMMIT')
      return result
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK')
      throw error
    }
  })
  latest = done.catch(() => undefined)
  return done
}
