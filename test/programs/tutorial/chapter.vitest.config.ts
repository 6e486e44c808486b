import { defineConfig } from 'vitest/config'
import { TEST_LIMIT } from '../limits.ts'

/**
 * Runs the tests of the noticeboard, the product of the tutorial, as it is after a chapter; `--root` names its folder.
 */
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
