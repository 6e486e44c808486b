import { defineConfig } from 'vitest/config'
import suite from '../../../vitest.config.ts'

const { projects: _tests, ...setting } = suite.test ?? {}

/** The configuration of tests that fail on purpose, with the settings of all other tests. */
export default defineConfig({
  test: { ...setting, include: ['test/repository/left-running/*.fixture.ts'] },
})
