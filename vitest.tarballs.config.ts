import { defineConfig } from 'vitest/config'

/** Slower tests, which pack the packages and install them elsewhere: part of `pnpm check`. */
export default defineConfig({
  test: {
    include: ['test/tarballs/**/*.test.ts'],
    globalSetup: 'test/tarballs/pack-all.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
