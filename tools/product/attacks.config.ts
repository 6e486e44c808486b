import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { CHECK_LIMIT } from '../../test/programs/limits.ts'
import suite from '../../vitest.config.ts'

const { projects: _all, ...setting } = suite.test ?? {}

/**
 * The configuration of vitest for the attacks on the noticeboard alone, which run against the folder that
 * `NOTICEBOARD_FOLDER` names.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...setting,
    include: ['test/programs/attacks/noticeboard.test.ts'],
    testTimeout: CHECK_LIMIT,
    hookTimeout: CHECK_LIMIT,
  },
})
