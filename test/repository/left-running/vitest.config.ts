import { defineConfig } from 'vitest/config'
import suite from '../../../vitest.config.ts'

/** Tests that fail on purpose, in the setting of all others. */
export default defineConfig({
  test: { ...suite.test, include: ['test/repository/left-running/*.fixture.ts'] },
})
