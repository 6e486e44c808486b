/**
 * The only time limits of the suite, in milliseconds.
 *
 * These limits end programs and tests that hang. No test measures time by them, and even a machine that is ten times
 * slower does not reach them.
 */

/**
 * The limit of each wait for a program that a test has started: for a line of its output, its first response, or its
 * end.
 */
export const PROGRAM_LIMIT = 60_000

/** The limit of a test, and of each hook before and after it. */
export const TEST_LIMIT = 120_000

/** The limit of a test that runs only in `pnpm check`, and that may install packages. */
export const CHECK_LIMIT = 600_000
