import { defineConfig } from 'vitest/config'
import suite from '../../../vitest.config.ts'

const { projects: _tests, ...setting } = suite.test ?? {}

/** Tests that fail on purpose, in the setting of all others. */
export default defineConfig({
  test: { ...setting, include: ['test/repository/left-running/*.fixture.ts'] },
})
