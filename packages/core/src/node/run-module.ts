import type { Server } from '@app/http'
import type { RunOptions } from '../middleware/run-options.ts'
import { explainUncaught } from './explain-error.ts'

/** A module whose default export is an application. */
interface ApplicationModule {
  readonly default: { run(options?: RunOptions): Promise<Server> }
}

/** The exports of a module, which may be anything in JavaScript. */
type Exports = Partial<ApplicationModule>

/**
 * Runs the application that a module exports as its default: `await run(import('./app.ts'))`.
 *
 * The options are those of `app.run()`. An error while the module is imported, such as a missing environment variable
 * or a factory that throws, is explained in a few lines, as `app.run()` explains the errors of the start.
 *
 * Rejects with what the import or the start throws, and with a `TypeError` for a module without such an export.
 */
export async function run(module: Promise<ApplicationModule>, options?: RunOptions): Promise<Server> {
  const { default: application }: Exports = await module.catch((error: unknown) => {
    throw explainUncaught(error)
  })
  if (typeof application?.run === 'function') return application.run(options)
  throw explainUncaught(
    new TypeError('run(): the module has no application as its default export. Write `export default app` there.'),
  )
}
