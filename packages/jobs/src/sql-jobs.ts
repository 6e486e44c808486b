import { checkOptions, UsageError } from '@app/core/extending'
import { createTables, type Sql, type SqlDatabase, type SqlValue, sqlOf } from '@app/sql'
import type { JobCount, JobEnd, JobFilter, JobInfo, JobState, JobsEngine, NewJob, TakenJob } from './engine.ts'

/** Options of `sqlJobs()`. */
export interface SqlJobsOptions {
  /** The name of the table, with a schema if you like. A second one with `_ticks` is for schedules. Default: `app_jobs`. */
  readonly table?: string | undefined
}

/**
 * Returns the statements that create the tables of `sqlJobs()`, for migrations. Without them, the tables are created
 * when a program first uses them.
 */
export function jobTables(table = 'app_jobs'): readonly string[] {
  const index = table.replace('.', '_')
  const quoted = quotedName(table)
  return [
    `CREATE TABLE IF NOT EXISTS ${quoted} (id text PRIMARY KEY, name text NOT NULL, key text, data text NOT NULL,
      state text NOT NULL, due bigint, attempts int NOT NULL, lease text, error text, carrier text,
      added bigint NOT NULL, changed bigint NOT NULL)`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${index}_key ON ${quoted} (name, key)`,
    // The due time of jobs that are done or failed is null, so that only those to be taken are looked at.
    `CREATE INDEX IF NOT EXISTS ${index}_due ON ${quoted} (due)`,
    `CREATE INDEX IF NOT EXISTS ${index}_state ON ${quoted} (state, changed)`,
    `CREATE TABLE IF NOT EXISTS ${quotedName(`${table}_ticks`)} (name text PRIMARY KEY, tick bigint NOT NULL)`,
  ]
}

/**
 * Keeps jobs in a table of a SQLite or a PostgreSQL.
 *
 * A SQLite needs a connection of its own for this: statements on a connection with an open transaction would become
 * part of it, and are refused. It never waits for a lock while nothing else in the process can run.
 *
 * @example
 * const queue = jobs({ engine: sqlJobs(new DatabaseSync('shop.db')) })
 */
export function sqlJobs(database: SqlDatabase, options: SqlJobsOptions = {}): JobsEngine {
  const { table = 'app_jobs' } = checkOptions('sqlJobs()', options, {
    table: {
      wants: 'a name of lower-case letters, digits and underscores, with a schema and a dot before it if you like',
      accepts: (value) => typeof value === 'string' && /^(?:[a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]{0,50}$/.test(value),
    },
  })
  return new SqlJobs(sqlOf(database, { ownConnection: true }), table)
}

class SqlJobs implements JobsEngine {
  readonly #sql: Sql
  readonly #name: string
  /** The names of the tables in quotes: one may be a word of SQL. */
  readonly #table: string
  readonly #ticks: string
  readonly #isPostgres: boolean
  /** The time of the database, in milliseconds. */
  readonly #now: string

  constructor(sql: Sql, name: string) {
    this.#sql = sql
    this.#name = name
    this.#table = quotedName(name)
    this.#ticks = quotedName(`${name}_ticks`)
    this.#isPostgres = sql.dialect === 'postgres'
    this.#now = this.#isPostgres
      ? 'CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS bigint)'
      : "CAST(unixepoch('subsec') * 1000 AS bigint)"
  }

  async prepare(connection?: SqlDatabase): Promise<void> {
    const sql = this.#sqlIn(connection)
    // The user of a program may be allowed to use the tables and not to create any, and a SQLite that somebody writes to
    // takes no CREATE TABLE, even of one that is there.
    const found = this.#isPostgres
      ? sql.rows('SELECT 1 AS found WHERE to_regclass($1) IS NOT NULL', this.#ticks)
      : sql.rows('SELECT 1 AS found FROM sqlite_master WHERE name = $1', `${this.#name}_ticks`)
    if ((await found).length > 0) return
    if (connection !== undefined) throw noTables(this.#name)
    await createTables(this.#sql, jobTables(this.#name))
  }

  /** Returns the statements of the connection of a transaction; without one, those of the jobs. */
  #sqlIn(connection: SqlDatabase | undefined): Sql {
    if (connection === undefined) return this.#sql
    const sql = sqlOf(connection)
    if (sql.dialect !== this.#sql.dialect) throw otherDatabase(sql.dialect, this.#sql.dialect)
    if (inTransaction(connection) === false) throw notOpen()
    return sql
  }

  async add({ id, name, key, data, delay, carrier }: NewJob, connection: SqlDatabase | undefined): Promise<boolean> {
    const count = await this.#sqlIn(connection).run(
      `INSERT INTO ${this.#table} (id, name, key, data, carrier, state, due, attempts, added, changed)
        VALUES ($1, $2, $3, $4, $5, 'waiting', ${this.#now} + CAST($6 AS bigint), 0, ${this.#now}, ${this.#now})
        ON CONFLICT DO NOTHING`,
      ...[id, name, key ?? null, data, carrier ?? null, milliseconds(delay)],
    )
    return count === 1
  }

  async take(names: readonly string[], lease: number): Promise<TakenJob | undefined> {
    const among = names.map((_name, index) => `$${index + 1}`).join(', ')
    const due = `SELECT id FROM ${this.#table} WHERE due <= ${this.#now} AND name IN (${among}) ORDER BY due LIMIT 1`
    // A statement that only reads takes no lock of a SQLite, and most of the time no job is due.
    if (!this.#isPostgres && (await this.#sql.rows(due, ...names)).length === 0) return undefined
    const token = crypto.randomUUID()
    const [row] = await this.#sql.rows<Row>(
      `UPDATE ${this.#table} SET state = 'running', attempts = attempts + 1, lease = $${names.length + 1},
        due = ${this.#now} + CAST($${names.length + 2} AS bigint), changed = ${this.#now}
        WHERE id = (${due}${this.#isPostgres ? ' FOR UPDATE SKIP LOCKED' : ''})
        RETURNING id, name, key, data, attempts, carrier, added`,
      ...[...names, token, milliseconds(lease)],
    )
    if (row === undefined) return undefined
    const { id, name, data, attempts } = row
    const [key, carrier] = [row.key ?? undefined, row.carrier ?? undefined]
    return { id, name, key, data, carrier, token, attempt: attempts, added: new Date(Number(row.added)) }
  }

  async renew({ id, token }: TakenJob, lease: number): Promise<boolean> {
    const due = `${this.#now} + CAST($1 AS bigint)`
    const count = await this.#sql.run(
      `UPDATE ${this.#table} SET due = ${due} WHERE id = $2 AND lease = $3`,
      milliseconds(lease),
      ...[id, token],
    )
    return count === 1
  }

  async end({ id, key, token }: TakenJob, end: JobEnd): Promise<boolean> {
    if (end.state === 'done' && key === undefined) {
      return (await this.#sql.run(`DELETE FROM ${this.#table} WHERE id = $1 AND lease = $2`, id, token)) === 1
    }
    const state = end.state === 'released' ? 'waiting' : end.state
    const wait = state === 'waiting' ? milliseconds(end.state === 'waiting' ? end.delay : 0) : null
    const count = await this.#sql.run(
      `UPDATE ${this.#table} SET lease = NULL, state = $1, due = ${this.#now} + CAST($2 AS bigint), changed = ${this.#now},
        attempts = attempts - $3, error = COALESCE($4, error), data = CASE WHEN $5 = 1 THEN '' ELSE data END
        WHERE id = $6 AND lease = $7`,
      ...[state, wait, Number(end.state === 'released'), 'error' in end ? end.error : null],
      ...[Number(state === 'done'), id, token],
    )
    return count === 1
  }

  async sweep(done: number, failed: number): Promise<void> {
    for (const [state, seconds] of [['done', done] as const, ['failed', failed] as const]) {
      const before = `${this.#now} - CAST($2 AS bigint)`
      await this.#sql.run(
        `DELETE FROM ${this.#table} WHERE state = $1 AND changed < ${before}`,
        ...[state, milliseconds(seconds)],
      )
    }
  }

  async counts(): Promise<readonly JobCount[]> {
    const rows = await this.#sql.rows<{ name: string; state: JobState; count: unknown }>(
      `SELECT name, state, count(*) AS count FROM ${this.#table} GROUP BY name, state ORDER BY name, state`,
    )
    return rows.map(({ name, state, count }) => ({ name, state, count: Number(count) }))
  }

  async list(filter: JobFilter, limit: number): Promise<readonly JobInfo[]> {
    const { where, values } = conditions(filter)
    const rows = await this.#sql.rows<InfoRow>(
      `SELECT id, name, state, key, attempts, error, added, due FROM ${this.#table} WHERE ${where}
        ORDER BY added DESC LIMIT CAST($${values.length + 1} AS int)`,
      ...[...values, limit],
    )
    return rows.map(({ id, name, state, attempts, ...row }) => ({
      ...{ id, name, state, attempts, key: row.key ?? undefined, error: row.error ?? undefined },
      ...{ added: new Date(Number(row.added)), due: row.due === null ? undefined : new Date(Number(row.due)) },
    }))
  }

  async retry({ state: _state, ...filter }: JobFilter): Promise<number> {
    const { where, values } = conditions({ ...filter, state: 'failed' })
    return this.#sql.run(
      `UPDATE ${this.#table} SET state = 'waiting', due = ${this.#now}, attempts = 0, changed = ${this.#now} WHERE ${where}`,
      ...values,
    )
  }

  async remove(filter: JobFilter): Promise<number> {
    const { where, values } = conditions(filter)
    return this.#sql.run(`DELETE FROM ${this.#table} WHERE state <> 'running' AND ${where}`, ...values)
  }

  async now(): Promise<number> {
    const [row] = await this.#sql.rows<{ now: unknown }>(`SELECT ${this.#now} AS now`)
    return Number(row?.now)
  }

  async lastTick(name: string, first: number): Promise<number> {
    const read = () => this.#sql.rows<{ tick: unknown }>(`SELECT tick FROM ${this.#ticks} WHERE name = $1`, name)
    const [row] = await read()
    if (row !== undefined) return Number(row.tick)
    await this.#sql.run(
      `INSERT INTO ${this.#ticks} (name, tick) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      name,
      Math.round(first),
    )
    const [made] = await read()
    return Number(made?.tick ?? first)
  }

  async setTick(name: string, tick: number): Promise<void> {
    await this.#sql.run(`UPDATE ${this.#ticks} SET tick = $2 WHERE name = $1 AND tick < $2`, name, tick)
  }
}

interface Row {
  readonly id: string
  readonly name: string
  readonly key: string | null
  readonly data: string
  readonly attempts: number
  readonly carrier: string | null
  readonly added: unknown
}

interface InfoRow {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly key: string | null
  readonly attempts: number
  readonly error: string | null
  readonly added: unknown
  readonly due: unknown
}

/** Returns the name of a table in quotes, so that it may be a word of SQL, such as `order`. */
function quotedName(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000)
}

function conditions(filter: JobFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
  const given = (['id', 'name', 'state'] as const).filter((column) => filter[column] !== undefined)
  const where = given.map((column, index) => `${column} = $${index + 1}`).join(' AND ')
  return { where: where || '1 = 1', values: given.map((column) => filter[column] as string) }
}

/** `node:sqlite` has the property `isTransaction` from Node 22.16 and 24 on, and `better-sqlite3` has `inTransaction`. */
function inTransaction(database: object): unknown {
  const { isTransaction, inTransaction } = database as { isTransaction?: unknown; inTransaction?: unknown }
  return isTransaction ?? inTransaction
}

function notOpen(): UsageError {
  return new UsageError(
    'APP_JOBS_CONNECTION',
    'The connection of the option "in" has no open transaction. Await jobs.add() before you commit, or leave "in" out.',
  )
}

function noTables(name: string): UsageError {
  return new UsageError(
    'APP_JOBS_CONNECTION',
    `There is no table "${name}" of jobs yet, and none can be created beside your open transaction. Await start() of the ` +
      'queue when the program starts, or create it in a migration with jobTables().',
  )
}

function otherDatabase(got: string, wanted: string): UsageError {
  return new UsageError(
    'APP_JOBS_CONNECTION',
    `The option "in" is a connection to a ${got}, and these jobs are kept in a ${wanted}. Pass the connection of a ` +
      'transaction in the database that has the table of jobs.',
  )
}
