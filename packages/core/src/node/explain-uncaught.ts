import { explainError } from './explain-error.ts'

/**
 * Gives back an error that is about to be thrown. Where nobody catches it, the program ends with 1 after a few lines that say
 * why, instead of the stacks and properties that node prints.
 *
 * A program with a listener of its own for `uncaughtException` is left alone.
 */
export function explainUncaught(error: unknown): unknown {
  if (process.listenerCount('uncaughtException') > 0) return error
  const explain = (thrown: unknown) => {
    console.error(`The application cannot start: ${explainError(thrown)}`)
    process.exit(1)
  }
  process.once('uncaughtException', explain)
  // A rejection that nobody handles is uncaught before the next turn of the event loop.
  setImmediate(() => process.off('uncaughtException', explain))
  return error
}
