/** A prepared statement of a `SqliteDatabase`. */
export interface SqliteStatement {
  // biome-ignore lint/suspicious/noExplicitAny: each library accepts values of its own types
  all(...values: any[]): unknown[]
  // biome-ignore lint/suspicious/noExplicitAny: each library accepts values of its own types
  run(...values: any[]): { readonly changes: number | bigint }
}

/** A connection to a SQLite: `DatabaseSync` of `node:sqlite`, or `Database` of `better-sqlite3`. */
export interface SqliteDatabase {
  prepare(text: string): SqliteStatement
}

/** A connection to a PostgreSQL: a `Pool`, a `Client` or a client of a pool, of `pg`. */
export interface PostgresDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: `pg` declares several forms of this method
  query(text: string, values?: any[]): Promise<{ readonly rows: any[]; readonly rowCount?: number | null }>
}

/** A database that `sqlOf()` accepts. For any other library, write the two methods of `Sql`. */
export type SqlDatabase = SqliteDatabase | PostgresDatabase | Sql

/** A value of a statement. A SQLite gets 1 and 0 for `true` and `false`. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/**
 * Runs statements on a database. Both engines take `$1`, `$2`, … in the text for the values, in order.
 *
 * Statements on a SQLite have run when the method returns, before the promise is awaited.
 */
export interface Sql {
  readonly dialect: 'sqlite' | 'postgres'
  /** Returns the rows of a statement: of a `SELECT`, or of `RETURNING`. */
  rows<Row = Readonly<Record<string, unknown>>>(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>
  /** Runs a statement that returns no rows. Returns the number of rows that it inserted, changed or deleted. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>
}
