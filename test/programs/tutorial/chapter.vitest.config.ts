import { defineConfig } from 'vitest/config'
import { TEST_LIMIT } from '../limits.ts'

/** Runs the tests of the product as it stands after a chapter; `--root` says where that is. */
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    env: { NODE_ENV: 'test' },
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    passWithNoTests: true,
  },
})
