import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { CHECK_LIMIT } from './test/programs/limits.ts'
import suite, { SLOW, SLOWEST } from './vitest.config.ts'

const { projects: _quick, ...setting } = suite.test ?? {}

/** The setting of tests of many seconds, some of which look at the packages as they are packed. */
export function slowly(include: string[], exclude: string[] = []): ViteUserConfig {
  return defineConfig({
    test: {
      ...setting,
      // These start programs of their own, which are on the other cores.
      maxWorkers: '100%',
      include,
      exclude: ['**/node_modules/**', ...exclude],
      // Some of what looks at packages is TypeScript in node_modules, which node does not run.
      experimental: { viteModuleRunner: true },
      globalSetup: [...(setting.globalSetup ?? []), 'test/tarballs/pack-all.ts'],
      testTimeout: CHECK_LIMIT,
      hookTimeout: CHECK_LIMIT,
    },
  })
}

/** What `pnpm check` runs beside `pnpm test`: `pnpm test:slow`. */
export default slowly(SLOW, SLOWEST)
