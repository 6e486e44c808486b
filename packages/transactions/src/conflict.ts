/**
 * PostgreSQL: a serialization failure and a deadlock; SQLite: another process writes, as better-sqlite3 names it; Prisma:
 * either.
 */
const CODES: readonly unknown[] = ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'P2034']

/** The number of SQLITE_BUSY, in the last byte of the result codes of `node:sqlite`. */
const BUSY = 5

/** True if an error, or a cause of it, says that the transaction was in conflict with another, and may be repeated. */
export function isConflict(error: unknown): boolean {
  return someCause(error, ({ code, errcode }) => CODES.includes(code) || isBusyCode(code, errcode))
}

/** True if the database has refused a commit, so that nothing of the transaction was kept. */
export function isRefusal(error: unknown): boolean {
  return someCause(error, ({ code }) => /^(?:2[35]|40)...$|^ERR_SQLITE|^SQLITE_/.test(String(code)))
}

/** Makes the error for a transaction that PostgreSQL cannot commit, since a statement had failed before. */
export function failedStatement(cause?: unknown): Error {
  return Object.assign(new Error('A statement of the transaction had failed.', { cause }), { code: '25P02' })
}

/** True if an error is SQLITE_BUSY: another connection writes. */
export function isBusy(error: unknown): boolean {
  return someCause(error, ({ code, errcode }) => /^SQLITE_BUSY/.test(String(code)) || isBusyCode(code, errcode))
}

function isBusyCode(code: unknown, errcode: unknown): boolean {
  return code === 'ERR_SQLITE_ERROR' && (Number(errcode) & 0xff) === BUSY
}

interface DatabaseError {
  readonly code?: unknown
  readonly errcode?: unknown
}

/** Libraries wrap the error of the database, some of them twice. */
const MOST_CAUSES = 5

function someCause(error: unknown, test: (error: DatabaseError) => boolean): boolean {
  let cause = error
  for (let depth = 0; depth < MOST_CAUSES && typeof cause === 'object' && cause !== null; depth++) {
    if (test(cause)) return true
    cause = (cause as Error).cause
  }
  return false
}
