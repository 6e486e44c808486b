/**
 * Runs what a user calls at a door of ours; the stack of an error begins where the user called it.
 *
 * Only for what runs no code of others, whose frames would be lost. Where the platform cannot do it, stacks are whole.
 */
export function fromCaller<T>(door: (...args: never[]) => unknown, run: () => T): T {
  try {
    return run()
  } catch (error) {
    Error.captureStackTrace?.(error as Error, door)
    throw error
  }
}

/** Leaves an error without frames, where all of them would be ours and its message says the place. */
export function withoutFrames(error: Error): void {
  error.stack = `${error.name}: ${error.message}`
}
