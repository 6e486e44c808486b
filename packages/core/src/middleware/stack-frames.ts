/**
 * Runs `run`. If it throws, hides our own frames, so that the stack starts at the caller of the public function `door`.
 *
 * Use it only if `run` calls no code of others: the stack frames of that code would be lost. On platforms that cannot
 * cut stacks, the stack stays complete.
 */
export function fromCaller<T>(door: (...args: never[]) => unknown, run: () => T): T {
  try {
    return run()
  } catch (error) {
    Error.captureStackTrace?.(error as Error, door)
    throw error
  }
}

/**
 * Removes all frames of an error, and returns it. For errors whose frames are all internal, and whose message says
 * where the mistake is.
 */
export function withoutFrames<E extends Error>(error: E): E {
  error.stack = `${error.name}: ${error.message}`
  return error
}
