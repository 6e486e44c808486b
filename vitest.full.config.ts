import { defineConfig } from 'vitest/config'
import suite, { SLOW, SLOWEST } from './vitest.config.ts'
import { slowly } from './vitest.tarballs.config.ts'

// With FULL, tests that try a part of their cases try all of them.
process.env.FULL = 'true'

/** All tests, as they run once a day and before a release: `pnpm test:full`. */
export default defineConfig({
  test: { ...suite.test, projects: [...(suite.test?.projects ?? []), slowly([...SLOW, ...SLOWEST])] },
})
