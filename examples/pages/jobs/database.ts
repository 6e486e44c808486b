import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const file: string = process.env.SHOP_FILE ?? join(mkdtempSync(join(tmpdir(), 'shop-')), 'shop.db')

/** The connection of handlers of jobs, and of tests. */
export const database = new DatabaseSync(file, { timeout: 5_000 })
database.exec(`PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, mail TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sent (job TEXT PRIMARY KEY)`)

/** A connection for the queue alone: its statements must not become part of the transaction of a request. */
export const forJobs = new DatabaseSync(file)
