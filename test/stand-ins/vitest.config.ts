import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import suite from '../../vitest.config.ts'

const { projects: _projects, globalSetup: _globalSetup, ...setting } = suite.test ?? {}
const library = process.env.STAND_IN ?? ''

/** The tests of the two packages, whose sources get a stand-in for the library that `STAND_IN` names. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  // A cached module has the library that an earlier run gave it.
  test: { ...setting, fsModuleCache: false, include: ['packages/{config,container-factory}/src/**/*.test.ts'] },
  plugins: [
    {
      name: 'stand-in',
      enforce: 'pre',
      // Tests that compare with the library get the library.
      resolveId: (id, importer) =>
        id === library && !importer?.includes('.test.') ? join(import.meta.dirname, `${library}.js`) : undefined,
    },
  ],
})
