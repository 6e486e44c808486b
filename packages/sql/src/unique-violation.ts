/** A unique and an exclusion constraint of PostgreSQL; SQLite, as better-sqlite3 and Bun name it; Prisma. */
const CODES: readonly unknown[] = [
  ...['23505', '23P01'],
  ...['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID'],
  'P2002',
]

/** The same result codes of SQLite as `node:sqlite` has them: UNIQUE, PRIMARYKEY and ROWID. */
const NUMBERS: readonly unknown[] = [2067, 1555, 2579]

/** Libraries wrap the error of the database, some of them twice. */
const MOST_CAUSES = 5

/**
 * True if an error, or a cause of it, says that a row was refused since another row has its place: by a primary key, a
 * unique index, or an exclusion constraint of PostgreSQL.
 *
 * @example
 * await sql.run('UPDATE seats SET guest = $1 WHERE id = $2', guest, id).catch((error: unknown) => {
 *   throw isUniqueViolation(error) ? new HttpError(409, 'The guest has a seat.', { cause: error }) : error
 * })
 */
export function isUniqueViolation(error: unknown): boolean {
  let cause = error as { readonly code?: unknown; readonly errcode?: unknown; readonly cause?: unknown } | undefined
  for (let depth = 0; depth < MOST_CAUSES && typeof cause === 'object' && cause !== null; depth++) {
    if (CODES.includes(cause.code) || NUMBERS.includes(cause.errcode)) return true
    cause = cause.cause as typeof cause
  }
  return false
}
