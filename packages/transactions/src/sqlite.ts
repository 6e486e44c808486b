import { checkOptions, type OptionKind, UsageError } from '@app/core/extending'
import { type Sql, type SqliteDatabase, sqlOf } from '@app/sql'
import { isBusy } from './conflict.ts'
import type { BeginContext, BegunTransaction, SqlTransactionDriver } from './driver.ts'
import { pause } from './pause.ts'
import { Turns } from './turns.ts'
import { UntilEnd } from './until-end.ts'

/** A connection to a SQLite: `DatabaseSync` of `node:sqlite`, or `Database` of `better-sqlite3`. */
export interface SqliteConnection extends SqliteDatabase {
  exec(text: string): unknown
  close(): unknown
}

/** Options of `sqlite`. */
export interface SqliteOptions {
  /** The most connections for transactions that only read, at least 1. Default: 4. */
  readonly readers?: number | undefined
}

/** Transactions of a SQLite. Disposing of the driver closes its connections. */
export interface SqliteDriver<C> extends SqlTransactionDriver<C> {
  [Symbol.dispose](): void
}

/**
 * Makes transactions of a SQLite: one that writes at a time, while others wait for their turn, and some that read beside
 * it. Each has a connection of its own, which `open` makes; the connections are used again.
 *
 * Switches the database to WAL, so that readers and the writer do not wait for each other. Waiting for another process
 * that writes does not block this process. A database in memory has one connection, so its transactions that read wait
 * for their turn as well. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const shop = sqlite(({ readOnly }) => new DatabaseSync('shop.db', { readOnly }))
 * app.pipe(transactions({ driver: shop }))
 */
export function sqlite<C extends SqliteConnection>(
  open: (options: { readonly readOnly: boolean }) => C,
  options: SqliteOptions = {},
): SqliteDriver<C> {
  const { readers = 4 } = checkOptions('sqlite()', options, { readers: AT_LEAST_ONE })
  return new Connections(open, readers)
}

const AT_LEAST_ONE: OptionKind = {
  wants: 'an integer from 1',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) > 0,
}

class Connections<C extends SqliteConnection> implements SqliteDriver<C> {
  readonly #open: (options: { readonly readOnly: boolean }) => C
  readonly #writing = new Turns(1)
  readonly #reading: Turns
  /** The connections that no transaction has at the moment. */
  readonly #writers: C[] = []
  readonly #readers: C[] = []
  #isInMemory: boolean | undefined
  #isDisposed = false

  constructor(open: (options: { readonly readOnly: boolean }) => C, readers: number) {
    this.#open = open
    this.#reading = new Turns(readers)
  }

  async begin({ readOnly, signal }: BeginContext): Promise<BegunTransaction<C> & { readonly sql: Sql }> {
    // Whether the database is in memory is known, and its file exists, once it was opened for writing.
    if (readOnly && this.#isInMemory === undefined) await this.#takeWriter(signal).then(this.#giveWriter)
    if (!readOnly || this.#isInMemory) {
      const writer = await this.#takeWriter(signal)
      const text = readOnly ? 'BEGIN' : WRITE
      return this.#begin(writer, text, this.#giveWriter, signal)
    }
    await this.#reading.take(signal)
    try {
      const reader = this.#readers.pop() ?? this.#openReader()
      return this.#begin(reader, 'BEGIN', this.#giveReader, signal)
    } catch (error) {
      this.#reading.give()
      throw error
    }
  }

  async #begin(
    connection: C,
    text: string,
    give: (connection: C | undefined) => void,
    signal: AbortSignal,
  ): Promise<BegunTransaction<C> & { readonly sql: Sql }> {
    try {
      // The transaction before may have left this on.
      if (text === WRITE) connection.exec('PRAGMA query_only = OFF')
      await whenFree(() => connection.exec(text), signal)
    } catch (error) {
      give(connection)
      throw error
    }
    const alive = new UntilEnd()
    let isGiven = false
    const end = (kept: C | undefined) => {
      isGiven = true
      if (kept === undefined) connection.close()
      give(kept)
    }
    return {
      value: alive.guard(connection, {
        inner: ['prepare', 'iterate'],
        refused: { close: 'The connection of a transaction is closed by its driver. Leave close() out.' },
        check: refuseControl,
      }),
      sql: alive.sql(sqlOf(connection), (text) => refuseControl('exec', [text])),
      async commit() {
        alive.end()
        connection.exec('COMMIT')
        end(connection)
      },
      async rollback() {
        if (isGiven) return
        alive.end()
        try {
          if (isInTransaction(connection)) connection.exec('ROLLBACK')
        } catch (error) {
          end(undefined)
          throw error
        }
        end(connection)
      },
    }
  }

  async #takeWriter(signal: AbortSignal): Promise<C> {
    await this.#writing.take(signal)
    try {
      return this.#writers.pop() ?? (await this.#openWriter(signal))
    } catch (error) {
      this.#writing.give()
      throw error
    }
  }

  async #openWriter(signal: AbortSignal): Promise<C> {
    const connection = this.#open({ readOnly: false })
    try {
      // A timeout of the database would block the process; `whenFree` waits without blocking.
      connection.exec('PRAGMA busy_timeout = 0')
      await whenFree(() => connection.exec('PRAGMA journal_mode = WAL'), signal)
      const [main] = connection.prepare('PRAGMA database_list').all() as { readonly file: string | null }[]
      this.#isInMemory = !main?.file
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  #openReader(): C {
    const connection = this.#open({ readOnly: true })
    connection.exec('PRAGMA query_only = ON')
    return connection
  }

  readonly #giveWriter = (connection: C | undefined) => {
    this.#keep(this.#writers, connection)
    this.#writing.give()
  }

  readonly #giveReader = (connection: C | undefined) => {
    this.#keep(this.#readers, connection)
    this.#reading.give()
  }

  #keep(connections: C[], connection: C | undefined): void {
    if (connection === undefined) return
    if (this.#isDisposed) connection.close()
    else connections.push(connection)
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    for (const connection of [...this.#writers.splice(0), ...this.#readers.splice(0)]) connection.close()
  }
}

const WRITE = 'BEGIN IMMEDIATE'

/** Throws a `UsageError` for a statement that begins or ends a transaction, which the driver does. */
function refuseControl(method: string, [text]: readonly unknown[]): void {
  if (method !== 'exec' && method !== 'prepare') return
  if (typeof text !== 'string' || !(BEGINS.test(text) || ENDS.test(text))) return
  throw new UsageError(
    'APP_TRANSACTION_CONTROL',
    'The transaction of a request is begun and ended by its driver. Leave BEGIN, COMMIT, END and ROLLBACK out; throw an ' +
      'error, or answer with a status from 400, to roll back. Savepoints may be used.',
  )
}

/** A statement at the beginning of a text; comments may stand before it. */
const BEGINS = /^(?:\s|;|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:BEGIN|END)\b/i
/** Also after another statement. There, `END` may be that of a trigger, and `ROLLBACK TO` is of a savepoint. */
const ENDS = /(?:^|;)(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:COMMIT|ROLLBACK(?!\s+(?:TRANSACTION\s+)?TO\b))\b/i

/** Milliseconds at most between two attempts to write while another process does. */
const BETWEEN = 20

/** Runs a statement as soon as no other process writes. */
async function whenFree(run: () => unknown, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    try {
      run()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await pause(BETWEEN, signal)
  }
}

/** False if the database has rolled the transaction back by itself, as it does when the disk is full. */
function isInTransaction(connection: object): boolean {
  const { isTransaction, inTransaction } = connection as { isTransaction?: boolean; inTransaction?: boolean }
  return isTransaction ?? inTransaction ?? true
}
