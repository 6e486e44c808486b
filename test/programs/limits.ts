/**
 * The only limits of time in the suite, in milliseconds.
 *
 * They end programs and tests that hang. No test measures time by these limits: a machine that is ten times slower
 * stays within them.
 */

/** A program that a test has started. A test can wait for a line of its output, for its first answer, and for its end. */
export const PROGRAM_LIMIT = 60_000

/** A test, and the hooks before and after it. */
export const TEST_LIMIT = 120_000

/** A test of `pnpm check`, which installs packages. */
export const CHECK_LIMIT = 600_000
