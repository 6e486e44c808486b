import { ConfigurationError, checkOptions, describeValue, optionKind, UsageError } from '@app/checks'
import type { PostgresDatabase, Sql, SqlDatabase, SqliteDatabase, SqliteStatement, SqlValue } from './database.ts'
import { patiently } from './patiently.ts'

/** Options of `sqlOf`. */
export interface SqlOptions {
  /**
   * How long a statement on a PostgreSQL may take, and how long one on a connection of its own to a SQLite waits for the
   * lock, in seconds. Default: 10.
   */
  readonly timeout?: number | undefined
  /**
   * Says that nothing else uses this connection to a SQLite. Statements then wait for the lock of another connection
   * without blocking the process. They are refused while a transaction is open on this connection, since they would
   * become part of it. Default: `false`.
   */
  readonly ownConnection?: boolean | undefined
}

/** Maximum number of prepared statements that are kept for each connection to a SQLite. */
const MOST_PREPARED = 100

const prepared = new WeakMap<SqliteDatabase, Map<string, SqliteStatement>>()

/**
 * Returns functions that run statements on a database.
 *
 * Throws a `ConfigurationError` if the value is not a database.
 *
 * @example
 * const sql = sqlOf(database)
 * const notes = await sql.rows<{ title: string }>('SELECT title FROM notes WHERE id > $1', 7)
 */
export function sqlOf(database: SqlDatabase, options: SqlOptions = {}): Sql {
  const { timeout = 10, ownConnection = false } = checkOptions('sqlOf()', options, {
    timeout: optionKind.seconds,
    ownConnection: optionKind.boolean,
  })
  if (isSql(database)) return database
  if (hasMethod<SqliteDatabase>(database, 'prepare')) return sqlite(database, ownConnection ? timeout : undefined)
  if (hasMethod<PostgresDatabase>(database, 'query')) return postgres(database, timeout)
  throw new ConfigurationError(
    'APP_SQL_DATABASE',
    `Expected a database, got ${describeValue(database)}: pass a DatabaseSync of node:sqlite, a Pool of pg, or an object with \`dialect\`, \`rows\` and \`run\`.`,
  )
}

function isSql(database: unknown): database is Sql {
  return hasMethod<Sql>(database, 'rows') && hasMethod(database, 'run') && 'dialect' in database
}

function hasMethod<T extends object>(value: unknown, name: string): value is T {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
}

/** `patience` is the number of seconds for which statements wait for the lock, on a connection of their own. */
function sqlite(database: SqliteDatabase, patience: number | undefined): Sql {
  const prepare = preparing(database)
  const run = (text: string, values: readonly SqlValue[], method: 'all' | 'run') => {
    const { plain, ordered } = inOrder(text, values)
    return prepare(plain)[method](...ordered)
  }
  // Without patience, a statement has run when the method returns.
  const execute =
    patience === undefined
      ? async (...statement: Parameters<typeof run>) => run(...statement)
      : (...statement: Parameters<typeof run>) => {
          own(database)
          return patiently(() => run(...statement), patience)
        }
  return {
    dialect: 'sqlite',
    rows: async <Row>(text: string, ...values: readonly SqlValue[]) => (await execute(text, values, 'all')) as Row[],
    run: async (text, ...values) =>
      Number(((await execute(text, values, 'run')) as { changes: number | bigint }).changes),
  }
}

const owned = new WeakSet<SqliteDatabase>()

/** Lets a connection report a lock at once, and refuses one with a transaction of somebody else. */
function own(database: SqliteDatabase): void {
  if (isInTransaction(database)) {
    throw new UsageError(
      'APP_SQL_TRANSACTION',
      'A transaction of somebody else is open on this connection to a SQLite: open a connection of its own, by new DatabaseSync(file).',
    )
  }
  if (owned.has(database)) return
  database.prepare('PRAGMA busy_timeout = 0').all()
  owned.add(database)
}

/** Prepares each statement once. */
function preparing(database: SqliteDatabase): (text: string) => SqliteStatement {
  const statements = prepared.get(database) ?? new Map<string, SqliteStatement>()
  prepared.set(database, statements)
  return (text) => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= MOST_PREPARED) statements.clear()
    const statement = database.prepare(text)
    statements.set(text, statement)
    return statement
  }
}

/** `node:sqlite` and `better-sqlite3` have different names for this. */
function isInTransaction(database: SqliteDatabase): boolean {
  const { isTransaction, inTransaction } = database as { isTransaction?: boolean; inTransaction?: boolean }
  return isTransaction ?? inTransaction ?? false
}

/** Replaces `$1` by `?`, which all libraries for SQLite accept, and puts the values into the order of the text. */
function inOrder(text: string, values: readonly SqlValue[]) {
  const ordered: unknown[] = []
  const plain = text.replace(/\$(\d+)/g, (_all, number: string) => {
    const value = values[Number(number) - 1]
    ordered.push(typeof value === 'boolean' ? Number(value) : value)
    return '?'
  })
  return { plain, ordered }
}

function postgres(database: PostgresDatabase, timeout: number): Sql {
  const query = (text: string, values: readonly SqlValue[]) =>
    withinTime(database.query(text, values.map(bytesAsBuffer)), timeout)
  return {
    dialect: 'postgres',
    rows: async (text, ...values) => (await query(text, values)).rows,
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  }
}

/** `pg` takes only buffers of Node for bytes; it would send another `Uint8Array` as JSON. */
function bytesAsBuffer(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

async function withinTime<T>(result: Promise<T>, seconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${seconds} s.`)), seconds * 1_000)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
