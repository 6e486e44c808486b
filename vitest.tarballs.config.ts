import { defineConfig } from 'vitest/config'
import { CHECK_LIMIT } from './test/programs/limits.ts'
import suite, { SLOW } from './vitest.config.ts'

const { projects: _quick, ...setting } = suite.test ?? {}

/** What `pnpm check` runs beside `pnpm test`: the packages as they are packed, and tests that take many seconds. */
export default defineConfig({
  test: {
    ...setting,
    include: ['test/tarballs/**/*.test.ts', ...SLOW],
    globalSetup: ['test/programs/compile-cache.ts', 'test/tarballs/pack-all.ts'],
    testTimeout: CHECK_LIMIT,
    hookTimeout: CHECK_LIMIT,
  },
})
