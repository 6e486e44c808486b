import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import suite from '../../vitest.config.ts'

const { projects: _projects, globalSetup: _globalSetup, ...setting } = suite.test ?? {}
const standIn = process.env.STAND_IN ?? ''
/** A library may have several stand-ins; the word after a comma chooses one. */
const [library] = standIn.split(', ')

/** The tests of the two packages, whose sources get the stand-in that `STAND_IN` names in place of its library. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  // A cached module has the library that an earlier run gave it.
  test: {
    ...setting,
    // The plugin below replaces the library by the stand-in.
    experimental: { viteModuleRunner: true },
    fsModuleCache: false,
    include: ['packages/{config,container-factory}/src/**/*.test.ts'],
  },
  plugins: [
    {
      name: 'stand-in',
      enforce: 'pre',
      // Tests that compare with the library get the library.
      resolveId: (id, importer) =>
        id === library && !importer?.includes('.test.')
          ? join(import.meta.dirname, `${standIn.replace(', ', '.')}.js`)
          : undefined,
    },
  ],
})
