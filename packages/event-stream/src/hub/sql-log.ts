import { createTables, type Sql } from '@app/sql'
import { BATCH, type EventLog, type LoggedEvent } from './event-log.ts'

/** Milliseconds after which listeners look for events of other processes. */
const LOOK = 1_000
/** The milliseconds for which events are kept. */
const LIFETIME = 86_400_000
/** How often older events are deleted, in milliseconds. */
const SWEEP = 3_600_000
/** Number of the lock of PostgreSQL under which events get their ids, so that they are seen in the order of ids. */
const LOCK = 4_093_828

interface Row {
  readonly id: number | bigint | string
  readonly previous: number | bigint | string
  readonly text: string
}

/** Keeps events in a table of a SQLite or a PostgreSQL. */
export class SqlLog implements EventLog {
  readonly #sql: Sql
  readonly #table: string
  readonly #keep: number
  #looking: ReturnType<typeof setInterval> | undefined
  #seen = 0
  #swept = Date.now()

  constructor(sql: Sql, table: string, keep: number) {
    this.#sql = sql
    this.#table = table
    this.#keep = keep
  }

  async start(wake: (channel?: string) => void): Promise<void> {
    const id = this.#sql.dialect === 'sqlite' ? 'integer PRIMARY KEY AUTOINCREMENT' : 'bigserial PRIMARY KEY'
    await createTables(this.#sql, [
      `CREATE TABLE IF NOT EXISTS ${this.#table} (id ${id}, channel text NOT NULL, previous bigint NOT NULL,
        text text NOT NULL, at bigint NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS ${this.#table}_channel ON ${this.#table} (channel, id)`,
    ])
    this.#seen = await this.#newestOfAll()
    this.#looking = setInterval(() => this.#look(wake), LOOK)
    // A program without another reason to run may end.
    ;(this.#looking as { unref?(): void }).unref?.()
  }

  async add(channel: string, text: string): Promise<string> {
    const lock =
      this.#sql.dialect === 'postgres' ? `, locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK}))` : ''
    const [row] = await this.#sql.rows<{ id: Row['id'] }>(
      `WITH newest AS (SELECT coalesce(max(id), 0) AS id FROM ${this.#table} WHERE channel = $1)${lock}
        INSERT INTO ${this.#table} (channel, previous, text, at)
        SELECT $1, newest.id, $2, $3 FROM ${lock === '' ? 'newest' : 'locked, newest'} RETURNING id`,
      channel,
      text,
      Date.now(),
    )
    await this.#shorten(channel)
    return idOf(row?.id ?? 0)
  }

  async after(channel: string, id: string): Promise<readonly LoggedEvent[]> {
    const rows = await this.#sql.rows<Row>(
      `SELECT id, previous, text FROM ${this.#table} WHERE channel = $1 AND id > $2 ORDER BY id LIMIT ${BATCH}`,
      channel,
      Number.parseInt(id, 10),
    )
    return rows.map((row) => ({ id: idOf(row.id), previous: idOf(row.previous), text: row.text }))
  }

  async newest(channel: string): Promise<string> {
    const newest = `SELECT coalesce(max(id), 0) AS id FROM ${this.#table} WHERE channel = $1`
    const [row] = await this.#sql.rows<{ id: Row['id'] }>(newest, channel)
    return idOf(row?.id ?? 0)
  }

  stop(): void {
    clearInterval(this.#looking)
  }

  async #look(wake: () => void): Promise<void> {
    // While the database is away, nothing is new.
    const newest = await this.#newestOfAll().catch(() => this.#seen)
    if (newest === this.#seen) return
    this.#seen = newest
    wake()
  }

  async #newestOfAll(): Promise<number> {
    const [row] = await this.#sql.rows<{ id: Row['id'] }>(`SELECT coalesce(max(id), 0) AS id FROM ${this.#table}`)
    return Number(row?.id ?? 0)
  }

  async #shorten(channel: string): Promise<void> {
    await this.#sql.run(
      `DELETE FROM ${this.#table} WHERE channel = $1 AND id <=
        (SELECT id FROM ${this.#table} WHERE channel = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`,
      channel,
      this.#keep,
    )
    if (Date.now() - this.#swept < SWEEP) return
    this.#swept = Date.now()
    await this.#sql.run(`DELETE FROM ${this.#table} WHERE at < $1`, Date.now() - LIFETIME)
  }
}

/** An id in the form of the other logs, so that `Last-Event-ID` always looks the same. */
function idOf(id: number | bigint | string): string {
  return `${id}-0`
}
