/**
 * Runs a public function so that the stack of an error begins at the user's call.
 *
 * Use it only for functions that run no foreign code: its frames would be lost. On platforms that cannot cut stacks
 * they stay complete.
 */
export function fromCaller<T>(door: (...args: never[]) => unknown, run: () => T): T {
  try {
    return run()
  } catch (error) {
    Error.captureStackTrace?.(error as Error, door)
    throw error
  }
}

/** Removes the frames of an error, if all of them are internal and the message names the place. */
export function withoutFrames(error: Error): void {
  error.stack = `${error.name}: ${error.message}`
}
