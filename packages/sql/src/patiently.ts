/**
 * Runs statements on a SQLite again, for at most `seconds`, while another connection holds the lock.
 *
 * SQLite itself would block the whole process while it waits, also the request that holds the lock and is about to give
 * it back.
 */
export async function patiently<T>(run: () => T | Promise<T>, seconds: number): Promise<T> {
  const latest = performance.now() + seconds * 1_000
  for (let pause = 4; ; pause = Math.min(pause * 2, 100)) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error) || performance.now() > latest) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
}

/** `node:sqlite` has the number of the error, and `better-sqlite3` the name. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return (typeof errcode === 'number' && (errcode & 0xff) === 5) || String(code).startsWith('SQLITE_BUSY')
}
