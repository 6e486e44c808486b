import { defineConfig } from 'vitest/config'
import { PROGRAM_LIMIT, TEST_LIMIT } from './test/limits.ts'

// What a shell tells its programs of ports, modes and colours is not meant for those of the tests.
for (const name of ['PORT', 'NODE_ENV', 'FORCE_COLOR', 'NO_COLOR']) delete process.env[name]

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'test/tarballs/**'],
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/end-programs.ts'],
    env: { NODE_ENV: 'test' },
    // On every core: the runner alone would leave one of two idle.
    maxWorkers: '100%',
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    expect: { poll: { timeout: PROGRAM_LIMIT } },
  },
})
