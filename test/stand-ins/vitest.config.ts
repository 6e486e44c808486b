import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import suite from '../../vitest.config.ts'

const { projects: _projects, globalSetup: _globalSetup, ...setting } = suite.test ?? {}
const standIn = process.env.STAND_IN ?? ''
/** `STAND_IN` names a library, and after a comma one of its stand-ins, if it has several. */
const [library] = standIn.split(', ')

/**
 * Runs the tests of `@app/config` and `@app/container-factory`. Their sources get a stand-in, which `STAND_IN` names,
 * in place of its library.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  // The cache is off, since a cached module would import the library or the stand-in of an earlier run.
  test: {
    ...setting,
    // With this module runner, modules pass the plugin below, which replaces the library by the stand-in.
    experimental: { viteModuleRunner: true },
    fsModuleCache: false,
    include: ['packages/{config,container-factory}/src/**/*.test.ts'],
  },
  plugins: [
    {
      name: 'stand-in',
      enforce: 'pre',
      // Test files that compare with the library import the library itself.
      resolveId: (id, importer) =>
        id === library && !importer?.includes('.test.')
          ? join(import.meta.dirname, `${standIn.replace(', ', '.')}.js`)
          : undefined,
    },
  ],
})
