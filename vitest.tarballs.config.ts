import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { CHECK_LIMIT } from './test/programs/limits.ts'
import suite, { SLOW, SLOWEST } from './vitest.config.ts'

/** The setting of tests of many seconds, some of which look at the packages as they are packed. */
export function slowly(include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'slow',
      include,
      exclude: ['**/node_modules/**', ...exclude],
      // Some of what looks at packages is TypeScript in node_modules, which node does not run.
      experimental: { viteModuleRunner: true },
      globalSetup: ['test/tarballs/pack-all.ts'],
      testTimeout: CHECK_LIMIT,
      hookTimeout: CHECK_LIMIT,
    },
  }
}

/** What `pnpm check` runs beside `pnpm test`: `pnpm test:slow`. */
export default defineConfig({
  // These start programs of their own, which are on the other cores.
  test: { ...suite.test, maxWorkers: '100%', projects: [slowly(SLOW, SLOWEST)] },
})
