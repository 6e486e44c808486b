import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Sql, sqlOf } from '@app/sql'

/**
 * The SQL statements of each feature that make and change its tables, by the name of the feature. Each statement runs
 * once. A later release of a feature appends statements, and changes none.
 */
export type Migrations = Readonly<Record<string, readonly string[]>>

export interface DatabaseOptions {
  /** The path of the file, or `:memory:`. */
  readonly file: string
  readonly migrations: Migrations
}

/**
 * One SQLite database. Its statements are prepared once, and rows have the type that the author of the statement gives
 * them.
 */
export class Database {
  /**
   * For packages that keep their data in this database. They share its connection with requests, since no transaction
   * stays open while something else runs.
   */
  readonly sql: Sql = sqlOf({ prepare: (sql) => this.#prepare(sql) })
  readonly #options: DatabaseOptions
  #opened: DatabaseSync | undefined
  readonly #prepared = new Map<string, StatementSync>()

  constructor(options: DatabaseOptions) {
    this.#options = options
  }

  /** Opens the database, so that the program does not start without it. */
  start(): void {
    this.run('SELECT 1')
  }

  all<Row>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  first<Row>(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  /** Runs a statement, and returns the number of changed rows. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  /**
   * Runs `work` in a transaction, which is undone if `work` throws. `work` must not wait: other requests would write
   * into the transaction.
   */
  transaction<T>(work: () => T): T {
    this.#sqlite.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#sqlite.exec('COMMIT')
      return result
    } catch (error) {
      this.#sqlite.exec('ROLLBACK')
      throw error
    }
  }

  [Symbol.dispose](): void {
    this.#opened?.close()
  }

  // The first statement opens the database: commands such as `app types` make this service, and must not migrate.
  get #sqlite(): DatabaseSync {
    if (this.#opened) return this.#opened
    const { file, migrations } = this.#options
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true })
      // SQLite would make a file that every user of the machine may read.
      writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    }
    // A second process that writes at the same moment waits for its turn.
    this.#opened = new DatabaseSync(file, { timeout: 5_000 })
    try {
      useWriteAheadLog(this.#opened)
      this.transaction(() => this.#migrate(migrations))
      return this.#opened
    } catch (error) {
      this.#opened.close()
      this.#opened = undefined
      throw error
    }
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.#sqlite.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  #migrate(migrations: Migrations): void {
    this.#sqlite.exec('CREATE TABLE IF NOT EXISTS migrations (feature TEXT PRIMARY KEY, done INTEGER NOT NULL) STRICT')
    for (const [feature, statements] of Object.entries(migrations)) {
      const { done } = this.first<{ done: number }>('SELECT done FROM migrations WHERE feature = ?', feature) ?? {
        done: 0,
      }
      for (const statement of statements.slice(done)) this.#sqlite.exec(statement)
      this.run('INSERT OR REPLACE INTO migrations (feature, done) VALUES (?, ?)', feature, statements.length)
    }
  }
}

/**
 * Lets readers go on while a process writes. SQLite does not wait for another process that turns the log on at the same
 * moment, so this is tried for five seconds.
 */
function useWriteAheadLog(sqlite: DatabaseSync, tries = 50): void {
  try {
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  } catch (error) {
    if (tries === 0) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    useWriteAheadLog(sqlite, tries - 1)
  }
}
